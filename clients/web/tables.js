// Tables as lists show them, and the public ones live.
import { call, watch } from "./api.js";
import { uuid } from "./browser.js";
import { ago, t } from "./i18n.js";
import { lookOf, nameOf } from "./looks.js";
import { sitDown } from "./own_chance.js";
import { me, roundName, variantName } from "./state.js";
import { local } from "./storage.js";
import { Chip, explain, Later } from "./ui.js";
import { h, signal, useEffect, useMemo } from "./vendor/preact.js";

/** @typedef {turnledger.Table} Table */

const SHOWN = 50;
const STATUS = /** @type {Record<string, string>} */ ({
  open: "TABLE_STATUS_OPEN",
  running: "TABLE_STATUS_RUNNING",
  finished: "TABLE_STATUS_FINISHED",
});
export const statusOf = (/** @type {Table} */ { status }) => status.replace("TABLE_STATUS_", "").toLowerCase();

/** Public tables by game, kept up to date by one stream. */
class PublicTables {
  tables = signal(/** @type {Map<string, Table>} */ (new Map()));
  known = signal(false);
  resumeToken = "";
  /** What is known; drawn once a burst is over. @type {Map<string, Table>} */
  all = new Map();
  drawing = 0;

  async follow(/** @type {AbortSignal} */ stop) {
    await watch(
      "Views/WatchLobby",
      () => ({ resumeToken: this.resumeToken }),
      async ({ tables, resumeToken }) => {
        const first = !this.resumeToken;
        this.resumeToken = resumeToken;
        if (first) await this.read(stop);
        this.take(tables);
      },
      stop,
    );
  }

  async read(/** @type {AbortSignal} */ stop) {
    const pages = await Promise.all(
      Object.values(STATUS).map(status => call("Lobby/ListTables", { status, pageSize: SHOWN }, stop)),
    );
    for (const { tables } of pages) this.take(tables);
    this.draw();
    this.known.value = true;
  }

  /**
   * After a long absence hundreds of changes arrive at once: drawn one by one they would freeze the page for a minute.
   */
  take(/** @type {Table[]} */ tables) {
    for (const each of tables)
      if (each.version >= (this.all.get(each.gameId)?.version ?? 0)) this.all.set(each.gameId, each);
    if (tables.length) this.drawing ||= setTimeout(() => this.draw());
  }

  draw() {
    clearTimeout(this.drawing);
    this.drawing = 0;
    this.tables.value = new Map(this.all);
  }

  /** The newest first. */
  of(/** @type {string} */ status, /** @type {string} */ variant) {
    const found = [...this.tables.value.values()].filter(
      each => each.status === STATUS[status] && (!variant || each.variant === variant),
    );
    return found.sort((a, b) => (b.openTime ?? "").localeCompare(a.openTime ?? "")).slice(0, SHOWN);
  }
}

/** They are followed while who uses them is shown. */
export function usePublicTables() {
  const lists = useMemo(() => new PublicTables(), []);
  useEffect(() => {
    const stop = new AbortController();
    lists.follow(stop.signal).catch(error => stop.signal.aborted || explain(error));
    return () => stop.abort();
  }, [lists]);
  return lists;
}

/** The name under which this browser stores which of its games are lessons. */
export const LESSONS = "turnledger.lessons";
export const isLesson = (/** @type {string} */ gameId) =>
  local.json(LESSONS, /** @type {string[]} */ ([])).includes(gameId);

/** A bot's own seat, not one that it plays for a person. */
export const isBot = (/** @type {turnledger.Occupant} */ { bot, accountId }) => Boolean(bot) && !accountId;

export const seatOf = (/** @type {Table} */ table) =>
  table.occupants.findIndex(({ accountId }) => accountId && accountId === me.value?.accountId);

/** Sits down, and shows the table. @param {string} gameId @param {{invite?: string, colour?: string}} [more] */
export async function join(gameId, more = {}) {
  return sitDown("Lobby/JoinTable", { requestId: uuid(), gameId, ...more });
}

/** @param {string} gameId */
export const goTo = gameId => {
  location.hash = `#/game/${gameId}`;
};

/** How far a game is: `Round 3, auction`. */
export function progress(/** @type {Table} */ table) {
  if (!table.moment) return "";
  return roundName(table.variant, table.moment.round);
}

/** A line of a list. @param {{table: Table, picture?: any, children?: any}} props */
export function TableRow({ table, picture, children }) {
  const status = statusOf(table);
  const free = Math.max(0, table.seats - table.occupants.length);
  return h(
    "li",
    { class: picture ? "table-row pictured" : "table-row" },
    picture,
    h("a", { class: "what", href: `#/game/${table.gameId}` }, variantName(table.variant)),
    h(
      "span",
      { class: "who" },
      table.occupants.map((each, seat) =>
        h(Chip, {
          key: seat,
          look: lookOf(each, nameOf(each)),
          name: nameOf(each),
          acting: table.toAct.includes(seat),
          mark: isBot(each) ? t("bot") : undefined,
        }),
      ),
      status === "open" && free > 0 && h("span", { class: "free" }, t("{n} seats are free", { n: free })),
    ),
    h(
      "span",
      { class: "when" },
      [
        tags(table, status === "open" && !me.value?.guest),
        status === "running" ? progress(table) : "",
        status === "finished" ? winner(table) : "",
        ago(table.changeTime),
      ]
        .flat()
        .filter(Boolean)
        .join(" · "),
      h(ChosenOptions, { table }),
    ),
    h("span", { class: "do" }, children),
  );
}

/** Named where there are any. @param {{table: Table}} props */
export const ChosenOptions = ({ table }) =>
  Object.keys(table.options ?? {}).length
    ? h(Later, { load: () => import("./chosen_options.js"), name: "Chosen", table })
    : null;

const winner = (/** @type {Table} */ table) => {
  const won =
    table.outcome?.standings.filter(({ won: each }) => each).map(({ seat }) => nameOf(table.occupants[seat])) ?? [];
  return won.length ? t("won by {names}", { names: won.join(", ") }) : t("without a result");
};

/** Why it does not count for the rating, if it does not. */
function counting(/** @type {Table} */ table) {
  if (!table.rated) return t("unrated");
  return table.occupants.some(({ guest }) => guest) ? t("a guest has a seat here: not rated") : "";
}

/** Unusual terms of the table; `rating`: whether they say if it counts. */
export const tags = (/** @type {Table} */ table, rating = true) => [
  table.private ? t("private") : "",
  rating ? counting(table) : "",
  table.terms?.clock ? t("with clocks") : "",
  table.terms?.clubId ? t("for members of a club") : "",
  table.terms?.leastFinished ? t("who finished {percent} % of at least {games} games", table.terms.leastFinished) : "",
  table.terms?.hints ? t("hints: {n}", { n: table.terms.hints }) : "",
  table.terms?.tries ? t("tries of Expert: {n}", { n: table.terms.tries }) : "",
  table.terms?.draws ? t("each draw waits for the beacon") : "",
];
