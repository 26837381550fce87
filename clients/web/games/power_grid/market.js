// The fuel market as tracks, with what is in the basket.
import { h, useMemo } from "../../vendor/preact.js";
import { classes, Part, upper, word } from "../kit.js";
import { Fuel } from "../marks.js";

/** @param {{game: games.Game, board: turnledger.PowerGridBoard, key?: any}} props */
export function MarketPart({ game, board }) {
  return h(
    Part,
    { title: game.t("Fuel market"), name: "market" },
    h(
      "div",
      { class: "g-tracks" },
      board.resourceMarket.map(row => h(Track, { key: row.type, game, board, row })),
      h(Uranium, { game, board }),
    ),
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
export const resupply = (game, board, type) =>
  game.edition.file.resupply?.[type]?.[board.seats.length]?.[board.stage - 1];

/**
 * Drawn again only when the fuel in it changes: a market has some 200 elements.
 * @param {{game: games.Game, board: turnledger.PowerGridBoard, row: turnledger.MarketRow, key?: any}} props
 */
function Track({ game, board, row }) {
  const cap = game.edition.file.price_cap_by_stage?.[board.stage - 1] ?? Infinity;
  const more = resupply(game, board, row.type);
  return useMemo(() => drawnTrack(game, row, cap, more), [game, game.edition, JSON.stringify(row), cap, more]);
}

/**
 * @param {games.Game} game
 * @param {turnledger.MarketRow} row
 * @param {number} cap
 * @param {number | undefined} more
 */
function drawnTrack(game, { type, spaces = [] }, cap, more) {
  const next = spaces.find(({ n }) => n);
  return h(
    "div",
    { class: "g-track", "data-fuel": type },
    h("span", { class: "g-fuelname" }, h(Fuel, { kind: type, size: 18 }), upper(word(game, type))),
    h("span", { class: "g-next", title: game.t("Price of the next one") }, next ? next.price : "–"),
    h(
      "span",
      {
        class: "g-spaces",
        role: "img",
        "aria-label":
          spaces
            .filter(({ n }) => n)
            .map(({ price, n }) => `${n} × ${price}`)
            .join(", ") || game.t("none left"),
      },
      spaces.map(({ price, n = 0 }) => {
        const room = places(game, type).find(([cost]) => cost === price)?.[1] ?? n;
        return h(
          "span",
          { key: price, class: classes("g-space", price > cap && "g-capped") },
          h("small", {}, price),
          h(
            "span",
            { class: "g-tokens" },
            Array.from({ length: Math.max(room, n) }, (_, at) =>
              h("i", { class: at < room - n ? "g-hollow" : `g-full g-${type}` }),
            ),
          ),
        );
      }),
    ),
    more === undefined
      ? null
      : h("span", { class: "g-more", title: game.t("Comes at the end of the round") }, `+${more}`),
  );
}

/** @param {games.Amounts} basket */
export const chosen = basket => Object.fromEntries(Object.entries(basket).filter(([, n]) => n));

/**
 * Australia: the price of uranium for a mine, and the tokens in the store.
 * @param {{game: games.Game, board: turnledger.PowerGridBoard, key?: any}} props
 */
function Uranium({ game, board }) {
  const track = board.modules?.find(each => each.uraniumTrack)?.uraniumTrack;
  if (!track) return null;
  const spaces = track.spaces ?? [];
  return h(
    "div",
    { class: "g-track", "data-fuel": "uranium" },
    h("span", { class: "g-fuelname" }, h(Fuel, { kind: "uranium", size: 18 }), game.t("Uranium, sold by mines")),
    h("span", { class: "g-next", title: game.t("Income of a mine now") }, spaces.findLast(({ n }) => !n)?.price ?? "–"),
    h(
      "span",
      { class: "g-spaces", role: "img", "aria-label": spaces.map(({ price, n }) => `${n} × ${price}`).join(", ") },
      spaces.map(({ price, n = 0 }, at) =>
        h(
          "span",
          { key: at, class: "g-space" },
          h("small", {}, price),
          h("span", { class: "g-tokens" }, h("i", { class: n ? "g-full g-uranium" : "g-hollow" })),
        ),
      ),
    ),
    h("span", { class: "g-more" }, game.t("store {n}", { n: track.store })),
  );
}
