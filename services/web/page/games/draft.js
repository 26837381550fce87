// What the player has put together and not sent yet: the board and the buttons share it.
import { signal } from "../vendor/preact.js";
import { options } from "./kit.js";

const drafts = new Map();

/**
 * The draft for the question that a seat is asked now: as long as the question stays the same, whatever others do.
 * @param {games.Game} game
 * @returns {games.Draft}
 */
export function draftOf(game) {
  const question = JSON.stringify([game.snapshot.moment, ...new Set(options(game).map(({ kind }) => kind))]);
  const live = options(game).length ? game.id : "";
  if (drafts.get(live)?.question !== question) drafts.set(live, fresh(question));
  return drafts.get(live);
}

/**
 * `picked`: a plant, card or city; `amount`: a bid; `basket`: fuel by kind; `chosen`: cards or plants; `done`: moves made.
 * @param {string} question
 * @returns {games.Draft}
 */
const fresh = (question) => ({
  question,
  done: 0,
  picked: signal(null),
  shown: signal(null),
  amount: signal(null),
  basket: signal({}),
  chosen: signal(null),
  tried: signal(null),
});
