// The draft of a move that is not sent yet: the board and the buttons share it.
import { signal } from "../vendor/preact.js";
import { options } from "./kit.js";

const drafts = new Map();

/**
 * The draft for the question that a seat is asked now. A question is the moment, all that may be chosen, and the number
 * of moves that this page has made: moves of other seats that change nothing for this one keep the draft, a question
 * that only looks like the one before does not.
 * @param {games.Game} game
 * @returns {games.Draft}
 */
export function draftOf(game) {
  const moment = JSON.stringify(game.snapshot.moment);
  const question = JSON.stringify([moment, game.moves ?? 0, options(game)]);
  const live = options(game).length ? game.id : "";
  const before = drafts.get(live);
  if (before?.question !== question)
    drafts.set(live, fresh(question, moment, before?.moment === moment ? before.done : 0));
  return drafts.get(live);
}

/**
 * `picked`: a plant, card or city; `amount`: a bid; `basket`: fuel by kind; `chosen`: cards or plants; `done`: moves
 * made at this moment.
 * @param {string} question
 * @param {string} moment
 * @param {number} done
 * @returns {games.Draft}
 */
const fresh = (question, moment, done) => ({
  question,
  moment,
  done,
  picked: signal(null),
  shown: signal(null),
  amount: signal(null),
  basket: signal({}),
  chosen: signal(null),
  tried: signal(null),
});
