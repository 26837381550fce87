// The options of a seat in the card game.
import { h } from "../../vendor/preact.js";
import { Bidding, Nominating, Opening } from "../bidding.js";
import { draftOf } from "../draft.js";
import { amounts, Press, submit, sum, Sure, Wanted } from "../kit.js";
import { FuelCard } from "./market.js";
import { onOffer, pick, Plant, seen } from "./plants.js";
import { Ways } from "../ways.js";

/** @param {games.Game} game */
const boardOf = game => /** @type {turnledger.CardGameBoard} */ (game.snapshot.board?.cardGame);
/** @param {games.Game} game */
const mine = game => boardOf(game).players.find(({ seat }) => seat === game.seat);
/** @param {games.Game} game */
const cashOf = game => mine(game)?.cash ?? 0;
/**
 * @param {games.Game} game
 * @param {turnledger.CardGameCommand} command
 */
const give = (game, command) => submit(game, { command: { cardGame: command } });

/**
 * @param {{game: games.Game, plants: games.Offer<games.CardGameAbout>[], pass?: games.Offer<games.CardGameAbout>,
 *   key?: any}} props
 */
export function Nominate({ game, plants, pass }) {
  const draft = draftOf(game);
  const offer = new Map(onOffer(boardOf(game)).map(each => [each.plant.card, each]));
  const picked = plants.find(({ about }) => about.card === draft.picked.value)?.about;
  return h(
    Nominating,
    { game, n: plants.length, pass },
    h(
      "div",
      { class: "g-row" },
      plants.map(({ about: { card } }) =>
        h(Plant, {
          key: card,
          game,
          .../** @type {games.OfferedPlant} */ (offer.get(card)),
          state: card === draft.picked.value ? "picked" : "offered",
          does: `nominate-${card}`,
          onPress: () => pick(game, card),
        }),
      ),
    ),
    picked
      ? h(Opening, {
          game,
          name: picked.number,
          min: picked.bidMin,
          max: picked.bidMax,
          cash: cashOf(game),
          open: bid => give(game, { nominatePlant: { card: picked.card, bid } }),
        })
      : null,
  );
}

/**
 * @param {{game: games.Game, raise?: games.Offer<games.CardGameAbout>, pass?: games.Offer<games.CardGameAbout>,
 *   key?: any}} props
 */
export function Bid({ game, raise, pass }) {
  const { card, amountMin: min, amountMax: max } = /** @type {games.CardGameAbout} */ (raise?.about ?? pass?.about);
  const plant = seen(boardOf(game), card);
  const raised = raise && { min, max, give: (/** @type {number} */ amount) => give(game, { placeBid: { amount } }) };
  return h(Bidding, {
    game,
    name: plant?.number ?? card,
    face: plant ? h(Plant, { game, plant, state: "lot" }) : null,
    cash: cashOf(game),
    raise: raised,
    upTo: most => ({ cardGame: { bidUpTo: { card, most, thenPass: true } } }),
    pass: pass && (() => submit(game, { command: pass.first })),
  });
}

/**
 * Every plant that may be pulled down, with every way to throw away what no longer fits.
 * @param {{game: games.Game, plants: games.Offer<games.CardGameAbout>[], key?: any}} props
 */
export function Demolish({ game, plants }) {
  /** @type {{card: string, number: number, discarded?: turnledger.Amounts}[]} */
  const ways = plants.flatMap(({ about: { card, number, discards } }) =>
    discards?.length ? discards.map(discarded => ({ card, number, discarded })) : [{ card, number }],
  );
  const says = (/** @type {{number: number, discarded?: turnledger.Amounts}} */ { number, discarded }) => {
    const lost = amounts(game, discarded?.amounts);
    return lost
      ? game.t("Pull down {plant}, throwing away {fuel}", { plant: number, fuel: lost })
      : game.t("Pull down {plant}", { plant: number });
  };
  const faces = plants.flatMap(({ about: { card } }) => mine(game)?.plants.find(plant => plant.card === card) ?? []);
  return h(
    Wanted,
    { says: game.t("You have a plant too many: pull one down.") },
    h(
      "div",
      { class: "g-row" },
      faces.map(plant => h(Plant, { key: plant.card, game, plant, state: "offered" })),
    ),
    h(
      "div",
      { class: "g-line" },
      ways.map((way, n) =>
        h(
          Press,
          {
            key: n,
            game,
            does: `close-${way.card}-${n}`,
            onPress: () =>
              give(game, { scrapPlant: { card: way.card, ...(way.discarded && { discarded: way.discarded }) } }),
          },
          says(way),
        ),
      ),
    ),
    plants.map(option =>
      option.about.stock?.length
        ? h(Ways, {
            key: option.option,
            game,
            option,
            label: `${option.about.number}: ${game.t("Choose the cards too")}`,
          })
        : null,
    ),
  );
}

