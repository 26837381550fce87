// A round of the card game as its player sketches it: a plant and resource cards, with the prices of now, and what its
// plants would earn. When a step's time comes, the options of the server decide.
import { Select } from "../../ui.js";
import { h, useState } from "../../vendor/preact.js";
import { offered, options, Press, sum, word } from "../kit.js";
import { bids, PlantInput, plantStep, spending } from "../sketch_plant.js";
import { onOffer, told } from "./plants.js";

const PHASES = ["AUCTION", "RESOURCES"];
const HYBRID = ["gas", "oil"];

/** @param {games.Game} game */
const boardOf = game => /** @type {turnledger.CardGameBoard} */ (game.snapshot.board?.cardGame);
/** @param {games.Game} game */
const ownOf = game =>
  /** @type {turnledger.CardGameOwner} */ (boardOf(game).players.find(({ seat }) => seat === game.seat));

/** The round that is planned: once plants run, the next one. @param {games.Game} game */
const roundOf = game => boardOf(game).round + Number(boardOf(game).phase === "BUREAUCRACY");

/**
 * Whether the seat's turn in this phase is over in the round that is planned.
 * @param {games.Game} game
 * @param {string} phase
 */
function isOver(game, phase) {
  const { phase: present, bought = [], passed = [], row = [] } = boardOf(game);
  if (present !== phase) return PHASES.indexOf(present) > PHASES.indexOf(phase);
  if (phase === "AUCTION") return [...bought, ...passed].includes(game.seat ?? -1);
  const last = row.toReversed();
  return last.indexOf(String(game.seat)) < last.indexOf(String(game.snapshot.toAct?.[0]));
}

/** @param {games.Game} game @returns {games.OfferedPlant[]} */
const market = game => [
  ...onOffer(boardOf(game)),
  ...(boardOf(game).outlook ?? []).map(plant => ({ plant, bidMin: plant.number })),
];

/**
 * The lowest bid that would win or hold a plant now; undefined for one that is not on offer.
 * @param {games.Game} game
 * @param {string} card
 */
function bidFor(game, card) {
  const { lot } = boardOf(game);
  if (lot?.card === card) return lot.bid + Number(lot.bidders.at(-1) !== game.seat);
  return market(game).find(({ plant }) => plant.card === card)?.bidMin;
}

/** All resource cards of the market with their prices. @param {games.Game} game */
const cardsOf = game =>
  boardOf(game).columns.flatMap(({ price, cards = [] }) => cards.map(card => ({ ...card, at: price })));

/**
 * Units of a stock that plants can use in so many runs of each.
 * @param {turnledger.CardGamePlantFace[]} plants
 * @param {games.Amounts} fuel
 * @param {number} runs
 */
function usable(plants, fuel, runs) {
  const need = (/** @type {string} */ kind) =>
    runs * sum(plants.filter(plant => plant.fuel === kind).map(plant => plant.need));
  const pure = (/** @type {[string, number]} */ [kind, n]) => Math.min(n, need(kind));
  const beyond = sum(HYBRID.map(kind => Math.max(0, (fuel[kind] ?? 0) - need(kind))));
  return sum(Object.entries(fuel).map(pure)) + Math.min(need("hybrid"), beyond);
}

/**
 * The most that plants earn with a stock.
 * @param {turnledger.CardGamePlantFace[]} plants
 * @param {games.Amounts} fuel
 * @returns {number}
 */
function earnings(plants, fuel, ran = /** @type {turnledger.CardGamePlantFace[]} */ ([])) {
  const [plant, ...others] = plants;
  if (!plant)
    return usable(ran, fuel, 1) === sum(ran.map(({ need }) => need)) ? sum(ran.map(({ profit }) => profit)) : 0;
  return Math.max(earnings(others, fuel, ran), earnings(others, fuel, [...ran, plant]));
}

/**
 * A resource card, and how many of its units fit (CG-RES-05).
 * @param {games.Game} game
 * @param {{fuel: string, units: number}} card
 * @param {number} fits
 */
function saysOf(game, { fuel, units }, fits) {
  const says = `${units} ${word(game, fuel)}`;
  return fits && fits < units ? `${says}, ${game.t("{n} of them fit", { n: fits })}` : says;
}

