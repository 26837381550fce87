// Motion that tells what a move changed: things are measured before and after (FLIP), and the Web Animations API plays
// the way between. Nothing here changes the board itself, so motion can end at any moment.
import { Ghosts } from "./ghosts.js";

const MS = 340;
const EASE = "cubic-bezier(.2, .7, .2, 1)";
const THINGS = ".g-plants [data-plant], .g-seats [data-plant], .g-resources [data-card], .g-seats [data-card]";
const PLACES = ".g-order > *, .g-seats > ol > li";
const FIGURES = ".g-cash, .in-short > b";
const TOKENS_MAX = 3;

/** @typedef {{element: Element, box: DOMRect, owned: boolean}} Thing */
/**
 * A board as it is drawn. `things`: plants and cards by name; `places`: players in their order; `figures`: money;
 * `houses`: what is built; `tokens`: places of fuel in the market, by kind.
 * @typedef {{board: any, things: Map<string, Thing>, places: Map<Element, {box: DOMRect, at: number}>,
 *   figures: Map<Element, string>, houses: Set<Element>, tokens: Map<string, DOMRect[]>}} Picture
 */

/** @param {any} game @returns {Picture} */
export function pictureOf(game) {
  const root = document.querySelector("main.game");
  const all = (/** @type {string} */ what) => [...(root?.querySelectorAll(what) ?? [])];
  /** @type {Map<string, Thing>} */
  const things = new Map();
  for (const element of all(THINGS)) {
    const { plant, card } = /** @type {HTMLElement} */ (element).dataset;
    const box = element.getBoundingClientRect();
    if (box.width) things.set(plant ?? `card ${card}`, { element, box, owned: Boolean(element.closest(".g-seats")) });
  }
  const tokens = new Map();
  for (const track of all(".g-track")) {
    const full = [...track.querySelectorAll(".g-full")].slice(0, TOKENS_MAX).map(each => each.getBoundingClientRect());
    tokens.set(/** @type {HTMLElement} */ (track).dataset.fuel, full);
  }
  return {
    board: Object.values(game.snapshot?.board ?? {})[0],
    things,
    places: new Map(
      all(PLACES).map(each => [
        each,
        {
          box: each.getBoundingClientRect(),
          at: [.../** @type {Element} */ (each.parentElement).children].indexOf(each),
        },
      ]),
    ),
    figures: new Map(all(FIGURES).map(each => [each, each.textContent ?? ""])),
    houses: new Set(all(".g-house-at, .g-built > li")),
    tokens,
  };
}

export class Moving {
  /** @type {Set<Animation>} */
  #running = new Set();
  /** Figures that count: what they end with. @type {Map<Text, string>} */
  #counting = new Map();
  #ghosts = new Ghosts();

  /** Whether something moves now. */
  get isOn() {
    return this.#running.size + this.#counting.size > 0;
  }

