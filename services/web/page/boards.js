// One game's board, as a spectator sees it. `data`: the edition that the game is played with.
import { cards, el, heading, language, named, seatName, t, table } from "./html.js";

export const draw = (game, data) => {
  const { powerGrid, cardGame, colony61, other } = game.board ?? {};
  return powerGrid ? drawPowerGrid(game, powerGrid, data.powerGrid.map) : cardGame ? drawCardGame(game, cardGame) : colony61 ? drawColony(game, colony61, data.colony61) : other ? drawAny(game, other) : [];
};

const FUELS = { coal: t("coal"), oil: t("oil"), gas: t("gas"), garbage: t("garbage"), uranium: t("uranium"), eco: t("eco"), hybrid: t("hybrid") };
const PLAYER = t("Player"), RANK = t("Rank"), FUEL = t("Fuel"), ELEKTRO = t("Elektro");
const fuel = (type) => FUELS[type] ?? type;
const amounts = (found = {}) => Object.entries(found).filter(([, n]) => n).map(([type, n]) => `${n} ${fuel(type)}`).join(", ") || "–";

// ---- a game that has no messages of its own: its board as it is ----

const cell = (game, name, value) =>
  value === null || value === "" ? "–" : name === "player" ? seatName(game, value) : Array.isArray(value) ? value.map((each) => cell(game, name, each)).join(", ") || "–"
    : typeof value === "object" ? Object.entries(value).map(([key, each]) => `${key} ${cell(game, key, each)}`).join(", ") || "–" : String(value);

function drawAny(game, { game: _, ...fields }) {
  const isTable = (value) => Array.isArray(value) && value.length > 0 && value.every((row) => row && typeof row === "object" && !Array.isArray(row));
  const plain = Object.entries(fields).filter(([, value]) => !isTable(value));
  const tables = Object.entries(fields).filter(([, value]) => isTable(value));
  return [
    table(["", ""], plain.map(([name, value]) => [name, cell(game, name, value)])),
    ...tables.flatMap(([name, rows]) => [heading(name), table(Object.keys(rows[0]), rows.map((row) => Object.entries(row).map(([key, value]) => cell(game, key, value))))]),
  ];
}

// ---- Power Grid ----

function drawPowerGrid(game, board, map) {
  const seats = (board.order ?? board.seats.map((_, place) => place)).map((place) => board.seats[place]);
  return [
    heading(t("Round {round}, step {stage}", board)),
    table(
      [PLAYER, ELEKTRO, t("Cities"), t("Plants"), FUEL],
      seats.map((seat) => [seatName(game, seat.seat ?? 0), seat.cash ?? 0, (seat.cities ?? []).length, (seat.plants ?? []).join(", "), amounts(seat.fuel)]),
    ),
    ...lot(game, board.lot && { ...board.lot, card: board.lot.plant }),
    ...(board.current?.length ? [heading(t("Power plants")), cards(board.current, board.future)] : []),
    heading(t("Resources")),
    table([FUEL, t("Tokens × price")], (board.resourceMarket ?? []).map(({ type, spaces = [] }) => [fuel(type), spaces.filter(({ n }) => n).map(({ price, n }) => `${n}×${price}`).join(", ") || "–"])),
    ...(map?.cities?.some(({ x, y }) => x || y) ? [drawMap(game, board, map)] : []),
    ...result(board.ranking, [RANK, PLAYER, t("Powered"), ELEKTRO, t("Cities")], (each) => [each.rank, seatName(game, each.seat ?? 0), each.powered ?? 0, each.cash ?? 0, each.cities ?? 0]),
  ];
}

function drawMap(game, board, map) {
  const inPlay = new Set(board.regions);
  const at = Object.fromEntries(map.cities.map((city) => [city.id, { x: city.x ?? 0, y: city.y ?? 0, open: inPlay.has(city.region), city }]));
  const shown = Object.values(at).filter(({ open }) => open);
  const houses = Object.fromEntries((board.houses ?? []).map(({ city, seats }) => [city, seats]));
  const lines = map.links.filter((link) => at[link.cityA].open && at[link.cityB].open).map((link) => el("line", { x1: at[link.cityA].x, y1: at[link.cityA].y, x2: at[link.cityB].x, y2: at[link.cityB].y }));
  const cities = shown.map(({ x, y, city }) => el("g", {}, el("title", {}, named(city)), el("circle", { cx: x, cy: y, r: 7, fill: "#fff", stroke: "#1d2733" }),
    ...(houses[city.id] ?? []).map((seat, slot) => el("circle", { cx: x - 9 + 9 * slot, cy: y, r: 5, fill: game.table.occupants?.[seat]?.colour ?? "#999" })), el("text", { x: x + 10, y: y - 8 }, named(city))));
  const [xs, ys] = [shown.map(({ x }) => x), shown.map(({ y }) => y)];
  const [left, top] = [Math.min(...xs) - 30, Math.min(...ys) - 30];
  return el("svg", { viewBox: `${left} ${top} ${Math.max(...xs) + 120 - left} ${Math.max(...ys) + 30 - top}`, role: "img", "aria-label": t("Map") }, ...lines, ...cities);
}