/** @param {games.Game} game @param {games.Wishes} wishes @returns {games.Reading} */
function read(game, wishes) {
  const { lastRound } = boardOf(game);
  const own = ownOf(game);
  const { plan, add } = spending(game, own.cash);
  const face = market(game).find(({ plant }) => plant.card === wishes.plant?.id)?.plant;
  if (wishes.plant) {
    const { id } = wishes.plant;
    const known = game.edition.data.plants.find((/** @type {any} */ plant) => plant.id === id);
    const isOwned = own.plants.some(({ card }) => card === id);
    add(
      plantStep(game, wishes.plant, {
        name: /** @type {any} */ (known)?.number ?? id,
        bid: bidFor(game, id),
        isOwned,
        isOver: isOver(game, "AUCTION"),
      }),
    );
  }
  const plants = face && plan.steps[0].state === "open" ? plantsAfter(game, own.plants, face) : own.plants;
  const fuel = /** @type {games.Amounts} */ ({ ...own.fuel });
  const takes = (/** @type {{fuel: string, units: number}} */ { fuel: kind, units }) =>
    usable(plants, { ...fuel, [kind]: (fuel[kind] ?? 0) + units }, lastRound ? 1 : 2) -
    usable(plants, fuel, lastRound ? 1 : 2);
  const sale = new Map(cardsOf(game).map(card => [card.card, card]));
  for (const wish of wishes.cards) {
    const now = sale.get(wish.card);
    const owned = own.stock.find(({ card }) => card === wish.card);
    const state = owned ? "done" : isOver(game, "RESOURCES") ? "over" : "open";
    const fit = takes(wish);
    const trouble =
      state !== "open"
        ? ""
        : !now
          ? game.t("It is no longer on offer.")
          : fit
            ? ""
            : game.t("Your plants have no room for it.");
    const units = owned?.units ?? wish.units;
    const says = saysOf(game, { ...wish, units }, state === "open" && now ? fit : units);
    add({ id: `card ${wish.card}`, phase: "RESOURCES", says, price: now?.at ?? wish.at, state, trouble });
    if (state === "open" && now) fuel[wish.fuel] = (fuel[wish.fuel] ?? 0) + fit;
  }
  const planned = wishes.cards.map(({ card }) => card);
  const cards = [...sale.values()]
    .map(card => ({ ...card, fits: takes(card) }))
    .filter(({ card, at, fits }) => !planned.includes(card) && at <= plan.left && fits);
  const open = isOver(game, "RESOURCES") ? [] : cards;
  return { ...plan, sites: new Map(), planned, cards: open, earns: earnings(plants, fuel) };
}

/**
 * The plants once another is bought: one too many leaves the cheapest out.
 * @param {games.Game} game
 * @param {turnledger.CardGamePlantFace[]} plants
 * @param {turnledger.CardGamePlantFace} bought
 */
function plantsAfter(game, plants, bought) {
  const most = game.edition.data.tables?.plantsMax ?? Infinity;
  const kept = plants.toSorted((a, b) => a.number - b.number).slice(Math.max(0, plants.length + 1 - most));
  return [...kept, bought];
}

/**
 * The wishes with the prices of now, without what is no longer to be had.
 * @param {games.Game} game
 * @param {games.Wishes} wishes
 */
function renewed(game, { plant, cards }) {
  const bid = plant ? bidFor(game, plant.id) : undefined;
  const sale = cardsOf(game);
  return {
    plant: plant && bid !== undefined ? { ...plant, most: Math.max(plant.most, bid) } : null,
    cards: cards.flatMap(({ card }) => sale.filter(each => each.card === card)),
  };
}

/** @param {games.Sketching} sketch @param {string} card */
function touchPlant(sketch, card) {
  const bid = bidFor(sketch.game, card);
  if (bid === undefined) return;
  sketch.change({ plant: sketch.wishes.plant?.id === card ? null : { id: card, most: bid } });
}

