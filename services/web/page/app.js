// A spectator's page: the tables there are, and one game as it is played. It uses the public API and nothing else.
import { call, stream } from "./connect.js";

const main = document.querySelector("#main");
const status = document.querySelector("#status");
const RETRY_MS = 2000;
const LIST_MS = 5000;
let token = "";
let leave = new AbortController();

function el(tag, attributes = {}, ...children) {
  const svg = ["svg", "line", "circle", "text", "g", "title"].includes(tag);
  const made = svg ? document.createElementNS("http://www.w3.org/2000/svg", tag) : document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) if (value !== undefined) made.setAttribute(name, value);
  made.append(...children.filter((child) => child !== undefined && child !== null));
  return made;
}

const row = (cells, tag = "td") => el("tr", {}, ...cells.map((cell) => el(tag, typeof cell === "number" ? { class: "number" } : {}, cell instanceof Node ? cell : String(cell ?? ""))));
const table = (head, rows) => el("table", {}, el("thead", {}, row(head, "th")), el("tbody", {}, ...rows.map((cells) => row(cells))));
const language = navigator.language.slice(0, 2);
const nameOfCity = ({ id, names = [] }) => (names.find(({ name }) => name === language) ?? names.find(({ name }) => name === "en"))?.value ?? id;
const explain = (error) => status.replaceChildren(`${error.says ?? error.message} `, el("small", {}, error.reason ?? ""));
const amounts = (list = []) => list.filter(({ n }) => n).map(({ type, n }) => `${n} ${type}`).join(", ") || "–";
const nameOf = (occupant) => occupant?.bot ? `${occupant.bot} bot (${occupant.colour})` : occupant?.displayName || occupant?.accountId || "?";
const seatName = (game, player) => el("span", { class: `seat${(game.toAct ?? []).includes(player) ? " acting" : ""}`, style: `--seat: ${game.table.occupants?.[player]?.colour}` }, nameOf(game.table.occupants?.[player]));

// ---- the list ----

async function showTables(signal) {
  while (!signal.aborted) {
    const pages = await Promise.all(["RUNNING", "OPEN", "FINISHED"].map((each) => call("Lobby/ListTables", { status: `TABLE_STATUS_${each}`, pageSize: 20 }, { token, signal })));
    const tables = pages.flatMap(({ tables = [] }) => tables);
    const rows = tables.map((each) => [
      el("a", { href: `#${each.gameId}` }, each.variant),
      each.status.replace("TABLE_STATUS_", "").toLowerCase(),
      (each.occupants ?? []).map(nameOf).join(", "),
    ]);
    main.replaceChildren(el("h2", {}, "Games"), tables.length ? table(["Game", "State", "Players"], rows) : el("p", {}, "No tables yet."));
    status.textContent = tables.length === 1 ? "1 table" : `${tables.length} tables`;
    await new Promise((done) => setTimeout(done, LIST_MS));
  }
}

// ---- one game ----

async function showGame(gameId, signal) {
  const feed = el("ol", { class: "feed", "aria-live": "polite" });
  const board = el("div");
  main.replaceChildren(el("div", { class: "columns" }, board, el("div", {}, el("h2", {}, "What happened"), feed)));
  let next = 1;
  let map;
  while (!signal.aborted) {
    try {
      for await (const { events = [], version } of stream("Views/WatchGame", { gameId, fromVersion: next }, { token, signal })) {
        if (!events.length) continue;
        next = version + 1;
        const [shown, { table }] = await Promise.all([
          call("Views/GetBoard", { gameId, minVersion: version }, { token, signal }),
          call("Lobby/GetTable", { gameId }, { token, signal }),
        ]);
        const game = { ...shown, table };
        for (const event of events) feed.prepend(line(event, game));
        map ??= game.powerGrid ? await call("Catalogue/GetPowerGrid", { variant: game.table.variant }, { token, signal }) : {};
        board.replaceChildren(...draw(game, map));
        status.textContent = `${game.table.variant}, version ${game.version}, ${game.table.status.replace("TABLE_STATUS_", "").toLowerCase()}`;
      }
    } catch (error) {
      if (signal.aborted) return;
      explain(error);
      await new Promise((done) => setTimeout(done, RETRY_MS));
    }
  }
}

function line(event, game) {
  const [, content] = Object.entries(event).find(([name]) => !["version", "at"].includes(name)) ?? [];
  const [kind, facts] = Object.entries(content ?? {})[0] ?? ["hidden", {}];
  const shown = Object.entries(facts).map(([name, value]) => [words(name), fact(name, value, game)]).filter(([, value]) => value);
  return el("li", { value: event.version }, el("b", {}, words(kind)), " ", el("small", {}, shown.map((pair) => pair.join(" ")).join(" · ")));
}