/**
 * @param {{game: games.Game, cards: games.Offer<games.CardGameAbout>[], finish?: games.Offer<games.CardGameAbout>,
 *   key?: any}} props
 */
export function Buy({ game, cards, finish }) {
  const draft = draftOf(game);
  const { plants = [], stock = [], room } = mine(game) ?? {};
  const buy = (/** @type {games.Offer} */ option) => ((draft.done += 1), submit(game, { command: option.first }));
  return h(
    Wanted,
    {
      says: cards.length
        ? game.t("Buy a resource card, or finish.")
        : game.t("There is no resource card that you could buy."),
    },
    h(
      "div",
      { class: "g-mine" },
      game.t("You have"),
      " ",
      plants.map(plant => h(Plant, { key: plant.card, game, plant, small: true })),
      stock.map(card => h(FuelCard, { key: card.card, game, card })),
      amounts(game, room)
        ? h("span", { class: "g-left" }, game.t("room for {fuel}", { fuel: amounts(game, room) }))
        : null,
    ),
    h(
      "div",
      { class: "g-line" },
      cards.map(option => {
        const { card, fuel, units, price } = option.about;
        return h(
          Press,
          { key: card, game, does: `buy-${card}`, onPress: () => buy(option) },
          h(FuelCard, { game, card: { card, fuel, units }, option }),
          " ",
          h("b", {}, game.t("{n} E", { n: price })),
          " ",
          h("small", {}, game.t("{n} left", { n: cashOf(game) - price })),
        );
      }),
      finish
        ? h(
            Sure,
            {
              game,
              does: "finish",
              when: cards.length > 0 && !draft.done,
              question: game.t("Buy no fuel now?"),
              onPress: () => submit(game, { command: finish.first }),
            },
            game.t("Finish buying"),
          )
        : null,
    ),
  );
}

/** @param {{runs?: turnledger.CardGameRun[]}} it */
const burnt = ({ runs = [] }) => sum(runs.flatMap(({ fuel = {} }) => Object.values(fuel)));
/**
 * @param {turnledger.CardGamePlan} a
 * @param {turnledger.CardGamePlan} b
 */
const better = (a, b) => b.profit - a.profit || burnt(a) - burnt(b);

/**
 * Every way to run plants, those that earn the most first.
 * @param {{game: games.Game, option: games.Offer<games.CardGameAbout>, key?: any}} props
 */
export function Run({ game, option }) {
  const { about } = option;
  const plans = [...(about.plans ?? [])].sort(better);
  const plants = new Map((mine(game)?.plants ?? []).map(plant => [plant.card, plant]));
  return h(
    Wanted,
    {
      says: plans.some(({ runs }) => runs?.length)
        ? game.t("Choose the plants that run.")
        : game.t("None of your plants can run."),
    },
    h(
      "div",
      { class: "g-plans" },
      plans.map(({ runs = [], profit }, n) =>
        h(
          Sure,
          {
            key: JSON.stringify(runs),
            game,
            main: n === 0,
            does: `run-${n}`,
            when: profit < plans[0].profit,
            question: game.t("More could be earned."),
            onPress: () => give(game, { runPlants: { runs } }),
          },
          runs.length
            ? runs.map(({ card, fuel }) => [
                h("b", {}, plants.get(card)?.number ?? card),
                amounts(game, fuel) ? ` (${amounts(game, fuel)}) ` : " ",
              ])
            : game.t("no plant"),
          h("span", {}, " → ", game.t("{n} E", { n: profit })),
        ),
      ),
    ),
    about.stock?.length ? h(Ways, { game, option, label: game.t("Choose the cards too") }) : null,
  );
}
