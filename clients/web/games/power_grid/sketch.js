// A round of Power Grid as its player sketches it: a plant, fuel, and cities, with the prices of now. The prices are
// read off the board and the printed map; when a step's time comes, the options of the server decide.
import { Select, tell } from "../../ui.js";
import { h, useState } from "../../vendor/preact.js";
import { draftOf } from "../draft.js";
import { amounts, offered, options, Press, sum, upper, word } from "../kit.js";
import { bids, PlantInput, plantStep, spending } from "../sketch_plant.js";
import { Forecast } from "./forecast.js";
import { openSlots } from "./map.js";
import { fits } from "./plans.js";
import { isMine, plantName, told } from "./plants.js";

const PHASES = ["AUCTION", "RESOURCES", "BUILDING"];
const START = "START";
const EXTEND = "EXTEND";

/** @param {games.Game} game */
const boardOf = game => /** @type {turnledger.PowerGridBoard} */ (game.snapshot.board?.powerGrid);
/** @param {games.Game} game */
const ownOf = game =>
  /** @type {turnledger.PowerGridSeat} */ (boardOf(game).seats.find(({ seat }) => seat === game.seat));
/** @param {games.Game} game @param {string} plant */
const faceOf = (game, plant) => game.edition.data.plants.find(each => each.plant === plant);

/** The round that is planned: once plants run, the next one. @param {games.Game} game */
function roundOf(game) {
  const { round, phase } = boardOf(game);
  return phase === "BUREAUCRACY" ? round + 1 : round;
}

/**
 * Whether the seat's turn in this phase is over in the round that is planned.
 * @param {games.Game} game
 * @param {string} phase
 */
function isOver(game, phase) {
  const { phase: present, order = [] } = boardOf(game);
  const [at, of] = [PHASES.indexOf(present), PHASES.indexOf(phase)];
  // India goes around
  const turns = phase !== "AUCTION" && !(phase === "RESOURCES" && game.edition.file.price_cap_by_stage);
  if (at !== of || !turns) return at > of;
  const last = order.toReversed();
  return last.indexOf(game.seat ?? -1) < last.indexOf(game.snapshot.toAct?.[0] ?? -1);
}

/**
 * Prices of the next tokens of a fuel, cheapest first.
 * @param {games.Game} game
 * @param {string} fuel
 * @returns {number[]}
 */
function pricesOf(game, fuel) {
  const { resourceMarket, stage } = boardOf(game);
  const cap = game.edition.file.price_cap_by_stage?.[stage - 1] ?? Infinity;
  const { spaces = [] } = resourceMarket.find(({ type }) => type === fuel) ?? {};
  return spaces.filter(({ price }) => price <= cap).flatMap(({ price, n = 0 }) => Array(n).fill(price));
}

/** @param {games.Game} game @param {string[]} plants @returns {games.Amounts} */
function roomOn(game, plants) {
  const room = /** @type {games.Amounts} */ ({});
  for (const { plant, kind, stores = 0 } of game.edition.data.plants)
    if (plants.includes(plant) && !isMine(game, plant)) room[kind] = (room[kind] ?? 0) + stores;
  return room;
}

/**
 * The lowest bid that would win or hold a plant now; undefined for one that is not on offer.
 * @param {games.Game} game
 * @param {string} plant
 */
function bidFor(game, plant) {
  const { lot, current, future = [] } = boardOf(game);
  if (lot?.plant === plant) return lot.bid + (lot.bidders.at(-1) === game.seat ? 0 : 1);
  return [...current, ...future].includes(plant) ? (faceOf(game, plant)?.bidMin ?? 1) : undefined;
}

/** The cheapest ways from a network to all other cities. @param {games.Game} game @param {string[]} network */
function waysFrom(game, network) {
  const map = /** @type {turnledger.PowerGridMap} */ (game.edition.data.map);
  const inPlay = new Set(map.cities.filter(({ region }) => boardOf(game).regions.includes(region)).map(({ id }) => id));
  const ways = new Map(network.map(id => [id, { cost: 0, path: [id] }]));
  for (const [id, { cost, path }] of ways)
    for (const { cityA, cityB, price = 0 } of map.links) {
      const to = cityA === id ? cityB : cityB === id ? cityA : "";
      const known = ways.get(to);
      if (!inPlay.has(to) || (known && known.cost <= cost + price)) continue;
      ways.delete(to); // visited again, after all that are known
      ways.set(to, { cost: cost + price, path: [...path, to] });
    }
  return ways;
}

