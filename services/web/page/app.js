// A spectator's page: the tables there are, and one game as it is played. It uses the public API and nothing else.
import { draw } from "./boards.js";
import { call, stream } from "./connect.js";
import { el, heading, named, nameOf, t, table } from "./html.js";

const main = document.querySelector("#main");
const status = document.querySelector("#status");
const RETRY_MS = 2000;
const LIST_MS = 5000;
const STATES = { RUNNING: t("running"), OPEN: t("open"), FINISHED: t("finished"), CLOSED: t("closed") };
let token = "";
let variants;
let leave = new AbortController();

const explain = (error) => status.replaceChildren(`${error.says ?? error.message} `, el("small", {}, error.reason ?? ""));
const state = ({ status }) => STATES[status.replace("TABLE_STATUS_", "")] ?? "";
const variantName = (id) => (variants.has(id) ? named(variants.get(id)) : id);

// ---- the list ----

async function showTables(signal) {
  while (!signal.aborted) {
    const pages = await Promise.all(["RUNNING", "OPEN", "FINISHED"].map((each) => call("Lobby/ListTables", { status: `TABLE_STATUS_${each}`, pageSize: 20 }, { token, signal })));
    const tables = pages.flatMap(({ tables = [] }) => tables);
    const rows = tables.map((each) => [el("a", { href: `#${each.gameId}` }, variantName(each.variant)), state(each), (each.occupants ?? []).map(nameOf).join(", ")]);
    main.replaceChildren(heading(t("Games")), tables.length ? table([t("Game"), t("State"), t("Players")], rows) : el("p", {}, t("No tables yet.")));
    status.textContent = t("{n} shown", { n: tables.length });
    await new Promise((done) => setTimeout(done, LIST_MS));
  }
}

// ---- one game ----

async function showGame(gameId, signal) {
  const feed = el("ol", { class: "feed", "aria-live": "polite" });
  const board = el("div");
  main.replaceChildren(el("div", { class: "columns" }, board, el("div", {}, heading(t("What happened")), feed)));
  let after = 0;
  let data, table;
  while (!signal.aborted) {
    try {
      const request = { gameId, afterVersion: after, parts: { board: true, words: true } };
      for await (const message of stream("Views/WatchGame", request, { token, signal })) {
        const { events = [], snapshot } = message;
        after = message.version;
        table = message.table ?? table;
        if (events.some((event) => event.table)) ({ table } = await call("Lobby/GetTable", { gameId }, { token, signal }));
        feed.prepend(...events.map((event) => el("li", { value: event.version }, event.says || "—")).reverse());
        if (!snapshot) continue;
        const game = { ...snapshot, table };
        if (game.board) data ??= await dataOf(game, signal);
        board.replaceChildren(...draw(game, data));
        status.textContent = `${variantName(table.variant)}: ${state(snapshot)}`;
      }
    } catch (error) {
      if (signal.aborted) return;
      explain(error);
      await new Promise((done) => setTimeout(done, RETRY_MS));
    }
  }
}

/** What the board is drawn with besides itself: a map, or the names of cards. */
async function dataOf({ board, table }, signal) {
  const editions = board.colony61 ? [board.colony61.edition] : [];
  return (await call("Catalogue/GetGameData", { variant: table.variant, editions }, { token, signal })).data;
}

// ---- which of the two ----

async function route() {
  leave.abort();
  leave = new AbortController();
  const { signal } = leave;
  try {
    token ||= (await call("Accounts/SignInAsGuest", { displayName: "" })).tokens.accessToken;
    variants ??= new Map((await call("Catalogue/ListVariants", {}, { token })).variants.map((each) => [each.name, { ...each, id: each.name }]));
    await (location.hash.length > 1 ? showGame(location.hash.slice(1), signal) : showTables(signal));
  } catch (error) {
    if (signal.aborted) return;
    explain(error);
    if (error.code === "unauthenticated") token = "";
    setTimeout(route, RETRY_MS);
  }
}

addEventListener("hashchange", route);
route();
