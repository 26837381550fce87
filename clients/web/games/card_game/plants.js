// Plants of the card game, and the two rows of them.
import { h } from "../../vendor/preact.js";
import { draftOf } from "../draft.js";
import { mark, markSays } from "../edition.js";
import { canTouch, offered, Part, word } from "../kit.js";
import { Burns, PlantCard } from "../plant_card.js";

export const HALVES = { hybrid: ["gas", "oil"] };

/**
 * The content of a card, in words.
 * @param {games.Game} game
 * @param {turnledger.CardGamePlantFace} it
 */
export const told = (game, { number, fuel, need, profit }) =>
  need
    ? game.t("{number}: burns {need} {fuel}, earns {profit}", { number, need, fuel: word(game, fuel), profit })
    : game.t("{number}: {fuel}, earns {profit}", { number, fuel: word(game, fuel), profit });

/**
 * @param {{game: games.Game, plant: turnledger.CardGamePlantFace, bidMin?: number, small?: boolean, state?: string,
 *   onPress?: games.Press, does?: string, key?: string}} props
 */
export function Plant({ game, plant, bidMin = plant.number, ...rest }) {
  const marked = mark(game, `plants/${plant.card}`, "number", "fuel", "need", "profit");
  const inside = {
    number: bidMin < plant.number ? h("span", {}, h("s", {}, plant.number), ` ${bidMin}`) : plant.number,
    burns: h(Burns, { kind: plant.fuel, n: plant.need, small: rest.small, halves: HALVES }),
    makes: `→ ${plant.profit}${marked}`,
  };
  return h(PlantCard, {
    game,
    id: plant.card,
    kind: plant.fuel,
    inside,
    says: told(game, plant) + (marked && ` ${markSays(game)}`),
    ...rest,
  });
}

/**
 * @param {turnledger.CardGameBoard} board
 * @returns {games.OfferedPlant[]}
 */
export const onOffer = board => /** @type {any} */ (board.offer);

/**
 * A plant that is on view, by its card.
 * @param {turnledger.CardGameBoard} board
 * @param {string} card
 */
export const seen = (board, card) =>
  onOffer(board).find(({ plant }) => plant.card === card)?.plant ??
  board.players.flatMap(({ plants }) => plants ?? []).find(plant => plant.card === card);

/** @param {{game: games.Game, board: turnledger.CardGameBoard, key?: any}} props */
export function PlantsPart({ game, board }) {
  const { picked } = draftOf(game);
  const sketch = game.sketch$?.value;
  const chosen = sketch ? sketch.wishes.plant?.id : picked.value;
  const sale = new Set(offered(game, "nominations").map(({ about }) => about.card));
  const state = (/** @type {string} */ card) =>
    chosen === card && (sketch || sale.has(card))
      ? "picked"
      : sketch
        ? ""
        : board.lot?.card === card
          ? "lot"
          : sale.has(card)
            ? "offered"
            : "";
  const press = (/** @type {string} */ card, /** @type {number} */ bid) =>
    !canTouch(game)
      ? undefined
      : () =>
          sketch
            ? sketch.touchPlant(card)
            : sale.has(card)
              ? pick(game, card)
              : game.whyNot({ cardGame: { nominatePlant: { card, bid } } });
  const last = {
    DECK: game.t("The card of the last round is in the pile."),
    MARKET: game.t("The card of the last round is in the market."),
  }[board.lastRoundCard];
  return h(
    Part,
    { title: game.t("Power plants"), name: "plants", more: game.t("{n} in the pile", { n: board.deckSize }) },
    h(
      "div",
      { class: "g-row" },
      onOffer(board).map(({ plant, bidMin }) =>
        h(Plant, {
          key: plant.card,
          game,
          plant,
          bidMin,
          state: state(plant.card),
          onPress: press(plant.card, bidMin),
          does: `plant-${plant.card}`,
        }),
      ),
    ),
    board.outlook?.length
      ? h(
          "div",
          { class: "g-row g-second" },
          board.outlook.map(plant =>
            h(Plant, {
              key: plant.card,
              game,
              plant,
              state: state(plant.card) || "later",
              onPress: press(plant.card, plant.number),
              does: `plant-${plant.card}`,
            }),
          ),
        )
      : null,
    h(
      "p",
      { class: "g-note" },
      board.outlook?.length ? `${game.t("Dashed: on offer later.")} ` : "",
      last ?? "",
      " ",
      markSays(game),
    ),
  );
}

/**
 * @param {games.Game} game
 * @param {string} card
 */
export function pick(game, card) {
  const draft = draftOf(game);
  draft.picked.value = card;
  draft.amount.value = null;
}
