// Power plants as cards, and the plants on offer.
import { h, useMemo } from "../../vendor/preact.js";
import { draftOf } from "../draft.js";
import { canTouch, offered, Part, word } from "../kit.js";
import { Fuel } from "../marks.js";
import { Burns, House, PlantCard } from "../plant_card.js";

/** @type {Record<string, string>} */
const SHORT = { flow_generator: "33⅓", stage_3: "3" };

/**
 * @param {games.Game} game
 * @param {string} plant
 */
export const plantName = (game, plant) =>
  plant === "flow_generator" ? (game.edition?.base.flow_generator?.label ?? SHORT[plant]) : plant;

/**
 * @param {games.Game} game
 * @param {string} plant
 */
const faceOf = (game, plant) => game.edition.data.plants.find(each => each.plant === plant);
/**
 * @param {games.Game} game
 * @param {string} plant
 */
export const isMine = (game, plant) => game.edition.file.mines?.map(String).includes(plant);

/**
 * The content of a card, in words.
 * @param {games.Game} game
 * @param {string} plant
 */
export function told(game, plant) {
  const face = faceOf(game, plant);
  if (!face) return word(game, plant);
  const mine = isMine(game, plant);
  const made = mine ? game.t("sells {n} a round", { n: face.powers }) : game.t("powers {n}", { n: face.powers });
  const burnt = mine
    ? game.t("uranium mine")
    : face.burns
      ? `${face.burns} ${word(game, face.kind)}`
      : word(game, face.kind);
  return `${plantName(game, plant)}: ${burnt}, ${made}`;
}

/**
 * A plant. `onPress`: it can be touched; `state`: `offered`, `picked`, `later`, `lot`.
 * @param {{game: games.Game, plant: string, state?: string, small?: boolean, onPress?: games.Press, does?: string,
 *   key?: any}} props
 */
export function Plant({ game, plant, state, small, onPress, does }) {
  const card = useMemo(() => cardOf(game, plant, small), [game, game.edition, plant, small]);
  return h(PlantCard, {
    game,
    id: plant,
    ...card,
    state,
    small,
    onPress,
    does,
  });
}

/**
 * The parts of a card that no move changes.
 * @param {games.Game} game
 * @param {string} plant
 * @param {boolean} [small]
 */
function cardOf(game, plant, small) {
  const face = faceOf(game, plant);
  const inside = face
    ? {
        number: plantName(game, plant),
        burns: isMine(game, plant) ? game.t("mine") : h(Burns, { kind: face.kind, n: face.burns, small }),
        makes: [`→ ${face.powers}`, isMine(game, plant) ? h(Fuel, { kind: "uranium", size: 11 }) : h(House, {})],
      }
    : { number: SHORT[plant] ?? plant, burns: word(game, plant) };
  return { kind: face?.kind, inside, says: told(game, plant) };
}

/**
 * The plants that can be had now, those that come later, and the pile.
 * @param {{game: games.Game, board: turnledger.PowerGridBoard, key?: any}} props
 */
export function PlantsPart({ game, board }) {
  const { picked } = draftOf(game);
  const sketch = game.sketch$?.value;
  const planned = sketch?.wishes.plant?.id;
  const sale = new Map(offered(game, "nominateOption").map(each => [each.about.plant, each]));
  const state = (/** @type {string} */ plant) =>
    sketch
      ? planned === plant
        ? "picked"
        : ""
      : board.lot?.plant === plant
        ? "lot"
        : sale.has(plant)
          ? picked.value === plant
            ? "picked"
            : "offered"
          : "";
  const press = (/** @type {string} */ plant) =>
    !canTouch(game)
      ? undefined
      : () =>
          sketch
            ? sketch.touchPlant(plant)
            : sale.has(plant)
              ? pick(game, plant)
              : game.whyNot({ powerGrid: { nominatePlant: { plant, bid: faceOf(game, plant)?.bidMin ?? 1 } } });
  return h(
    Part,
    { title: game.t("Power plants"), name: "plants", more: game.t("{n} in the pile", { n: board.deckLeft }) },
    h(
      "div",
      { class: "g-row" },
      board.current.map(plant =>
        h(Plant, { key: plant, game, plant, state: state(plant), onPress: press(plant), does: `plant-${plant}` }),
      ),
      (board.future ?? []).map(plant =>
        h(Plant, {
          key: plant,
          game,
          plant,
          state: state(plant) === "picked" ? "picked" : "later",
          onPress: press(plant),
          does: `plant-${plant}`,
        }),
      ),
    ),
    board.future?.length ? h("p", { class: "g-note" }, game.t("Dashed: on offer later.")) : null,
  );
}

/**
 * @param {games.Game} game
 * @param {string} plant
 */
export function pick(game, plant) {
  const draft = draftOf(game);
  draft.picked.value = plant;
  draft.amount.value = null;
}