/**
 * Every city that could be connected with so much money, with its ways, the cheapest first.
 * @param {games.Game} game
 * @param {{network: string[], starts: number, cash: number}} has
 * @returns {games.Sites}
 */
function sitesFor(game, { network, starts, cash }) {
  const board = boardOf(game);
  const { flat_connection_cost: flat, networks_max: most = 1, start_cities: startCities } = game.edition.file;
  const extends_ = network.length > 0 && !(startCities && board.round === 1 && roundOf(game) === 1);
  const ways = waysFrom(game, network);
  const sites = new Map();
  for (const city of game.edition.data.map?.cities ?? []) {
    const slot = board.houses?.find(each => each.city === city.id)?.seats.length ?? 0;
    const isOpen = board.regions.includes(city.region) && slot < openSlots(game, board, city);
    if (!isOpen || network.includes(city.id)) continue;
    /** @type {any[]} */
    const found = [];
    const { cost = Infinity, path = [] } = ways.get(city.id) ?? {};
    const add = (/** @type {string} */ mode, /** @type {number} */ connectionCost, /** @type {string[]} */ along) =>
      found.push({
        about: {
          city: city.id,
          mode,
          slotCost: city.slots[slot],
          connectionCost,
          path: along,
          flat: connectionCost < cost && mode === EXTEND,
          total: city.slots[slot] + connectionCost,
        },
      });
    if (extends_ && Math.min(cost, flat ?? Infinity) < Infinity)
      add(EXTEND, Math.min(cost, flat ?? Infinity), cost <= (flat ?? Infinity) ? path : []);
    if (starts < most && (!startCities || startCities.includes(city.id))) add(START, 0, [city.id]);
    const paid = found.filter(({ about }) => about.total <= cash).sort((a, b) => a.about.total - b.about.total);
    if (paid.length) sites.set(city.id, paid);
  }
  return sites;
}

/**
 * The way to build in a city, whatever it costs.
 * @param {games.Game} game
 * @param {{network: string[], starts: number}} has
 * @param {{city: string, mode: string}} wish
 */
const siteOf = (game, has, { city, mode }) =>
  sitesFor(game, { ...has, cash: Infinity })
    .get(city)
    ?.find(({ about }) => about.mode === mode)?.about;

/** @param {games.Game} game @param {games.Wishes} wishes @returns {games.Reading} */
function read(game, wishes) {
  const own = ownOf(game);
  const { plan, add } = spending(game, own.cash);
  const plants = plantsAfter(game, wishes);
  if (wishes.plant)
    add(
      plantStep(game, wishes.plant, {
        name: plantName(game, wishes.plant.id),
        bid: bidFor(game, wishes.plant.id),
        isOwned: own.plants.includes(wishes.plant.id),
        isOver: isOver(game, "AUCTION"),
      }),
    );
  const fuel = /** @type {games.Amounts} */ ({ ...own.fuel });
  for (const [kind, wish] of Object.entries(wishes.fuel)) {
    const n = missing(own, kind, wish);
    fuel[kind] = (fuel[kind] ?? 0) + n;
    const step = fuelStep(game, kind, wish, n, wishes.more);
    const full = step.state === "open" && !fits(roomOn(game, plants), fuel);
    add({ ...step, trouble: step.trouble || (full ? game.t("Your plants have no room for it.") : "") });
    if (step.state === "over") fuel[kind] -= n;
  }
  const network = [...own.cities];
  let starts = own.networksStarted ?? 0;
  for (const wish of wishes.cities) {
    const step = cityStep(game, wish, { network, starts, more: wishes.more });
    add(step);
    if (step.state !== "open" || !step.price) continue;
    network.push(wish.city);
    starts += Number(wish.mode === START);
  }
  const sites = isOver(game, "BUILDING") ? new Map() : sitesFor(game, { network, starts, cash: plan.left });
  const planned = network.slice(own.cities.length);
  return { ...plan, sites, planned, after: { plants, fuel, cities: network.length } };
}

