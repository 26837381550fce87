// The fuel market as tracks, with what is in the basket.
import { h } from "../../vendor/preact.js";
import { draftOf } from "../draft.js";
import { classes, offered, Part, Press, upper, word } from "../kit.js";
import { Fuel } from "../marks.js";

/** @param {{game: games.Game, board: turnledger.PowerGridBoard, key?: any}} props */
export function MarketPart({ game, board }) {
  const option = offered(game, "buyResourcesOption")[0];
  return h(
    Part,
    { title: game.t("Fuel market"), name: "market" },
    h("div", { class: "g-tracks" }, board.resourceMarket.map((row) => h(Track, { key: row.type, game, board, row, option })), h(Uranium, { game, board })),
  );
}

/**
 * @param {games.Game} game
 * @param {string} type
 */
const places = (game, type) => game.edition.file.fuels?.[type]?.spaces ?? [];

/**
 * Tokens of a fuel that the market gets at the end of the round, as printed for this stage.
 * @param {games.Game} game
 * @param {turnledger.PowerGridBoard} board
 * @param {string} type
 */
const resupply = (game, board, type) => game.edition.file.resupply?.[type]?.[board.seats.length]?.[board.stage - 1];

/** @param {{game: games.Game, board: turnledger.PowerGridBoard, row: turnledger.MarketRow, option?: games.Offer<games.PowerGridAbout>, key?: any}} props */
function Track({ game, board, row: { type, spaces = [] }, option }) {
  const cap = game.edition.file.price_cap_by_stage?.[board.stage - 1] ?? Infinity;
  const next = spaces.find(({ n }) => n);
  const more = resupply(game, board, type);
  return h(
    "div",
    { class: "g-track", "data-fuel": type },
    h("span", { class: "g-fuelname" }, h(Fuel, { kind: type, size: 18 }), upper(word(game, type))),
    h("span", { class: "g-next", title: game.t("Price of the next one") }, next ? next.price : "–"),
    h(
      "span",
      { class: "g-spaces", role: "img", "aria-label": spaces.filter(({ n }) => n).map(({ price, n }) => `${n} × ${price}`).join(", ") || game.t("none left") },
      spaces.map(({ price, n = 0 }) => {
        const room = places(game, type).find(([cost]) => cost === price)?.[1] ?? n;
        return h("span", { key: price, class: classes("g-space", price > cap && "g-capped") }, h("small", {}, price), h("span", { class: "g-tokens" }, Array.from({ length: Math.max(room, n) }, (_, at) => h("i", { class: at < room - n ? "g-hollow" : `g-full g-${type}` }))));
      }),
    ),
    more === undefined ? null : h("span", { class: "g-more", title: game.t("Comes at the end of the round") }, `+${more}`),
    option ? h(Basket, { game, type, option }) : null,
  );
}

/**
 * − n +: what is to be bought of a fuel.
 * @param {{game: games.Game, type: string, option: games.Offer<games.PowerGridAbout>, key?: any}} props
 */
function Basket({ game, type, option }) {
  const { basket } = draftOf(game);
  const n = basket.value[type] ?? 0;
  const most = option.about.prices.find((each) => each.type === type)?.prices.length ?? 0;
  const put = (/** @type {number} */ to) => (basket.value = { ...basket.value, [type]: to });
  const refused = () => game.whyNot({ powerGrid: { buyResources: { items: { ...chosen(basket.value), [type]: n + 1 } } } });
  return h(
    "span",
    { class: "g-basket", role: "group", "aria-label": word(game, type) },
    h(Press, { game, label: game.t("{fuel}: one less", { fuel: word(game, type) }), why: !n, onPress: () => n && put(n - 1) }, "−"),
    h("output", {}, n),
    h(Press, { game, label: game.t("{fuel}: one more", { fuel: word(game, type) }), why: n >= most, does: `more-${type}`, onPress: () => (n < most ? put(n + 1) : refused()) }, "+"),
  );
}

/** @param {games.Amounts} basket */
export const chosen = (basket) => Object.fromEntries(Object.entries(basket).filter(([, n]) => n));

/**
 * Australia: what uranium is worth to a mine, and what lies in the store.
 * @param {{game: games.Game, board: turnledger.PowerGridBoard, key?: any}} props
 */
function Uranium({ game, board }) {
  const track = board.modules?.find((each) => each.uraniumTrack)?.uraniumTrack;
  if (!track) return null;
  const spaces = track.spaces ?? [];
  return h(
    "div",
    { class: "g-track", "data-fuel": "uranium" },
    h("span", { class: "g-fuelname" }, h(Fuel, { kind: "uranium", size: 18 }), game.t("Uranium, sold by mines")),
    h("span", { class: "g-next", title: game.t("What a mine gets now") }, spaces.findLast(({ n }) => !n)?.price ?? "–"),
    h("span", { class: "g-spaces", role: "img", "aria-label": spaces.map(({ price, n }) => `${n} × ${price}`).join(", ") }, spaces.map(({ price, n = 0 }, at) => h("span", { key: at, class: "g-space" }, h("small", {}, price), h("span", { class: "g-tokens" }, h("i", { class: n ? "g-full g-uranium" : "g-hollow" }))))),
    h("span", { class: "g-more" }, game.t("store {n}", { n: track.store })),
  );
}
