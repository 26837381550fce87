// Colony-61: the colony card, the draw pile and its shuffles (docs/rules/colony61.md, 0.2).

/** The colony cards as they stand in the edition `colony61-1`. */
const COLONIES = [
  "resettlement_planet",
  "mining_asteroid",
  "industrial_moon",
  "science_outpost",
  "ice_satellite",
  "transit_hub",
  "training_colony",
  "frontier_station",
];
const EDITION = "colony61-1";
const PILE = "draw pile";

/**
 * In card id order, which is plain text order: the order before each shuffle.
 * @param {import("./draws.js").Draws} game
 * @param {string[]} told
 */
function shuffled(game, told) {
  game.hold(told, game.roll(`shuffle/${game.shuffles}`).shuffle([...told].sort()), "the draw pile");
  game.shuffles += 1;
  game.lies[PILE] = [...told];
}

/** @type {import("./draws.js").Readings} */
export const colony61 = {
  "colony61.GameStarted/1": (game, { seed, edition, colony, colony_drawn: drawn, draw_pile: pile }) => {
    game.seeded(seed);
    if (drawn && edition !== EDITION) game.leave("colony");
    if (drawn && edition === EDITION)
      game.hold([colony], [COLONIES[Number(game.roll("colony").below(COLONIES.length))]], "the colony");
    shuffled(game, pile);
  },
  "colony61.DeckReshuffled/1": (game, { order }) => shuffled(game, order),
  "colony61.StartCardsDealt/1": (game, { offered }) => game.take(PILE, offered),
  "colony61.SupplyDrawn/1": (game, { cards }) => game.take(PILE, cards),
  "colony61.CardsOffered/1": (game, { cards }) => game.take(PILE, cards),
};
