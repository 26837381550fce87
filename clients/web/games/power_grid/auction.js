// Auctions: nominating a plant, bidding, and closing a plant too many.
import { Select } from "../../ui.js";
import { h, useState } from "../../vendor/preact.js";
import { Bidding, Nominating, Opening } from "../bidding.js";
import { draftOf } from "../draft.js";
import { amounts, Press, submit, Wanted } from "../kit.js";
import { pick, Plant, plantName, told } from "./plants.js";

/** @param {games.Game} game */
const cashOf = game => game.snapshot.board?.powerGrid?.seats.find(({ seat }) => seat === game.seat)?.cash ?? 0;

/**
 * Plants of which one can be picked. A press is named by `verb`.
 * @param {{game: games.Game, plants: games.Offer<games.PowerGridAbout>[], verb: string, key?: any}} props
 */
function Pickable({ game, plants, verb }) {
  const picked = draftOf(game).picked.value;
  return h(
    "div",
    { class: "g-row" },
    plants.map(({ about: { plant } }) =>
      h(Plant, {
        key: plant,
        game,
        plant,
        state: plant === picked ? "picked" : "offered",
        does: `${verb}-${plant}`,
        onPress: () => pick(game, plant),
      }),
    ),
  );
}

/**
 * @param {{game: games.Game, plants: games.Offer<games.PowerGridAbout>[], pass?: games.Offer<games.PowerGridAbout>,
 *   key?: any}} props
 */
export function Nominate({ game, plants, pass }) {
  const draft = draftOf(game);
  const picked = plants.find(({ about }) => about.plant === draft.picked.value);
  return h(
    Nominating,
    { game, n: plants.length, pass },
    h(Pickable, { game, plants, verb: "nominate" }),
    picked
      ? h(Opening, {
          game,
          name: plantName(game, picked.about.plant),
          min: picked.about.bidMin,
          max: picked.about.bidMax,
          cash: cashOf(game),
          open: bid => submit(game, { command: { powerGrid: { nominatePlant: { plant: picked.about.plant, bid } } } }),
        })
      : null,
  );
}

/**
 * @param {{game: games.Game, raise?: games.Offer<games.PowerGridAbout>, pass?: games.Offer<games.PowerGridAbout>,
 *   key?: any}} props
 */
export function Bid({ game, raise, pass }) {
  const { plant, amountMin: min, amountMax: max } = /** @type {games.PowerGridAbout} */ (raise?.about ?? pass?.about);
  const give = (/** @type {number} */ amount) => submit(game, { command: { powerGrid: { placeBid: { amount } } } });
  return h(Bidding, {
    game,
    name: plantName(game, plant),
    face: h(Plant, { game, plant, state: "lot" }),
    cash: cashOf(game),
    raise: raise && { min, max, give },
    upTo: most => ({ powerGrid: { bidUpTo: { plant, most, thenPass: true } } }),
    pass: pass && (() => submit(game, { command: pass.first })),
  });
}

/**
 * Every plant that may be closed; then, for the picked one, the fuel that goes back with it.
 * @param {{game: games.Game, plants: games.Offer<games.PowerGridAbout>[], key?: any}} props
 */
export function Scrap({ game, plants }) {
  const draft = draftOf(game);
  const picked = plants.find(({ about }) => about.plant === draft.picked.value);
  return h(
    Wanted,
    { says: game.t("You have a plant too many: close one.") },
    h(Pickable, { game, plants, verb: "scrap" }),
    picked
      ? h(Closing, { key: picked.about.plant, game, plant: picked.about.plant, returns: picked.about.returns })
      : null,
  );
}

/**
 * The fuel that goes back with a plant, and its closing: the first way gives back the least.
 * @param {{game: games.Game, plant: string, returns?: turnledger.Amounts[], key?: any}} props
 */
function Closing({ game, plant, returns = [] }) {
  const [at, choose] = useState(0);
  const returned = returns[at];
  const name = plantName(game, plant);
  const fuel = amounts(game, returned?.amounts);
  const command = { powerGrid: { scrapPlant: { plant, ...(returned && { returned }) } } };
  return h(
    "div",
    { class: "g-line g-closing" },
    returns.length > 1
      ? h(Select, {
          label: game.t("Plant {plant} gives back", { plant: name }),
          value: String(at),
          options: returns.map((each, n) => [String(n), amounts(game, each.amounts) || game.t("no fuel")]),
          onChange: value => choose(Number(value)),
        })
      : null,
    h(
      Press,
      { game, main: true, does: `close-${plant}`, title: told(game, plant), onPress: () => submit(game, { command }) },
      fuel && returns.length === 1
        ? game.t("Close {plant}, giving back {fuel}", { plant: name, fuel })
        : game.t("Close {plant}", { plant: name }),
    ),
  );
}