/** @param {games.Sketching} sketch @param {string} card */
function touchCard(sketch, card) {
  const { game, wishes } = sketch;
  const others = wishes.cards.filter(each => each.card !== card);
  const added = others.length === wishes.cards.length ? cardsOf(game).filter(each => each.card === card) : [];
  sketch.change({ cards: [...others, ...added] });
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
  const has = (/** @type {string[]} */ ...kinds) => options(game).some(({ kind }) => kinds.includes(kind));
  const command = (/** @type {turnledger.CardGameCommand} */ cardGame) => ({ cardGame });
  if (plant && has("nominations", "bids", "bidPass"))
    return bids(game, plant, steps, {
      lot: boardOf(game).lot?.card,
      raise: offered(game, "bids")[0]?.about.amountMin,
      offer: offered(game, "nominations").find(({ about }) => about.card === plant.id)?.about.bidMin,
      nominate: bid => ({ card: plant.id, bid }),
      command,
    });
  if (!has("buyingEnd")) return null;
  const its = steps.filter(({ phase }) => phase === "RESOURCES");
  const open = its.find(({ state }) => state === "open");
  if (!open) return its.length && ends ? { command: command({ finishBuying: {} }) } : null;
  return open.trouble ? { why: open.trouble } : { command: command({ buyResourceCard: { card: cardIn(open.id) } }) };
}

const cardIn = (/** @type {string} */ id) => id.split(" ")[1];

/**
 * The items of a standing order for what is open in a phase: cards by their fuel.
 * @param {games.Wishes} wishes
 * @param {games.Reading} reading
 * @param {string} phase
 */
function orders({ plant, cards, ends }, { steps }, phase) {
  if (phase === "AUCTION") return [{ cardGame: { bidUpTo: { card: plant?.id, most: plant?.most, thenPass: true } } }];
  const open = new Set(steps.filter(({ state }) => state === "open").map(({ id }) => cardIn(id)));
  const wanted = cards.filter(({ card }) => open.has(card));
  const items = [...new Set(wanted.map(({ fuel }) => fuel))].map(fuel => {
    const its = wanted.filter(each => each.fuel === fuel);
    return { buyFuel: { fuel, cards: its.length, priceMost: Math.max(...its.map(({ at }) => at)) } };
  });
  return [...items, ...(ends ? [{ finish: {} }] : [])].map(cardGame => ({ cardGame }));
}

/** @param {{sketch: games.Sketching, key?: any}} props */
function Inputs({ sketch }) {
  const { game } = sketch;
  const { earns: n = 0 } = sketch.reading();
  const guaranteed = game.edition.data.tables?.guaranteedIncome ?? 0;
  return [
    h(PlantInput, {
      sketch,
      choices: market(game).map(({ plant }) => /** @type {[string, string]} */ ([plant.card, told(game, plant)])),
      bidFor: card => bidFor(game, card),
      cash: ownOf(game).cash,
    }),
    h(Cards, { key: "cards", sketch }),
    h(
      "span",
      { key: "forecast", class: "g-forecast", role: "status" },
      boardOf(game).lastRound
        ? game.t("Points of your plants with this: {n}", { n })
        : game.t("With this your income is {n} E.", { n: Math.max(n, guaranteed) }),
    ),
  ];
}

/** The resource cards that the money is enough for. @param {{sketch: games.Sketching, key?: any}} props */
function Cards({ sketch }) {
  const { game } = sketch;
  const { cards = [] } = sketch.reading();
  const [chosen, choose] = useState("");
  const card = cards.find(each => each.card === chosen) ?? cards[0];
  if (!card) return h("p", { class: "g-note" }, game.t("There is no resource card that you could buy."));
  return h(
    "div",
    { class: "g-line" },
    h(Select, {
      label: game.t("Card"),
      value: card.card,
      options: cards.map(each => [each.card, `${saysOf(game, each, each.fits)}: ${game.t("{n} E", { n: each.at })}`]),
      onChange: choose,
    }),
    h(Press, { game, does: "plan-build", onPress: () => sketch.touchCard(card.card) }, game.t("Add")),
  );
}

/** Leaves a step out. @param {games.Sketching} sketch @param {string} id */
function leaveOut(sketch, id) {
  if (id === "plant") return sketch.change({ plant: null });
  sketch.change({ cards: sketch.wishes.cards.filter(({ card }) => card !== cardIn(id)) });
}

/** @type {games.SketchModel} */
export default {
  ...{ roundOf, read, renewed, touchCard, touchPlant, next, orders, leaveOut, Inputs, phases: PHASES },
  hint: game => game.t("Touch plants and resource cards on the board. Nothing is sent until you play the plan."),
};
