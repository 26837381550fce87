// The questions of the tests to clients/web/verify, under node or in a browser.
import { isRoundSigned } from "../../clients/web/verify/beacon.js";
import { commitmentTo, drawSeed, fromHex, gameSeed, hex, Roll, seedOfText } from "../../clients/web/verify/dice.js";
import { inLog } from "../../clients/web/verify/log.js";
import { checkConsistency, consistency, WrongProof } from "../../clients/web/verify/merkle.js";
import { verify } from "../../clients/web/verify/verify.js";

const bytes = (base64) => Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
const tree = ({ size, root }) => ({ size: BigInt(size), root: fromHex(root) });

function grows({ proof, older, newer }) {
  try {
    checkConsistency(proof.map(fromHex), tree(older), tree(newer));
    return true;
  } catch (error) {
    if (error instanceof WrongProof) return false;
    throw error;
  }
}

const times = (count, one) => Array.from({ length: count }, one);

const ANSWERS = {
  verify: ({ file, keys, checkpoints }) => verify(bytes(file), keys, checkpoints),
  commitment: ({ secret }) => commitmentTo(secret),
  seed: ({ secret, game, nonces }) => gameSeed(secret, game, nonces),
  "seed with a beacon": ({ secret, game, nonces, ...beacon }) => gameSeed(secret, game, nonces, beacon),
  "seed of a draw": ({ seed, round, signature }) => drawSeed(seed, round, signature),
  "seed of text": ({ text }) => seedOfText(text),
  round: ({ beacon, round, signature }) => isRoundSigned(beacon, round, signature),
  log: ({ file, proofs, policy }) => inLog(bytes(file), proofs, policy),
  grows,
  consistency: ({ nodes, old, size }) =>
    consistency((level, index) => fromHex(nodes[`${level} ${index}`]), BigInt(old), BigInt(size)).map(hex),
  words: ({ seed, label, are }, roll = new Roll(seed, label)) =>
    times(are.length, () => roll.word().toString(16).padStart(16, "0")),
  below: ({ seed, label, bound, are }, roll = new Roll(seed, label)) =>
    times(are.length, () => String(roll.below(bound))),
  shuffle: ({ seed, label, of }) => new Roll(seed, label).shuffle(times(of, (_, place) => place)),
};

export const answer = async ({ what, ...asked }) => ANSWERS[what](asked);
