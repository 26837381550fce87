// The colony: its card, and the seven resources on their tracks.
import { h } from "../../vendor/preact.js";
import { mark, markSays } from "../edition.js";
import { classes, named, Part, upper } from "../kit.js";
import { effect, resource } from "./cards.js";

/** @param {{game: games.Game, board: turnledger.Colony61Board, key?: any}} props */
export function TracksPart({ game, board }) {
  const rows = [...game.edition.data.resources].sort((a, b) => a.order - b.order);
  return h(
    Part,
    { title: game.t("Resources of the colony"), name: "resources" },
    h(
      "div",
      { class: "g-markers" },
      rows.map(row =>
        h(Track, { key: row.id, game, row, at: board.markers[row.id] ?? 0, price: board.prices[row.id] }),
      ),
    ),
    h(
      "p",
      { class: "g-note" },
      game.t("Dotted places use up other resources."),
      " ",
      rows.some(({ id }) => mark(game, `resources.${id}`, "prices")) ? markSays(game) : "",
    ),
  );
}

/**
 * One cell per position: the marker is on one, and every price is shown.
 * @param {{game: games.Game, row: turnledger.Colony61Resource, at: number, price: number, key?: any}} props
 */
function Track({ game, row, at, price }) {
  const uses = new Map(
    (row.blackPictograms ?? []).map(({ position, reduces }) => [
      position,
      reduces.map(id => resource(game, id)).join(", "),
    ]),
  );
  return h(
    "div",
    { class: "g-marker", "data-resource": row.id },
    h("span", {}, upper(named(row.names, row.id))),
    h("b", {}, at),
    h("span", { class: "g-price" }, game.t("price {n}", { n: price }), mark(game, `resources.${row.id}`, "prices")),
    h(
      "span",
      { class: "g-cells", role: "img", "aria-label": game.t("from {min} to {max}", row) },
      row.prices.map((cost, n) => {
        const position = row.min + n;
        const says =
          game.t("{position}: price {cost}", { position, cost }) +
          (uses.has(position) ? `, ${game.t("uses up {what}", { what: uses.get(position) })}` : "");
        return h(
          "i",
          {
            key: position,
            title: says,
            class: classes(position === at && "g-at", position === 0 && "g-zero", uses.has(position) && "g-uses"),
          },
          position === at ? cost : "",
        );
      }),
    ),
  );
}

/** @type {Record<string, (t: games.Game["t"], e: any) => string>} */
const CONDITIONS = {
  resource: (t, e) =>
    e.atMost === undefined
      ? t("{resource} at {n} or above", e) +
        (e.notBeforeTurn ? `, ${t("from turn {n} on", { n: e.notBeforeTurn })}` : "")
      : t("{resource} at {n} or below", e),
  turns: (t, e) => t("turn {n} is over", e),
  player_modules: (t, e) => t("a player has {n} modules", e),
  colony_modules: (t, e) => t("the colony has {n} modules", e),
};

/**
 * @param {games.Game} game
 * @param {number} players
 * @param {turnledger.Colony61EndCondition} each
 */
const condition = (game, players, each) => {
  const n = each.atMost ?? each.count ?? each.atLeast?.[players];
  return (
    CONDITIONS[each.kind]?.(game.t, { ...each, n, resource: each.resource && upper(resource(game, each.resource)) }) ??
    each.kind
  );
};

/**
 * The text of the colony card: the end of the game, the defeat of the colony, its changes.
 * @param {{game: games.Game, board: turnledger.Colony61Board, key?: any}} props
 */
export function ColonyPart({ game, board }) {
  const card = game.edition.data.colonies.find(({ id }) => id === board.colony);
  if (!card) return null;
  const listed = (/** @type {turnledger.Colony61EndCondition[]} */ conditions = []) =>
    conditions.map(each => condition(game, board.corporations.length, each)).join("; ");
  return h(
    Part,
    {
      title: named(card.names, card.id),
      name: "colony",
      more: game.t("turn {turn} of {all}", { turn: board.turn, all: card.turnTrack }),
    },
    h("p", {}, h("b", {}, game.t("The game ends when:")), " ", listed(card.end), "."),
    card.defeat?.length
      ? h("p", {}, h("b", {}, game.t("The colony is lost when:")), " ", listed(card.defeat), ".")
      : null,
    (card.bonuses ?? []).map(each => h("p", { key: each.kind }, effect(game, each))),
    mark(game, `colonies.${card.id}`) ? h("p", { class: "g-note" }, markSays(game)) : null,
  );
}
