// Cards of Colony-61: what a module costs, supplies, does and is worth, in words.
import { h } from "../../vendor/preact.js";
import { mark, markSays } from "../edition.js";
import { classes, isBusy, named, word } from "../kit.js";

/**
 * The kind of a card: `mine` of `mine-3`.
 * @param {string} card
 */
export const kindOf = card => card.replace(/-\d+$/, "");

/**
 * @param {games.Game} game
 * @param {string} kind
 */
const face = (game, kind) =>
  game.edition.data.modules.find((/** @type {turnledger.Colony61ModuleKind} */ { id }) => id === kind);
/**
 * @param {games.Game} game
 * @param {string} id
 */
export const resource = (game, id) =>
  named(
    game.edition.data.resources.find((/** @type {turnledger.Colony61Resource} */ each) => each.id === id)?.names,
    id,
  );
/**
 * @param {games.Game} game
 * @param {string} id
 */
const type = (game, id) =>
  named(game.edition.data.types.find((/** @type {turnledger.Colony61Type} */ each) => each.id === id)?.names, id);
/**
 * @param {games.Game} game
 * @param {string} card
 */
export const cardName = (game, card) => word(game, kindOf(card));

/**
 * `2×10, 1×5`: cubes of money.
 * @param {Partial<turnledger.Colony61Cubes>} [it]
 */
export const cubes = ({ ones = 0, fives = 0, tens = 0 } = {}) =>
  [
    [tens, 10],
    [fives, 5],
    [ones, 1],
  ]
    .filter(([n]) => n)
    .map(([n, value]) => `${n}×${value}`)
    .join(", ") || "0";
/** @param {Partial<turnledger.Colony61Cubes>} [it] */
export const worth = ({ ones = 0, fives = 0, tens = 0 } = {}) => ones + 5 * fives + 10 * tens;

/** @type {Record<string, (t: games.Game["t"], e: any) => string>} */
const EFFECTS = {
  price_income: (t, e) =>
    e.plus ? t("Income: price of {resource} × {times} + {plus}.", e) : t("Income: price of {resource} × {times}.", e),
  flat_income: (t, e) => t("Income: {amount}.", e),
  view: (t, e) => t("View: {amount}.", e),
  module_bonus: (t, e) => t("Adds {amount} to the income of one {module}.", e),
  type_bonus: (t, e) => t("Adds {amount} to the income of one module of the type: {type}.", e),
  any_bonus: (t, e) => t("Adds {amount} to the income of any one module.", e),
  resource_present_bonus: (t, e) => t("Income: {amount} while {resource} is above 0.", e),
  module_count_bonus: (t, e) => t("Income: {amount} while the colony has {atLeast} or more of: {module}.", e),
  per_resource_income: (t, e) => t("Income: {amount} for every {per} of {resource}.", e),
  storage_level: (t, e) => t("Storage: {levels} level more.", e),
  merge_supply_and_type: (t, e) =>
    t("Joins the incomes of a module that supplies {resource} and one of the type: {type}.", e),
  merge_same_type: (t, e) => t("Joins the incomes of {cards} modules of one type.", e),
  pay_together: (t, e) => t("{builds} cards may be paid together.", e),
  influence_by_resource: (t, e) => t("Influence at the end by {resource}: {steps}.", e),
  influence_per_supplier: (t, e) =>
    t("Influence at the end: {amount} for each own module that supplies {resource}.", e),
  influence_per_type: (t, e) => t("Influence at the end: {amount} for each own module of the type: {type}.", e),
  type_discount: (t, e) => t("Modules of the type {type} cost {amount} less.", e),
  start_view: (t, e) => t("The view of all players is {amount} greater.", e),
  subsidy: (t, e) => t("All players get {amount} each turn.", e),
  upkeep: (t, e) => t("Upkeep: {amount} each turn.", e),
};

/**
 * An effect in a sentence.
 * @param {games.Game} game
 * @param {turnledger.Colony61Effect} it
 */