/**
 * The plants once the wanted one is bought: one too many leaves the cheapest out.
 * @param {games.Game} game
 * @param {games.Wishes} wishes
 */
function plantsAfter(game, { plant }) {
  const { plants } = ownOf(game);
  if (!plant || plants.includes(plant.id) || isOver(game, "AUCTION")) return plants;
  const most = game.edition.base.by_players?.plant_limit?.[boardOf(game).seats.length] ?? Infinity;
  return [...plants.slice(Math.max(0, plants.length + 1 - most)), plant.id];
}

/**
 * @param {games.Game} game
 * @param {string} kind
 * @param {{n: number, top: number, at: number}} wish
 * @param {number} n
 * @param {number} more
 * @returns {Omit<games.Step, "left">}
 */
function fuelStep(game, kind, wish, n, more) {
  const prices = pricesOf(game, kind).slice(0, n);
  const state = !n ? "done" : isOver(game, "RESOURCES") ? "over" : "open";
  const dearest = prices.at(-1) ?? 0;
  const trouble =
    state !== "open"
      ? ""
      : prices.length < n
        ? game.t("Only {n} left on the market.", { n: prices.length })
        : dearest > wish.top + more
          ? game.t("The price has risen: a token up to {now} E, sketched at {was} E.", { now: dearest, was: wish.top })
          : "";
  const says = upper(amounts(game, { [kind]: n || wish.n }));
  return { id: `fuel ${kind}`, phase: "RESOURCES", says, price: sum(prices), state, trouble, n };
}

/**
 * @param {games.Game} game
 * @param {{city: string, mode: string, at: number}} wish
 * @param {{network: string[], starts: number, more: number}} has
 * @returns {Omit<games.Step, "left">}
 */
function cityStep(game, { city, mode, at }, { network, starts, more }) {
  const step = { id: `city ${city}`, phase: "BUILDING", says: word(game, city) };
  if (ownOf(game).cities.includes(city)) return { ...step, price: at, state: "done", trouble: "" };
  const site = siteOf(game, { network, starts }, { city, mode });
  const state = isOver(game, "BUILDING") ? "over" : "open";
  const trouble =
    state !== "open"
      ? ""
      : !site
        ? game.t("The city is taken or not open.")
        : site.total > at + more
          ? game.t("The price has risen: {now} E, sketched at {was} E.", { now: site.total, was: at })
          : "";
  const parts = site ? ` = ${site.slotCost} + ${site.connectionCost}` : "";
  return { ...step, says: step.says + parts, price: site?.total ?? 0, state, trouble };
}

/**
 * Tokens of a wish that are not bought yet.
 * @param {turnledger.PowerGridSeat} own
 * @param {string} kind
 * @param {{n: number, had: number}} wish
 */
const missing = ({ fuel }, kind, { n, had }) => Math.max(0, Math.min(n, had + n - (fuel?.[kind] ?? 0)));

/**
 * The wishes with the prices of now, without what is done or no longer to be had.
 * @param {games.Game} game
 * @param {games.Wishes} wishes
 */
function renewed(game, { round, plant, fuel, cities }) {
  const own = ownOf(game);
  const bid = plant && !own.plants.includes(plant.id) ? bidFor(game, plant.id) : undefined;
  let network = [...own.cities];
  let starts = own.networksStarted ?? 0;
  const open = cities.flatMap(({ city, mode }) => {
    const site = siteOf(game, { network, starts }, { city, mode });
    if (!site) return [];
    network = [...network, city];
    starts += Number(mode === START);
    return [{ city, mode, at: site.total }];
  });
  const bought = Object.entries(fuel).map(
    ([kind, wish]) =>
      /** @type {[string, ReturnType<typeof fuelWish>]} */ ([
        kind,
        fuelWish(game, kind, round === roundOf(game) ? missing(own, kind, wish) : wish.n),
      ]),
  );
  return {
    plant: plant && bid !== undefined ? { ...plant, most: Math.max(plant.most, bid) } : null,
    fuel: Object.fromEntries(bought.filter(([, { n }]) => n > 0)),
    cities: open,
  };
}