const words = (name) => name.replace(/(?<=[a-z])([A-Z0-9])/g, " $1").toLowerCase();

/** A field of an event for people; empty for what says nothing, and for what needs more than a line. */
function fact(name, value, game) {
  if (["player", "seat", "place"].includes(name)) return nameOf(game.table.occupants?.[value]);
  if (["account", "host"].includes(name)) return nameOf(game.table.occupants?.find(({ accountId }) => accountId === value) ?? { accountId: value });
  if (Array.isArray(value) && value.every((each) => typeof each === "object")) return value.every(({ type, n }) => type && n !== undefined) && value.length ? amounts(value) : "";
  if (Array.isArray(value)) return value.join(", ");
  return typeof value === "object" || value === false ? "" : String(value);
}

function draw(game, catalogue) {
  if (game.powerGrid) return drawPowerGrid(game, game.powerGrid, catalogue.map);
  const board = game.cardGame ?? game.colony61;
  const seats = (game.table.occupants ?? []).map((_, player) => seatName(game, player));
  return [el("h2", {}, ...seats.flatMap((seat) => [seat, " "])), el("pre", {}, JSON.stringify(board ?? game.table, null, 1))];
}

function drawPowerGrid(game, board, map) {
  const seats = (board.order ?? board.seats.map((_, place) => place)).map((place) => board.seats[place]);
  return [
    el("h2", {}, `Round ${board.round}, ${board.phase}, stage ${board.stage}`),
    table(["Player", "Elektro", "Cities", "Plants", "Fuel"], seats.map((seat) => [
      seatName(game, seat.player ?? 0), seat.cash ?? 0, (seat.cities ?? []).length, (seat.plants ?? []).join(", "), amounts(seat.fuel),
    ])),
    el("h2", {}, "Power plants"),
    el("p", { class: "plants" }, ...(board.current ?? []).map((plant) => el("span", {}, plant)), ...(board.future ?? []).map((plant) => el("span", { class: "later" }, plant))),
    el("h2", {}, "Resources"),
    table(["Fuel", "Tokens at price"], (board.resourceMarket ?? []).map(({ type, spaces = [] }) => [type, spaces.filter(({ n }) => n).map(({ price, n }) => `${n} at ${price}`).join(", ") || "sold out"])),
    ...(map?.cities?.some(({ x, y }) => x || y) ? [drawMap(game, board, map)] : []),
    ...(board.ranking?.length ? [el("h2", {}, "Result"), table(["Rank", "Player", "Powered", "Elektro", "Cities"], board.ranking.map((each) => [each.rank, seatName(game, each.player ?? 0), each.powered ?? 0, each.cash ?? 0, each.cities ?? 0]))] : []),
  ];
}

function drawMap(game, board, map) {
  const inPlay = new Set(board.regions);
  const at = Object.fromEntries(map.cities.map((city) => [city.id, { x: city.x ?? 0, y: city.y ?? 0, open: inPlay.has(city.region), city }]));
  const houses = Object.fromEntries((board.houses ?? []).map(({ city, seats }) => [city, seats]));
  const lines = map.links.filter((link) => at[link.from].open && at[link.to].open).map((link) => el("line", { x1: at[link.from].x, y1: at[link.from].y, x2: at[link.to].x, y2: at[link.to].y }));
  const cities = Object.values(at).filter(({ open }) => open).map(({ x, y, city }) => el("g", {}, el("title", {}, nameOfCity(city)), el("circle", { cx: x, cy: y, r: 7, fill: "#fff", stroke: "#1d2733" }),
    ...(houses[city.id] ?? []).map((seat, slot) => el("circle", { cx: x - 9 + 9 * slot, cy: y, r: 5, fill: game.table.occupants?.[seat]?.colour ?? "#999" })), el("text", { x: x + 10, y: y - 8 }, nameOfCity(city))));
  return el("svg", { viewBox: `-30 -30 ${map.width + 120} ${map.height + 60}`, role: "img", "aria-label": "Map" }, ...lines, ...cities);
}

// ---- which of the two ----

async function route() {
  leave.abort();
  leave = new AbortController();
  const { signal } = leave;
  try {
    token ||= (await call("Accounts/SignInAsGuest", { displayName: "" })).tokens.accessToken;
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
