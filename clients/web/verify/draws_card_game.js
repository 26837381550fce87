// The card game: lots, both decks and their shuffles (docs/rules/card_game.md, 0.2).

const TRUST = "TRUST";
const LAST = "LAST";
/** In which ids of cards are in the order of the print, the small plants first. */
const EDITION = "2019-1";
const SMALL = 13;
const MARKET = 8;
/** What leaves blindly, small and large, by number of players (CG-SET-06). @type {Record<number, [number, number]>} */
const BLIND = { 2: [1, 5], 3: [2, 6], 4: [1, 3] };

const sorted = (/** @type {string[]} */ cards) => [...cards].sort();

/** @param {import("./draws.js").Draws} game @param {any} event */
function plants(game, { players, plant_market: { offer, outlook }, deck, removed_blind: removed }) {
  const all = sorted([...offer, ...outlook, ...removed, ...deck.filter((/** @type {string} */ card) => card !== LAST)]);
  const [fewSmall, fewLarge] = BLIND[players.length] ?? [0, 0];
  const small = game.roll("small plants").shuffle(all.slice(0, SMALL));
  const large = game.roll("large plants").shuffle(all.slice(SMALL));
  const [top, ...left] = small.slice(MARKET + fewSmall);
  const middle = game.roll("plant deck").shuffle([...left, ...large.slice(fewLarge)]);
  game.hold(sorted([...offer, ...outlook]), sorted(small.slice(0, MARKET)), "the plants that lie open");
  game.hold(removed, [...small.slice(MARKET, MARKET + fewSmall), ...large.slice(0, fewLarge)], "the plants that left");
  game.hold(deck, [top, ...middle, LAST], "the deck of plants");
}

/** @param {import("./draws.js").Draws} game @param {any} event */
function resources(game, { resource_columns: columns, resource_deck: deck }) {
  const fuel = game.roll("resource deck").shuffle(sorted([...columns.flat(), ...deck]));
  const size = columns[1].length;
  const filled = [0, 1, 2].map(column => sorted(fuel.slice(size * column, size * (column + 1))));
  game.hold(
    [[], ...columns.slice(1).map(sorted), deck],
    [columns[0], ...filled, fuel.slice(3 * size)],
    "the resource cards",
  );
}

/** @param {import("./draws.js").Draws} game @param {string[]} cards */
const thrownAway = (game, cards) => void (game.lies.discard = [...game.lies.discard, ...cards]);

/** @type {import("./draws.js").Readings} */
export const cardGame = {
  "card_game.GameStarted/1": (game, event) => {
    game.seeded(event.seed);
    game.players = event.players.length;
    if (event.edition === EDITION) {
      plants(game, event);
      resources(game, event);
    } else game.leave("all cards");
    game.lies = {
      "plant deck": [...event.deck],
      "resource deck": [...event.resource_deck],
      discard: [...event.discard_pile],
    };
  },
  "card_game.TurnOrderDetermined/1": (game, { order, reason }) => {
    if (reason !== "LOT") return;
    const [first, ...others] = game.roll("order row").shuffle([...Array(game.players).keys()]);
    game.hold(order, order.includes(TRUST) ? [first, TRUST, ...others] : [first, ...others], "the lots", "EVENT");
  },
  "card_game.PlantDrawn/1": (game, { card }) => game.take("plant deck", [card]),
  "card_game.LastRoundCardDrawn/1": game => game.take("plant deck", [LAST]),
  "card_game.PlantPutUnderDeck/1": (game, { card }) => void game.lies["plant deck"].push(card),
  "card_game.DeckShuffled/1": (game, { order }) => {
    game.hold(
      order,
      game.roll("plant deck below the last-round card").shuffle(game.lies["plant deck"]),
      "the deck of plants",
    );
    game.lies["plant deck"] = [...order];
  },
  "card_game.ResourceCardsChanged/1": (game, { discarded }) => thrownAway(game, discarded),
  "card_game.TrustResourcesDiscarded/1": (game, { cards }) => thrownAway(game, cards),
  "card_game.ResourceCardsDealt/1": (game, { cards }) =>
    game.take(
      "resource deck",
      cards.map((/** @type {{card: string}} */ { card }) => card),
    ),
  "card_game.ResourceDeckReshuffled/1": (game, { order, discard_pile: discard }) => {
    game.shuffles += 1;
    game.hold(order, game.roll(`resource deck ${game.shuffles}`).shuffle(game.lies.discard), "the resource cards");
    game.lies["resource deck"] = [...order];
    game.lies.discard = [...discard];
  },
};
