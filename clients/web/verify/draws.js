// Draws made again from the seed: what the events of a game say was drawn, held to docs/dice.md, «Made again from a
// file».

import { cardGame } from "./draws_card_game.js";
import { colony61 } from "./draws_colony61.js";
import { powerGrid } from "./draws_power_grid.js";
import { drawSeed, Roll } from "./dice.js";
import { membersOf, Wrong } from "./spelling.js";

/**
 * `made`: labels in the order in which they were drawn, each once; `cards`: how many events turned cards up or dealt
 * them that were next in their deck; `left`: labels of what was drawn and wants the rules or their figures; `waited`:
 * how many draws waited for a round of their own; `gaveUpAt`: the round at which the players continued without rounds,
 * 0 if they did not.
 *
 * @typedef {{made: string[], cards: number, left: string[], waited: number, gaveUpAt: number}} Made
 * @typedef {Record<string, (game: Draws, event: any) => void>} Readings by topic
 */

/** @type {Readings} */
const READINGS = {
  ...powerGrid,
  ...cardGame,
  ...colony61,
  "table.DrawMade/1": (game, { round, signature, dealt }) => {
    game.found.waited += 1;
    game.seed = drawSeed(game.begunWith, round, signature);
    game.dealtAnew(dealt ?? {});
  },
  "table.RoundsGivenUp/1": (game, { round, dealt }) => {
    game.found.gaveUpAt = round;
    game.wait = false;
    game.seed = drawSeed(game.begunWith, round, "");
    game.dealtAnew(dealt ?? {});
  },
};
const STARTS_DRAWS = /^table\.(GameBegan|DrawMade)\/\d+$/;
const STARTED = /^[a-z0-9_]+\.GameStarted\/\d+$/;

/** The cards of one game by place, and the draws that were found. */
export class Draws {
  /** @param {string} seed hex @param {boolean} wait whether each draw waits for a round */
  constructor(seed, wait) {
    this.seed = seed;
    this.begunWith = seed;
    this.wait = wait;
    /** Whether the command at hand has had its round. */
    this.hasRound = false;
    /** Shuffles the unknown cards again, and holds `dealt` to them. @type {(dealt: any) => void} */
    this.dealtAnew = () => this.leave("all");
    /** @type {Made} */
    this.found = { made: [], cards: 0, left: [], waited: 0, gaveUpAt: 0 };
    this.players = 0;
    this.shuffles = 0;
    /** Decks and piles by name, top first. @type {Record<string, (string | number)[]>} */
    this.lies = {};
  }

  roll(/** @type {string} */ label) {
    if (!this.found.made.includes(label)) this.found.made.push(label);
    return new Roll(this.seed, label);
  }

  /** What was drawn but is not made again here. */
  leave(/** @type {string} */ label) {
    if (!this.found.left.includes(label)) this.found.left.push(label);
  }

  /** The game continues with the seed of the table. */
  seeded(/** @type {string} */ seed) {
    this.hold([seed], [this.seed], "the seed");
  }

  /**
   * @param {unknown[]} told
   * @param {unknown[]} drawn
   * @param {string} what
   * @param {string} [code] EVENT where it was open to all from the first
   */
  hold(told, drawn, what, code = "DICE") {
    if (JSON.stringify(told) !== JSON.stringify(drawn))
      throw new Wrong(code, `${what}: the dice give ${JSON.stringify(drawn).slice(0, SAID_MAX)}`);
  }

  /** Throws Wrong for a draw that waited for no round where each has to. */
  checkRound() {
    if (this.wait && !this.hasRound) throw new Wrong("EVENT", "a draw that waited for no round");
  }

  /** Cards that leave the top of a deck. @param {string} deck @param {(string | number)[]} cards */
  take(deck, cards) {
    this.checkRound();
    this.hold(cards, this.lies[deck].splice(0, cards.length), `the next of the ${deck}`);
    this.found.cards += 1;
  }
}

const SAID_MAX = 200;

/**
 * Throws Wrong with DICE at the first event that tells another draw. Of games that are not known here, tables whose
 * host gave the set-up, and games that continue from a position, nothing is made again: `left` is then `all`.
 *
 * @param {import("./file.js").Row[]} rows @param {import("./spelling.js").Value} opened @param {string} seed hex
 * @param {boolean} wait whether each draw after the start waits for a round (TB-DRAW) @returns {Made}
 */
export function drawsOf(rows, opened, seed, wait) {
  const draws = new Draws(seed, wait);
  const given = ["setup", "position"].some(name => (membersOf(opened).get(name)?.kind ?? "null") !== "null");
  const start = rows.find(({ topic }) => STARTED.test(topic));
  if (given || !start || !READINGS[start.topic]) return { made: [], cards: 0, left: ["all"], waited: 0, gaveUpAt: 0 };
  for (const { version, topic, body } of rows) {
    try {
      if (!READINGS[topic] && !wait) continue;
      const { event, command } = JSON.parse(body);
      if (command !== undefined) draws.hasRound = STARTS_DRAWS.test(topic);
      READINGS[topic]?.(draws, event);
    } catch (error) {
      if (error instanceof Wrong) throw new Wrong(error.code, error.says, version, topic);
      if (error instanceof TypeError) throw new Wrong("EVENT", "not an event of this game", version, topic);
      throw error;
    }
  }
  return draws.found;
}
