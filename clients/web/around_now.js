// The present: players at public tables, and small pictures of their boards.
import { call } from "./api.js";
import { now } from "./clock.js";
import { load } from "./games/edition.js";
import { gameOf } from "./games/index.js";
import { pictureOf } from "./game_cards.js";
import { t } from "./i18n.js";
import { lookOf, nameOf } from "./looks.js";
import { variants } from "./state.js";
import { h, useEffect, useState } from "./vendor/preact.js";

/** @typedef {turnledger.Table} Table */

const RECENT_MS = 10 * 60_000;
const NAMES_MAX = 24;
const AGAIN_MS = 30_000;
const WIDE = 96;
const HIGH = 60;

/**
 * Players at public tables where something happened in the last minutes; nothing else is public.
 * @param {{tables: Table[]}} props
 */
export function Present({ tables }) {
  const people = new Map();
  for (const { status, changeTime, occupants } of tables) {
    if (
      !["TABLE_STATUS_OPEN", "TABLE_STATUS_RUNNING"].includes(status) ||
      now() - Date.parse(changeTime ?? "") > RECENT_MS
    )
      continue;
    for (const each of occupants) if (each.accountId && !each.bot) people.set(each.accountId, nameOf(each));
  }
  const shown = [...people].slice(0, NAMES_MAX);
  return h(
    "section",
    { class: "present", "aria-label": t("Players at public tables") },
    h("h2", {}, t("Players at public tables"), " ", h("small", {}, people.size || "")),
    people.size
      ? h(
          "ul",
          {},
          shown.map(([id, name]) => h("li", { key: id }, h("a", { href: `#/player/${id}` }, name))),
          people.size > shown.length ? h("li", {}, t("and {n} more", { n: people.size - shown.length })) : null,
        )
      : h("p", { class: "empty" }, t("No moves there in the last ten minutes.")),
  );
}

/** A public table's board, small: the map with its houses, or what each player has. @param {{table: Table}} props */
export function Miniature({ table }) {
  const [drawn, draw] = useState(/** @type {any} */ (null));
  const { gameId, variant, version } = table;
  useEffect(() => {
    const stop = new AbortController();
    const look = async () => {
      const { snapshot } = await call("Views/GetBoard", { gameId, parts: { board: true } }, stop.signal);
      const board = snapshot?.board;
      const edition = board?.powerGrid
        ? await load((method, message) => call(method, message, stop.signal), board, variant)
        : null;
      if (board && !stop.signal.aborted) draw({ board, edition, figure: await figureOf(board) });
    };
    const again = () => look().catch(error => stop.signal.aborted || console.warn(error.message));
    again();
    const timer = setInterval(() => document.visibilityState === "visible" && again(), AGAIN_MS);
    return () => (clearInterval(timer), stop.abort());
  }, [gameId, version]);
  const names = variants.value.get(variant);
  const inside = !drawn
    ? pictureOf(names?.game ?? "")
    : drawn.edition
      ? mapOf(drawn.board.powerGrid, drawn.edition.data.map, table)
      : barsOf(drawn.board, drawn.figure, table);
  return h(
    "svg",
    { class: "miniature", viewBox: `0 0 ${WIDE} ${HIGH}`, "aria-hidden": "true", "data-drawn": drawn ? "" : undefined },
    inside,
  );
}

/** The figure by which seats are compared. @param {turnledger.Board} board */
async function figureOf(board) {
  const about = await gameOf(board)?.about();
  return about ? { seats: about.seats, of: Object.values(about.figures)[0] } : null;
}

const colourOf = (/** @type {Table} */ { occupants }, /** @type {number} */ seat) => lookOf(occupants[seat], "").color;

/** @param {turnledger.PowerGridBoard} board @param {turnledger.PowerGridMap} map @param {Table} table */
function mapOf(board, map, table) {
  const cities = new Map(
    map.cities
      .filter(({ region }) => !board.regions?.length || board.regions.includes(region))
      .map(city => [city.id, city]),
  );
  const places = [...cities.values()];
  const [left, right] = [Math.min(...places.map(({ x }) => x)), Math.max(...places.map(({ x }) => x))];
  const [top, bottom] = [Math.min(...places.map(({ y }) => y)), Math.max(...places.map(({ y }) => y))];
  const scale = Math.min((WIDE - 10) / (right - left || 1), (HIGH - 10) / (bottom - top || 1));
  const at = (/** @type {{x: number, y: number}} */ { x, y }) => [
    WIDE / 2 + (x - (left + right) / 2) * scale,
    HIGH / 2 + (y - (top + bottom) / 2) * scale,
  ];
  const houses = new Map((board.houses ?? []).map(({ city, seats }) => [city, seats]));
  const ways = map.links.flatMap(({ cityA, cityB }) => {
    const ends = [cities.get(cityA), cities.get(cityB)];
    return ends[0] && ends[1] ? [`M${at(ends[0]).map(Math.round)}L${at(ends[1]).map(Math.round)}`] : [];
  });
  return [
    h("path", { class: "p-way", d: ways.join("") }),
    places.map(city => {
      const [cx, cy] = at(city);
      const seats = houses.get(city.id) ?? [];
      return seats.length
        ? seats.map((seat, n) =>
            h("circle", { key: `${city.id} ${n}`, cx: cx + n * 3, cy, r: 3, fill: colourOf(table, seat) }),
          )
        : h("circle", { key: city.id, class: "p-free", cx, cy, r: 1.2 });
    }),
  ];
}

/** @param {any} board @param {{seats: string, of: (seat: any) => number} | null} figure @param {Table} table */
function barsOf(board, figure, table) {
  const seats = figure ? (Object.values(board)[0]?.[figure.seats] ?? []) : [];
  const most = Math.max(1, ...seats.map((/** @type {any} */ each) => figure?.of(each) ?? 0));
  const row = HIGH / Math.max(1, seats.length);
  return seats.map((/** @type {any} */ each, /** @type {number} */ n) =>
    h("rect", {
      key: n,
      x: 2,
      y: n * row + 2,
      rx: 2,
      height: Math.max(2, row - 4),
      width: 4 + ((WIDE - 8) * Math.max(0, figure?.of(each) ?? 0)) / most,
      fill: colourOf(table, each.seat ?? n),
    }),
  );
}