/** @param {games.Game} game @param {string} kind @param {number} wanted */
function fuelWish(game, kind, wanted) {
  const prices = pricesOf(game, kind);
  const n = Math.min(wanted, prices.length);
  return { n, had: ownOf(game).fuel?.[kind] ?? 0, top: prices[n - 1] ?? 0, at: sum(prices.slice(0, n)) };
}

/** @param {games.Sketching} sketch @param {string} plant */
function touchPlant(sketch, plant) {
  const { game, wishes } = sketch;
  const bid = bidFor(game, plant);
  if (bid === undefined || plant === "stage_3") return;
  sketch.change({ plant: wishes.plant?.id === plant ? null : { id: plant, most: bid } });
}

/** @param {games.Sketching} sketch @param {string} city */
function touchCity(sketch, city) {
  const { game, wishes } = sketch;
  if (wishes.cities.some(each => each.city === city))
    return sketch.change({ cities: wishes.cities.filter(each => each.city !== city) });
  const about = sketch.reading().sites.get(city)?.[0]?.about;
  if (!about) return tell({ title: game.t("It is taken, not open, or too dear for this plan.") });
  return sketch.change({ cities: [...wishes.cities, { city, mode: about.mode, at: about.total }] });
}

/**
 * The command that the plan gives to the present question; why it gives none; null where the plan says nothing about
 * it.
 * @param {games.Game} game
 * @param {games.Wishes} wishes
 * @param {games.Reading} reading
 * @returns {games.NextStep | null}
 */
function next(game, { plant, ends }, { steps }) {
  const has = (/** @type {string} */ kind) => options(game).some(each => each.kind === kind);
  const phase = has("buyResourcesOption") || has("finishBuyingOption") ? "RESOURCES" : "BUILDING";
  if (plant && (has("nominateOption") || has("placeBidOption") || has("passBidOption")))
    return bids(game, plant, steps, {
      lot: boardOf(game).lot?.plant,
      raise: offered(game, "placeBidOption")[0]?.about.amountMin,
      offer: offered(game, "nominateOption").find(each => each.about.plant === plant.id)?.about.bidMin,
      nominate: bid => ({ plant: plant.id, bid }),
      command: powerGrid => ({ powerGrid }),
    });
  if (phase === "BUILDING" && !has("finishBuildingOption")) return null;
  const its = steps.filter(each => each.phase === phase);
  const open = its.find(({ state }) => state === "open");
  if (open?.trouble) return { why: open.trouble };
  const finish = { RESOURCES: { finishBuying: {} }, BUILDING: { finishBuilding: {} } }[phase];
  if (!open) return its.length && ends ? { command: { powerGrid: finish } } : null;
  const about = open.id.split(" ")[1];
  if (phase === "BUILDING") {
    const site = offered(game, "connectCityOption").find(each => each.about.city === about);
    return site ? { command: site.first } : { why: game.t("The city is taken or not open.") };
  }
  const { tokensMax } = offered(game, "buyResourcesOption")[0]?.about ?? {};
  const n = Math.min(open.n ?? 0, tokensMax ?? Infinity);
  return { command: { powerGrid: { buyResources: { items: { [about]: n } } } } };
}

/**
 * The items of a standing order for what is open in a phase.
 * @param {games.Wishes} wishes
 * @param {games.Reading} reading
 * @param {string} phase
 */
function orders({ plant, fuel, cities, more, ends }, { steps }, phase) {
  const items = steps
    .filter(each => each.phase === phase && each.state === "open")
    .map(({ id, n }) => {
      const about = id.split(" ")[1];
      if (id === "plant") return { bidUpTo: { plant: plant?.id, most: plant?.most, thenPass: true } };
      if (phase === "RESOURCES") return { buyFuel: { fuel: about, tokens: n, priceMost: fuel[about].top + more } };
      return { connectFor: { city: about, most: (cities.find(each => each.city === about)?.at ?? 0) + more } };
    });
  return [...items, ...(ends && phase !== "AUCTION" ? [{ finish: {} }] : [])].map(powerGrid => ({ powerGrid }));
}

