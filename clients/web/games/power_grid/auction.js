// Auctions: nominating a plant, bidding, and closing a plant too many.
import { h } from "../../vendor/preact.js";
import { Bidding, Nominating, Opening } from "../bidding.js";
import { draftOf } from "../draft.js";
import { amounts, Press, submit, Wanted } from "../kit.js";
import { pick, Plant, plantName, told } from "./plants.js";

/** @param {games.Game} game */
const cashOf = game => game.snapshot.board?.powerGrid?.seats.find(({ seat }) => seat === game.seat)?.cash ?? 0;

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
    h(
      "div",
      { class: "g-row" },
      plants.map(({ about }) =>
        h(Plant, {
          key: about.plant,
          game,
          plant: about.plant,
          state: about.plant === draft.picked.value ? "picked" : "offered",
          does: `nominate-${about.plant}`,
          onPress: () => pick(game, about.plant),
        }),
      ),
    ),
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
 * Every plant that may be closed, with every set of fuel that may go back.
 * @param {{game: games.Game, plants: games.Offer<games.PowerGridAbout>[], key?: any}} props
 */
export function Scrap({ game, plants }) {
  /** @type {{plant: string, returned?: turnledger.Amounts}[]} */
  const ways = plants.flatMap(({ about: { plant, returns } }) =>
    returns?.length ? returns.map(returned => ({ plant, returned })) : [{ plant }],
  );
  const says = (/** @type {{plant: string, returned?: turnledger.Amounts}} */ { plant, returned }) => {
    const back = amounts(game, returned?.amounts);
    return back
      ? game.t("Close {plant}, giving back {fuel}", { plant: plantName(game, plant), fuel: back })
      : game.t("Close {plant}", { plant: plantName(game, plant) });
  };
  return h(
    Wanted,
    { says: game.t("You have a plant too many: close one.") },
    h(
      "div",
      { class: "g-row" },
      plants.map(({ about: { plant } }) => h(Plant, { key: plant, game, plant, state: "offered" })),
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
            does: `close-${way.plant}-${n}`,
            title: told(game, way.plant),
            onPress: () =>
              submit(game, {
                command: {
                  powerGrid: { scrapPlant: { plant: way.plant, ...(way.returned && { returned: way.returned }) } },
                },
              }),
          },
          says(way),
        ),
      ),
    ),
  );
}