// ---- the card game ----

const plant = ({ number, fuel: type, need, profit }) => `${number}: ${need ? `${need} ${fuel(type)}` : fuel(type)} → ${profit}`;
const fuelCards = (list = []) => list.map(({ fuel: type, units }) => `${units} ${fuel(type)}`).join(", ") || "–";

function drawCardGame(game, board) {
  const owners = (board.players ?? []).map((owner) => [seatName(game, owner.seat ?? 0), owner.cash ?? 0, (owner.plants ?? []).map(plant).join(", "), fuelCards(owner.stock)]);
  const trust = board.trust ? [[t("trust company"), "", (board.trust.plants ?? []).map(plant).join(", "), fuelCards(board.trust.stock)]] : [];
  const offer = (board.offer ?? []).map((each) => each.plant);
  return [
    heading(board.lastRound ? t("Round {round}, the last one", board) : t("Round {round}", board)),
    table([PLAYER, ELEKTRO, t("Plants: fuel → profit"), t("Resource cards")], [...owners, ...trust]),
    ...lot(game, board.lot && { ...board.lot, card: plant(offer.find(({ card }) => card === board.lot.card)) }),
    heading(t("Power plants")),
    cards(offer.map(plant), (board.outlook ?? []).map(plant)),
    heading(t("Resources")),
    table([t("Price"), t("Cards")], (board.columns ?? []).map(({ price, cards: list }) => [price, fuelCards(list)])),
    ...result(board.ranking, [RANK, PLAYER, t("Points"), t("Best plant"), ELEKTRO], (each) => [each.rank, seatName(game, each.seat ?? 0), each.vp ?? 0, each.bestPlant ?? 0, each.moneyLeft ?? 0]),
  ];
}

// ---- Colony-61 ----

const inLanguage = (entry, id) => entry?.names?.[language] ?? entry?.names?.en ?? id;
const money = ({ ones = 0, fives = 0, tens = 0 } = {}) => ones + 5 * fives + 10 * tens;

function drawColony(game, board, edition) {
  const find = (list, id) => inLanguage((list ?? []).find((each) => each.id === id), id);
  const modules = (list = []) => {
    const counts = new Map();
    for (const { kind } of list) counts.set(kind, (counts.get(kind) ?? 0) + 1);
    return [...counts].map(([kind, n]) => (n > 1 ? `${n} × ` : "") + find(edition.modules, kind)).join(", ") || "–";
  };
  const markers = Object.entries(board.markers ?? {}).sort(([a], [b]) => order(edition, a) - order(edition, b));
  return [
    heading(`${find(edition.colonies, board.colony)}. ${t("Turn {turn}", { turn: board.turn ?? 0 })}`),
    table(
      [PLAYER, t("Money"), t("Hand"), t("Modules")],
      (board.corporations ?? []).map((each) => [seatName(game, each.seat ?? 0), money(each.storage), each.handCount ?? 0, modules(each.modules)]),
    ),
    heading(t("Resources")),
    table([t("Resource"), t("Marker"), t("Price")], markers.map(([type, n]) => [find(edition.resources, type), n, board.prices?.[type] ?? 0])),
    heading(t("Modules of the state")),
    cards((board.stateModules ?? []).map(({ kind }) => find(edition.modules, kind))),
    ...(board.result?.reason === "DEFEAT" ? [heading(t("The colony is lost: all have lost."))] : []),
    ...result(board.result?.ranking, [RANK, PLAYER, t("Influence")], (each) => [each.rank, seatName(game, each.seat ?? 0), each.influence ?? 0]),
  ];
}

const order = (edition, id) => (edition.resources ?? []).find((each) => each.id === id)?.order ?? 0;

// ---- parts of several games ----

const lot = (game, open) =>
  open ? [el("p", {}, t("On auction: {card}, bid {bid}.", { card: open.card, bid: open.bid ?? 0 }), " ", ...(open.bidders ?? []).flatMap((seat) => [seatName(game, seat), " "]))] : [];

const result = (ranking, head, cells) => (ranking?.length ? [heading(t("Result")), table(head, ranking.map(cells))] : []);
