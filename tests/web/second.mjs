// What the tests ask of services/web/page/verify, under node or in a browser.
import { isRoundSigned } from "../../services/web/page/verify/beacon.js";
import { commitmentTo, gameSeed, Roll, seedOfText } from "../../services/web/page/verify/dice.js";
import { verify } from "../../services/web/page/verify/verify.js";

const bytes = (base64) => Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
const times = (count, one) => Array.from({ length: count }, one);

const ANSWERS = {
  verify: ({ file, keys, checkpoints }) => verify(bytes(file), keys, checkpoints),
  commitment: ({ secret }) => commitmentTo(secret),
  seed: ({ secret, game, nonces }) => gameSeed(secret, game, nonces),
  "seed with a beacon": ({ secret, game, nonces, ...beacon }) => gameSeed(secret, game, nonces, beacon),
  "seed of text": ({ text }) => seedOfText(text),
  round: ({ beacon, round, signature }) => isRoundSigned(beacon, round, signature),
  words: ({ seed, label, are }, roll = new Roll(seed, label)) =>
    times(are.length, () => roll.word().toString(16).padStart(16, "0")),
  below: ({ seed, label, bound, are }, roll = new Roll(seed, label)) =>
    times(are.length, () => String(roll.below(bound))),
  shuffle: ({ seed, label, of }) => new Roll(seed, label).shuffle(times(of, (_, place) => place)),
};

export const answer = async ({ what, ...asked }) => ANSWERS[what](asked);