  /** Ends all motion at once: everything is where it belongs. */
  end() {
    for (const each of this.#running) each.cancel();
    this.#running.clear();
    for (const [text, last] of this.#counting) text.data = last;
    this.#counting.clear();
    this.#ghosts.clear();
  }

  /**
   * Shows the way from one picture of the board to another.
   * @param {any} game
   * @param {Picture} before
   * @param {Picture} after
   */
  show(game, before, after) {
    this.#reorder(before, after);
    for (const [name, thing] of after.things) this.#thing(before.things.get(name), thing, before.things.size > 0);
    this.#build(before, after);
    this.#bid(game, before, after);
    this.#fuel(game, before, after);
    this.#count(before, after);
  }

  /** @param {Element} element @param {Keyframe[]} frames @param {number} [delay] */
  #play(element, frames, delay = 0) {
    const animation = element.animate(frames, { duration: MS, easing: EASE, delay, fill: "backwards" });
    this.#running.add(animation);
    const over = () => void this.#running.delete(animation);
    animation.finished.then(over, over); // cancelled: ended by a press
    return animation;
  }

  /** Players change places in the turn order. @param {Picture} before @param {Picture} after */
  #reorder(before, after) {
    for (const [element, { box, at }] of after.places) {
      const from = before.places.get(element);
      if (from && from.at !== at && from.box.width && box.width)
        this.#play(element, [
          { translate: `${from.box.left - box.left}px ${from.box.top - box.top}px` },
          { translate: "0 0" },
        ]);
    }
  }

  /**
   * A plant or a card comes into the market, or is carried to its owner.
   * @param {Thing | undefined} before
   * @param {Thing} after
   * @param {boolean} known
   */
  #thing(before, after, known) {
    if (before && after.owned && !before.owned) this.#carry(after.element, before.box, after.element, after.box);
    else if (!before && known && !after.owned)
      this.#play(after.element, [
        { opacity: 0, translate: "0 -12px" },
        { opacity: 1, translate: "0 0" },
      ]);
  }

  /**
   * A copy travels; the real one is seen when it arrives.
   * @param {Element} what
   * @param {DOMRect} from
   * @param {Element | null} real
   * @param {DOMRect} to
   * @param {number} [delay]
   */
  #carry(what, from, real, to, delay = 0) {
    const ghost = this.#ghosts.of(what, from, to);
    if (!ghost) return;
    const travel = this.#play(ghost.element, ghost.frames, delay);
    const gone = () => ghost.element.remove();
    travel.finished.then(gone, gone);
    if (real) this.#play(real, [{ opacity: 0 }, { opacity: 0, offset: 0.95 }, { opacity: 1 }], delay);
  }

  /** Houses and modules drop onto their places. @param {Picture} before @param {Picture} after */
  #build(before, after) {
    if (built(after.board) <= built(before.board)) return;
    for (const each of after.houses) {
      if (!before.houses.has(each))
        this.#play(each, [
          { opacity: 0, translate: "0 -46px" },
          { opacity: 1, translate: "0 0", offset: 0.7 },
          { translate: "0 -5px", offset: 0.85 },
          { translate: "0 0" },
        ]);
    }
  }

  /** A bid goes from its bidder to the plant. @param {any} game @param {Picture} before @param {Picture} after */
  #bid(game, before, after) {
    const { lot } = after.board ?? {};
    const bidder = lot?.bidders?.at(-1);
    const to = seen([".g-hammer", ".g-plants .g-lot"])?.getBoundingClientRect();
    if (!to || bidder === undefined || lot.bid === before.board?.lot?.bid) return;
    const head = headOf(bidder);
    const chip = head && this.#ghosts.bid(head.querySelector(".sign"), game.t("{n} E", { n: lot.bid }));
    if (chip) this.#carry(chip, head.getBoundingClientRect(), null, to);
  }

  /**
   * Tokens go from the market to the plant that burns them.
   * @param {any} game
   * @param {Picture} before
   * @param {Picture} after
   */
  #fuel(game, before, after) {
    for (const { seat = 0, fuel = {} } of after.board?.seats ?? []) {
      const had = before.board?.seats?.find((/** @type {any} */ each) => (each.seat ?? 0) === seat)?.fuel ?? {};
      for (const [kind, n] of Object.entries(fuel)) {
        const bought = n - (had[kind] ?? 0);
        const picture = document.querySelector(`.g-track[data-fuel="${CSS.escape(kind)}"] .g-fuelname .g-fuel`);
        const to = placeOf(seat, kind);
        if (!picture || !to || bought <= 0 || inMarket(after.board, kind) >= inMarket(before.board, kind)) continue;
        (before.tokens.get(kind) ?? [])
          .slice(0, bought)
          .forEach((from, place) => this.#carry(picture, from, null, to, place * 60));
      }
    }
  }

  /** Money counts from what it was. @param {Picture} before @param {Picture} after */
  #count(before, after) {
    const steps = [...after.figures].flatMap(([element, now]) => {
      const text = element.firstChild;
      const [from, to] = [before.figures.get(element), now].map(each =>
        Number.parseInt(/-?\d+/.exec(each ?? "")?.[0] ?? "", 10),
      );
      return text instanceof Text && Number.isFinite(from) && Number.isFinite(to) && from !== to
        ? [{ text, last: text.data, from, to }]
        : [];
    });
    if (!steps.length) return;
    const start = performance.now();
    for (const { text, last } of steps) this.#counting.set(text, last);
    const tick = () => {
      const part = Math.min(1, (performance.now() - start) / MS);
      for (const { text, last, from, to } of steps) {
        if (this.#counting.get(text) !== last) continue; // ended, or drawn again since
        text.data = part < 1 ? last.replace(/-?\d+/, String(Math.round(from + (to - from) * part))) : last;
        if (part === 1) this.#counting.delete(text);
      }
      if (part < 1) requestAnimationFrame(tick);
    };
    tick();
  }
}

/** How much is built: houses on a map, modules of a colony. @param {any} board */
export const built = board =>
  [
    ...(board?.houses ?? []).map((/** @type {any} */ { seats }) => seats),
    ...(board?.corporations ?? []).map((/** @type {any} */ { modules }) => modules ?? []),
  ].reduce((n, { length }) => n + length, 0);

/** @param {any} board @param {string} kind */
const inMarket = (board, kind) =>
  (board?.resourceMarket?.find((/** @type {any} */ { type }) => type === kind)?.spaces ?? []).reduce(
    (/** @type {number} */ all, /** @type {any} */ { n = 0 }) => all + n,
    0,
  );

/** A player in the table's head. @param {number} seat */
const headOf = seat => document.querySelector(`.game-head .seats > li:nth-child(${seat + 1})`);

/**
 * Where a seat's fuel is seen: on a plant that burns it, in its stock, or at the player.
 * @param {number} seat
 * @param {string} kind
 */
function placeOf(seat, kind) {
  const row = `.g-seats [data-seat="${seat}"]`;
  const found = seen([`${row} .g-kind-${CSS.escape(kind)}`, `${row} .g-kind-hybrid`, `${row} .g-stock`]);
  return (found ?? headOf(seat))?.getBoundingClientRect();
}

/** The first of several things that is drawn. @param {string[]} names */
const seen = names => names.map(each => document.querySelector(each)).find(each => each?.getBoundingClientRect().width);
