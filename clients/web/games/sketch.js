// The round as a player sketches it: kept in this browser, never sent by itself, and undone for free.
import { local } from "../storage.js";
import { signal } from "../vendor/preact.js";

const KEPT = "turnledger.sketch.";
/** Games whose sketch a browser keeps, and steps that can be undone. */
const GAMES_MAX = 20;
const PAST_MAX = 30;
const FORM = 1;

/** @type {games.Wishes} */
export const NOTHING = { round: 0, plant: null, fuel: {}, cities: [], cards: [], more: 0, ends: true };

/** @param {games.Wishes} wishes */
export const isEmpty = ({ plant, fuel, cities, cards }) =>
  !plant && !cities.length && !cards.length && !Object.keys(fuel).length;

export class Sketch {
  /** @param {games.Game} game @param {games.SketchModel} model */
  constructor(game, model) {
    this.game = game;
    this.model = model;
    this.name = KEPT + game.id;
    const kept = local.json(this.name, /** @type {any} */ ({}));
    const isOwn = kept.form === FORM && kept.seat === game.seat;
    const wishes = isOwn ? checked(kept.wishes) : NOTHING;
    this.now$ = signal({ wishes, past: /** @type {games.Wishes[]} */ ([]) });
    /** Why the plan stopped, or that it is done. */
    this.said$ = signal("");
    /** @type {{of: unknown[], found: games.Reading} | null} */
    this.known = null;
  }

  get wishes() {
    return this.now$.value.wishes;
  }

  get canUndo() {
    return this.now$.value.past.length > 0;
  }

  /** Whether it was made for a round that is over. */
  get isStale() {
    return !isEmpty(this.wishes) && this.wishes.round !== this.model.roundOf(this.game);
  }

  /** The steps with their prices of now, and the cities that could be added. @returns {games.Reading} */
  reading() {
    const of = [this.game.snapshot, this.wishes, this.game.edition];
    if (this.known?.of.every((each, place) => each === of[place])) return this.known.found;
    this.known = { of, found: this.model.read(this.game, this.wishes) };
    return this.known.found;
  }

  /** @param {Partial<games.Wishes>} changed */
  change(changed) {
    const { wishes, past } = this.now$.value;
    const round = isEmpty(wishes) ? this.model.roundOf(this.game) : wishes.round;
    this.#set({ ...wishes, round, ...changed }, [...past, wishes].slice(-PAST_MAX));
  }

  undo() {
    const { past } = this.now$.value;
    if (past.length) this.#set(/** @type {games.Wishes} */ (past.at(-1)), past.slice(0, -1));
  }

  clear() {
    const { more, ends } = this.wishes;
    this.change({ ...NOTHING, more, ends });
  }

  /** Takes the prices of now, and for this round what was sketched for another. */
  renew() {
    this.change({ ...this.model.renewed(this.game, this.wishes), round: this.model.roundOf(this.game) });
  }

  /** @param {string} city */
  touchCity(city) {
    this.model.touchCity?.(this, city);
  }

  /** @param {string} card */
  touchCard(card) {
    this.model.touchCard?.(this, card);
  }

  /** @param {string} plant */
  touchPlant(plant) {
    this.model.touchPlant(this, plant);
  }

  /** @param {games.Wishes} wishes @param {games.Wishes[]} past */
  #set(wishes, past) {
    this.now$.value = { wishes, past };
    if (isEmpty(wishes)) return local.remove(this.name);
    const others = local.names().filter(name => name.startsWith(KEPT) && name !== this.name);
    for (const name of others.slice(0, Math.max(0, others.length - GAMES_MAX + 1))) local.remove(name);
    local.set(this.name, JSON.stringify({ form: FORM, seat: this.game.seat, wishes }));
  }
}

const number = (/** @type {unknown} */ value) => (Number.isInteger(value) ? Number(value) : 0);

/**
 * Stored wishes, without what is not of their form: a browser may have kept anything.
 * @param {any} kept
 * @returns {games.Wishes}
 */
function checked(kept) {
  const { round, plant, fuel, cities, cards, more, ends } = kept ?? {};
  const fuels = /** @type {[string, any][]} */ (Object.entries(fuel ?? {})).map(
    ([kind, each]) =>
      /** @type {[string, games.Wishes["fuel"][string]]} */ ([
        kind,
        { n: number(each?.n), had: number(each?.had), top: number(each?.top), at: number(each?.at) },
      ]),
  );
  return {
    round: number(round),
    plant: typeof plant?.id === "string" ? { id: plant.id, most: number(plant.most) } : null,
    fuel: Object.fromEntries(fuels.filter(([, { n }]) => n > 0)),
    cities: (Array.isArray(cities) ? cities : [])
      .filter(each => typeof each?.city === "string")
      .map(({ city, mode, at }) => ({ city, mode: mode === "START" ? "START" : "EXTEND", at: number(at) })),
    cards: (Array.isArray(cards) ? cards : [])
      .filter(each => typeof each?.card === "string" && typeof each.fuel === "string")
      .map(({ card, fuel: kind, units, at }) => ({ card, fuel: kind, units: number(units), at: number(at) })),
    more: number(more),
    ends: ends !== false,
  };
}