/** @param {{sketch: games.Sketching, key?: any}} props */
function Inputs({ sketch }) {
  const { game, wishes } = sketch;
  const { current, future = [], resourceMarket } = boardOf(game);
  const { after } = /** @type {Required<games.Reading>} */ (sketch.reading());
  const { plant } = wishes;
  const plants = [...current, ...future].filter(each => each !== "stage_3" || each === plant?.id);
  const room = roomOn(game, after.plants);
  const burns = resourceMarket.map(({ type }) => type).filter(type => wishes.fuel[type] || fits(room, { [type]: 1 }));
  return [
    h(PlantInput, {
      sketch,
      choices: plants.map(each => /** @type {[string, string]} */ ([each, told(game, each)])),
      bidFor: each => bidFor(game, each),
      cash: ownOf(game).cash,
    }),
    h(
      "div",
      { class: "g-line" },
      burns.map(type => h(Fuels, { key: type, sketch, type })),
    ),
    h(Cities, { key: "cities", sketch }),
    h(Forecast, { key: "forecast", game, ...after }),
  ];
}

/**
 * The cities that the money is enough for; the chosen one is shown on the map.
 * @param {{sketch: games.Sketching, key?: any}} props
 */
function Cities({ sketch }) {
  const { game } = sketch;
  const { sites } = sketch.reading();
  const [chosen, choose] = useState("");
  const { shown } = draftOf(game);
  const cities = [...sites.values()].map(([{ about }]) => about).sort((a, b) => a.total - b.total);
  const city = sites.has(chosen) ? chosen : cities[0]?.city;
  const add = () => {
    shown.value = null;
    touchCity(sketch, city);
  };
  if (!city) return h("p", { class: "g-note" }, game.t("There is no city that you could build in."));
  return h(
    "div",
    { class: "g-line" },
    h(Select, {
      label: game.t("Build in"),
      value: city,
      options: cities.map(each => [
        each.city,
        `${word(game, each.city)}: ${each.total} = ${each.slotCost} + ${each.connectionCost}`,
      ]),
      onChange: id => {
        choose(id);
        shown.value = id;
      },
    }),
    h(Press, { game, does: "plan-build", onPress: add }, game.t("Add")),
  );
}

/** @param {{sketch: games.Sketching, type: string, key?: any}} props */
function Fuels({ sketch, type }) {
  const { game, wishes } = sketch;
  const n = wishes.fuel[type]?.n ?? 0;
  const price = pricesOf(game, type)[n];
  const to = (/** @type {number} */ wanted) => {
    const { [type]: _, ...others } = wishes.fuel;
    sketch.change({ fuel: wanted ? { ...others, [type]: fuelWish(game, type, wanted) } : others });
  };
  return h(
    "span",
    { class: "g-shelf", role: "group", "aria-label": word(game, type) },
    h(
      Press,
      { game, does: `plan-add-${type}`, why: price === undefined, onPress: () => price !== undefined && to(n + 1) },
      `+ ${word(game, type)} `,
      h("b", {}, price ?? "–"),
    ),
    h("output", { "aria-label": game.t("In the plan") }, n || ""),
    h(
      Press,
      {
        game,
        does: `plan-less-${type}`,
        class: n ? "" : "g-none",
        label: game.t("{fuel}: one less", { fuel: word(game, type) }),
        onPress: () => n && to(n - 1),
      },
      "−",
    ),
  );
}

/** Leaves a step out. @param {games.Sketching} sketch @param {string} id */
function leaveOut(sketch, id) {
  const [kind, about] = id.split(" ");
  const { wishes } = sketch;
  if (kind === "plant") return sketch.change({ plant: null });
  if (kind === "city") return sketch.change({ cities: wishes.cities.filter(each => each.city !== about) });
  const { [about]: _, ...fuel } = wishes.fuel;
  return sketch.change({ fuel });
}

/** @type {games.SketchModel} */
export default {
  ...{ roundOf, read, renewed, touchCity, touchPlant, next, orders, leaveOut, Inputs, phases: PHASES },
  hint: game => game.t("Touch plants and cities on the board. Nothing is sent until you play the plan."),
  dearer: game => game.t("A token or a city may cost more by"),
};