export function effect(game, { kind, ...its }) {
  const steps = its.steps
    ?.map(({ position, influence }) => game.t("{influence} from {position}", { influence, position }))
    .join(", ");
  const said = {
    ...its,
    steps,
    resource: its.resource && resource(game, its.resource),
    type: its.type && type(game, its.type),
    module: its.module && word(game, its.module),
  };
  return EFFECTS[kind]?.(game.t, said) ?? kind;
}

/**
 * All that is printed on a kind of module, in words.
 * @param {games.Game} game
 * @param {string} kind
 */
export function printed(game, kind) {
  const card = face(game, kind);
  if (!card) return [];
  const supplied = Object.entries(card.supplies ?? {})
    .map(([id, n]) => `${n} ${resource(game, id)}`)
    .join(", ");
  return [
    supplied && game.t("Supplies {what}.", { what: supplied }),
    ...(card.effects ?? []).map(each => effect(game, each)),
    game.t("Influence at the end: {n}.", { n: card.influence }),
  ].filter(Boolean);
}

/**
 * Cards next to each other, with what the mark of some of them means, once.
 * @param {{game: games.Game, cards: string[], most?: number, children: (card: string) => any, key?: any}} props
 */
export const Hand = ({ game, cards, most, children }) => [
  h("div", { key: "hand", class: "g-hand", "data-most": most }, cards.map(children)),
  cards.some(card => mark(game, `modules.${kindOf(card)}`))
    ? h("p", { key: "mark", class: "g-note" }, markSays(game))
    : null,
];

/** A word that is wider than a card, in the usual size. */
const LONG = /[^\s-]{16}/;

/**
 * A card with its words. `pressed`: it is a toggle.
 * @param {{game: games.Game, card: string, cost?: number, pressed?: boolean, does?: string, onPress?: games.Press,
 *   key?: any}} props
 */
export function Card({ game, card, cost, pressed, does, onPress }) {
  const kind = kindOf(card);
  const name = cardName(game, card);
  const about = {
    class: classes("g-module", `g-type-${face(game, kind)?.type ?? "none"}`, pressed && "g-picked"),
    "data-card": card,
  };
  const inside = [
    h(
      "span",
      { class: "g-modhead" },
      h("b", { class: classes(LONG.test(name) && "g-long") }, name, mark(game, `modules.${kind}`)),
      h(
        "span",
        { class: "g-cost" },
        game.t("{n} $", { n: cost ?? face(game, kind)?.cost ?? "–" }),
        mark(game, `modules.${kind}`, "cost"),
      ),
    ),
    h("span", { class: "g-modtype" }, type(game, face(game, kind)?.type ?? "")),
    printed(game, kind).map(line => h("small", { key: line }, line)),
  ];
  return onPress
    ? h(
        "button",
        {
          type: "button",
          ...about,
          "data-do": does,
          disabled: isBusy(game),
          "aria-pressed": String(Boolean(pressed)),
          onClick: onPress,
        },
        inside,
      )
    : h("div", about, inside);
}

/**
 * Built modules, equal ones together; `details` describes their effects.
 * @param {{game: games.Game, modules?: turnledger.Colony61Module[], key?: any}} props
 */
export function Modules({ game, modules = [] }) {
  const counts = new Map();
  for (const { kind } of modules) counts.set(kind, (counts.get(kind) ?? 0) + 1);
  if (!counts.size) return h("span", { class: "g-note" }, game.t("no modules"));
  return h(
    "ul",
    { class: "g-built" },
    [...counts].map(([kind, n]) =>
      h(
        "li",
        { key: kind, class: `g-type-${face(game, kind)?.type}` },
        h(
          "details",
          {},
          h("summary", {}, n > 1 ? `${n} × ` : "", word(game, kind)),
          [...printed(game, kind), mark(game, `modules.${kind}`) && markSays(game)].map(line =>
            h("small", { key: line }, line),
          ),
        ),
      ),
    ),
  );
}
