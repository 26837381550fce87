// Power Grid: lots, the deck and its shuffle before stage 3 (docs/rules/power_grid.md, 0.2).

const LOT = "LOT";
const TOP = 13;
const STAGE_3 = "stage_3";
const SWAPPED = "swapped";
const NEAR_TOP_AMONG = 3;
/** Plants set aside near the top (JP-03, DEC-PG-01), by map and option `deck`. @type {Record<string, number[]>} */
const NEAR_TOP = { "japan as_printed": [11], "russia swapped": [10, 11] };
/** Whose figures these are. */
const EDITIONS = [
  "power_grid/base/1",
  "power_grid/base/2",
  "power_grid/australia/2",
  ...["russia", "japan", "india", "australia", "germany", "usa"].map(map => `power_grid/${map}/1`),
];

/** Numbers ascending, the Flow Generator behind them. @param {(string | number)[]} cards */
const inOrder = cards => [
  ...cards.filter(card => typeof card === "number").sort((one, other) => Number(one) - Number(other)),
  ...cards.filter(card => typeof card === "string"),
];

/** @param {import("./draws.js").Draws} game @param {any} event */
function dealt(game, { map, edition, options, deck, removed_blind: removed }) {
  game.lies = { deck: [...deck], removed: [...removed] };
  game.dealtAnew = given => {
    game.lies = { deck: [...(given.deck ?? game.lies.deck)], removed: [...removed] };
  };
  if (!edition.every((/** @type {string} */ each) => EDITIONS.includes(each))) return game.leave("deck");
  const near = NEAR_TOP[`${map} ${options.deck === SWAPPED ? SWAPPED : "as_printed"}`] ?? [];
  const shuffled = game
    .roll("deck")
    .shuffle(inOrder([...removed, ...deck.slice(1, -1)].filter(card => !near.includes(card))));
  let pile = shuffled.slice(removed.length);
  if (near.length)
    pile = [
      ...game.roll("deck/near_top").shuffle([...pile.slice(0, NEAR_TOP_AMONG), ...near]),
      ...pile.slice(NEAR_TOP_AMONG),
    ];
  game.hold([removed, deck], [shuffled.slice(0, removed.length), [TOP, ...pile, STAGE_3]], "the deck");
  game.dealtAnew = given => {
    const anew = shuffledAnew(game, near, deck.length - 1);
    const told = [given.seed, given.deck ?? game.lies.deck, given.removed_blind ?? game.lies.removed];
    game.hold(told, [game.seed, anew.deck, anew.removed], "the unknown cards");
    game.lies = { ...game.lies, ...anew };
  };
}

const byText = (/** @type {(string | number)[]} */ cards) => [...cards].sort();

/**
 * The position with its unknown cards shuffled by the round of a draw (TB-DRAW-03): those above the Stage 3 card and
 * those that left unseen. `atFirst`: the number of cards above that card at the start.
 *
 * @param {import("./draws.js").Draws} game @param {number[]} near @param {number} atFirst
 */
function shuffledAnew(game, near, atFirst) {
  const { deck, removed } = game.lies;
  const place = deck.indexOf(STAGE_3);
  if (place < 0) return { deck: game.roll("branch/deck").shuffle(byText(deck)), removed };
  const [above, below] = [deck.slice(0, place), deck.slice(place)];
  const top = /** @type {(string | number)[]} */ (above.slice(0, 1).filter(card => card === TOP));
  const nearby = above.filter(card => near.includes(Number(card)));
  const unknown = byText([...above.filter(card => !top.includes(card) && !nearby.includes(card)), ...removed]);
  const dealt = game.roll("branch/deck").shuffle(unknown);
  const [out, pile] = [dealt.slice(0, removed.length), dealt.slice(removed.length)];
  if (!nearby.length) return { deck: [...top, ...pile, ...below], removed: out };
  const among = 1 + near.length + NEAR_TOP_AMONG - (atFirst - place) - top.length - nearby.length;
  const mixed = game.roll("branch/near_top").shuffle([...pile.slice(0, among), ...byText(nearby)]);
  return { deck: [...top, ...mixed, ...pile.slice(among), ...below], removed: out };
}

/** @type {import("./draws.js").Readings} */
export const powerGrid = {
  "power_grid.GameStarted/1": (game, event) => {
    game.seeded(event.seed);
    game.players = event.players.length;
    if (event.options.regions === "drawn") game.leave("regions");
    dealt(game, event);
  },
  "power_grid.TurnOrderDetermined/1": (game, { order, reason }) => {
    if (reason === LOT)
      game.hold(order, game.roll("order").shuffle([...Array(game.players).keys()]), "the lots", "EVENT");
  },
  "power_grid.PlantDrawn/1": (game, { plant }) => game.take("deck", [plant]),
  "power_grid.Stage3CardDrawn/1": game => game.take("deck", [STAGE_3]),
  "power_grid.PlantPutUnderDeck/1": (game, { plant }) => {
    game.lies.deck.push(plant);
  },
  "power_grid.DeckShuffled/1": (game, { order }) => {
    game.checkRound();
    game.hold(order, game.roll("deck/stage_3").shuffle(game.lies.deck), "the deck");
    game.lies.deck = [...order];
  },
};
