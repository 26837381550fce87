// Buying fuel, building, running plants: what is done in a turn besides auctions.
import { h, useEffect } from "../../vendor/preact.js";
import { draftOf } from "../draft.js";
import { amounts, Press, submit, sum, Sure, Wanted, word } from "../kit.js";
import { Forecast } from "./forecast.js";
import { bySite, build } from "./map.js";
import { chosen } from "./market.js";
import { Plant } from "./plants.js";
import { Stock } from "./seats.js";

/** @param {games.Game} game */
const board = game => /** @type {turnledger.PowerGridBoard} */ (game.snapshot.board?.powerGrid);
/** @param {games.Game} game */
const mine = game => board(game).seats.find(({ seat }) => seat === game.seat);

/**
 * @param {{game: games.Game, option?: games.Offer<games.PowerGridAbout>, finish?: games.Offer<games.PowerGridAbout>,
 *   key?: any}} props
 */
export function Buy({ game, option, finish }) {
  const draft = draftOf(game);
  const items = chosen(draft.basket.value);
  const some = Object.keys(items).length > 0;
  const command = { powerGrid: { buyResources: { items } } };
  const { prices, cash, tokensMax } = option?.about ?? { prices: [], cash: 0 };
  const own = mine(game);
  const total = sum(prices.flatMap(({ type, prices: each }) => each.slice(0, items[type] ?? 0)));
  const tried = useTrial(game, draft, some ? command : null);
  const buy = async () => {
    await draft.trial; // it is of the game before this
    draft.done += 1;
    await submit(game, { command });
  };
  const says = !option
    ? game.t("There is no fuel that you could buy.")
    : tokensMax === 1
      ? game.t("Buy one token of fuel, or finish.")
      : game.t("Put fuel into the basket, then buy it.");
  return h(
    Wanted,
    { says },
    option
      ? h(
          "div",
          { class: "g-line" },
          prices
            .filter(({ prices: each }) => each.length)
            .map(({ type, prices: each }) =>
              h(Shelf, { key: type, game, draft, type, each, tokensMax, left: cash - total }),
            ),
        )
      : null,
    h(
      "div",
      { class: "g-line" },
      option
        ? h(
            "span",
            { class: "g-mine" },
            game.t("You have"),
            " ",
            (mine(game)?.plants ?? []).map(plant => h(Plant, { key: plant, game, plant, small: true })),
            h(Stock, { game, fuel: mine(game)?.fuel }),
          )
        : null,
      some
        ? h(
            Press,
            {
              game,
              main: true,
              does: "buy",
              why: tried?.refusal,
              onPress: () => (tried?.refusal ? game.whyNot(command) : buy()),
            },
            game.t("Buy {fuel} for {n}", { fuel: amounts(game, items), n: total }),
          )
        : null,
      some ? h("span", { class: "g-left" }, game.t("{n} left", { n: cash - total })) : null,
      option && own
        ? h(Forecast, { game, plants: own.plants, fuel: added(own.fuel, items), cities: own.cities.length })
        : null,
      finish
        ? h(
            Sure,
            {
              game,
              does: "finish",
              when: some || (Boolean(option) && !draft.done),
              question: some ? game.t("The basket is not bought yet.") : game.t("Buy no fuel now?"),
              onPress: () => submit(game, { command: finish.first }),
            },
            game.t("Finish buying"),
          )
        : null,
    ),
    tried?.refusal ? h("p", { class: "g-refused", role: "status" }, tried.refusal.says || tried.refusal.message) : null,
  );
}

/** @param {games.Amounts | undefined} fuel @param {games.Amounts} items @returns {games.Amounts} */
const added = (fuel = {}, items) => ({
  ...fuel,
  ...Object.fromEntries(Object.entries(items).map(([type, n]) => [type, n + (fuel[type] ?? 0)])),
});

/**
 * One press buys, where one token at a time is all that may be bought; elsewhere it fills the basket, as far as the
 * money goes.
 * @param {{game: games.Game, draft: games.Draft, type: string, each: number[], tokensMax?: number, left: number,
 *   key?: any}} props
 */
function Shelf({ game, draft, type, each, tokensMax, left }) {
  const n = draft.basket.value[type] ?? 0;
  const next = each[n];
  const canAdd = next !== undefined && next <= left;
  const add = () => {
    if (tokensMax === 1) {
      draft.done += 1;
      submit(game, { command: { powerGrid: { buyResources: { items: { [type]: 1 } } } } });
    } else if (canAdd) draft.basket.value = { ...draft.basket.value, [type]: n + 1 };
    else game.whyNot({ powerGrid: { buyResources: { items: { ...chosen(draft.basket.value), [type]: n + 1 } } } });
  };
  const less = () => (draft.basket.value = { ...draft.basket.value, [type]: n - 1 });
  return h(
    "span",
    { class: "g-shelf", role: "group", "aria-label": word(game, type) },
    h(
      Press,
      { game, does: `${tokensMax === 1 ? "take" : "add"}-${type}`, why: !canAdd, onPress: add },
      `+ ${word(game, type)}`,
      " ",
      h("b", {}, next ?? "–"),
    ),
    tokensMax === 1
      ? null
      : [
          h("output", { "aria-label": game.t("In the basket") }, n || ""),
          h(
            Press,
            {
              game,
              does: n ? `less-${type}` : undefined,
              class: n ? "" : "g-none",
              label: game.t("{fuel}: one less", { fuel: word(game, type) }),
              onPress: () => n && less(),
            },
            "−",
          ),
        ],
  );
}

/**
 * The server's preview of a command before it is sent: requested once per draft.
 * @param {games.Game} game
 * @param {games.Draft} draft
 * @param {turnledger.Command | null} command
 */
function useTrial(game, draft, command) {
  const key = command && JSON.stringify([game.snapshot.version, command]);
  useEffect(() => {
    let left = false;
    draft.tried.value = null;
    if (command) draft.trial = game.preview(command).then(said => left || (draft.tried.value = said));
    return () => (left = true);
  }, [key]);
  return draft.tried.value;
}

/**
 * @param {{game: games.Game, cities: games.Offer<games.PowerGridAbout>[], finish?: games.Offer<games.PowerGridAbout>,
 *   key?: any}} props
 */
export function Build({ game, cities, finish }) {
  const draft = draftOf(game);
  const sites = [...bySite(cities).values()].flat().sort((a, b) => a.about.total - b.about.total);
  const own = mine(game);
  const cash = own?.cash ?? 0;
  const picked = sites.filter(({ about }) => about.city === draft.picked.value);
  const rows = [...picked, ...sites.filter(each => !picked.includes(each))];
  const show = (/** @type {string | null} */ city) => (draft.shown.value = city);
  return h(
    Wanted,
    {
      says: sites.length ? game.t("Build in a city, or finish.") : game.t("There is no city that you could build in."),
    },
    sites.length
      ? h(
          "ul",
          { class: "g-sites" },
          rows.map(site => {
            const { city, total, slotCost, connectionCost, mode, flat } = site.about;
            const second = mode === "START" && (mine(game)?.cities.length ?? 0) > 0;
            return h(
              "li",
              { key: `${city} ${mode}` },
              h(
                Press,
                {
                  game,
                  main: picked.includes(site),
                  does: `build-${city}-${mode}`,
                  onPress: () => build(game, site),
                  onEnter: () => show(city),
                  onLeave: () => show(null),
                },
                h(
                  "span",
                  {},
                  word(game, city),
                  second ? ` (${game.t("new network")})` : "",
                  flat ? ` (${game.t("flat rate")})` : "",
                ),
                h("b", {}, total),
                h("small", {}, `= ${slotCost} + ${connectionCost}, `, game.t("{n} left", { n: cash - total })),
              ),
            );
          }),
        )
      : null,
    h(
      "div",
      { class: "g-line" },
      own
        ? h(Forecast, {
            game,
            plants: own.plants,
            fuel: own.fuel ?? {},
            cities: own.cities.length + (draft.shown.value || draft.picked.value ? 1 : 0),
          })
        : null,
      finish
        ? h(
            Sure,
            {
              game,
              does: "finish",
              when: sites.length > 0 && !draft.done,
              question: game.t("Build nothing now?"),
              onPress: () => submit(game, { command: finish.first }),
            },
            game.t("Finish building"),
          )
        : null,
    ),
  );
}

/**
 * @param {{game: games.Game, sell?: games.Offer<games.PowerGridAbout>, decline?: games.Offer<games.PowerGridAbout>,
 *   key?: any}} props
 */
export function Sell({ game, sell, decline }) {
  const { units = 0, price = 0 } = sell?.about ?? {};
  return h(
    Wanted,
    { says: game.t("Sell the uranium of your mines?") },
    h(
      "div",
      { class: "g-line" },
      sell
        ? h(
            Press,
            { game, main: true, does: "sell", onPress: () => submit(game, { command: sell.first }) },
            game.t("Sell {units} × {price} = {total}", { units, price, total: units * price }),
          )
        : null,
      decline
        ? h(
            Press,
            { game, does: "keep", onPress: () => submit(game, { command: decline.first }) },
            game.t("Sell nothing"),
          )
        : null,
    ),
    h("p", { class: "g-note" }, game.t("Unsold uranium earns nothing. Each sale fills the market: the price falls.")),
  );
}
