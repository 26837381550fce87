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
  game.dealtAnew = anew(game, new Set(all.slice(0, SMALL)));
  const [fewSmall, fewLarge] = BLIND[players.length] ?? [0, 0];
  const small = game.roll("small plants").shuffle(all.slice(0, SMALL));
  const large = game.roll("large plants").shuffle(all.slice(SMALL));
  const [top, ...left] = small.slice(MARKET + fewSmall);
  const middle = game.roll("plant deck").shuffle([...left, ...large.slice(fewLarge)]);
  game.hold(sorted([...offer, ...outlook]), sorted(small.slice(0, MARKET)), "the plants that lie open");
  game.hold(removed, [...small.slice(MARKET, MARKET + fewSmall), ...large.slice(0, fewLarge)], "the plants that left");
  game.hold(deck, [top, ...middle, LAST], "the deck of plants");
}

/**
 * The position with its unknown cards shuffled by the round of a draw (TB-DRAW-03): the plants above the last-round
 * card with those that left unseen, and the resource deck. The back of the top plant stays as it was.
 *
 * @param {import("./draws.js").Draws} game @param {Set<string | number>} small
 */
function shuffledAnew(game, small) {
  const { "plant deck": deck, "resource deck": fuel, removed } = game.lies;
  const fuelAnew = game.roll("branch/resource deck").shuffle([...fuel].sort());
  const roll = game.roll("branch/plant deck");
  const place = deck.indexOf(LAST);
  const above = place < 0 ? deck : deck.slice(0, place);
  const withBack = (/** @type {(string | number)[]} */ pile) => {
    const top = pile.find(card => small.has(card) === small.has(above[0]));
    return top === undefined ? pile : [top, ...pile.filter(card => card !== top)];
  };
  if (place < 0) return { plants: withBack(roll.shuffle([...deck].sort())), removed, fuel: fuelAnew };
  const [out, left] = [/** @type {(string | number)[]} */ ([]), /** @type {(string | number)[]} */ ([])];
  for (const isSmall of [true, false]) {
    const kind = [...above, ...removed].filter(card => small.has(card) === isSmall).sort();
    const blind = removed.filter(card => small.has(card) === isSmall).length;
    const dealt = roll.shuffle(kind);
    out.push(...dealt.slice(0, blind));
    left.push(...dealt.slice(blind));
  }
  return { plants: [...withBack(roll.shuffle(left)), ...deck.slice(place)], removed: out, fuel: fuelAnew };
}

/** @param {import("./draws.js").Draws} game @param {Set<string | number>} small */
const anew = (game, small) => (/** @type {any} */ given) => {
  const made = shuffledAnew(game, small);
  const { "plant deck": deck, "resource deck": fuel, removed } = game.lies;
  const told = [
    ...[given.seed, given.plants?.deck ?? deck, given.plants?.removed_blind ?? removed],
    given.fuel?.deck ?? fuel,
  ];
  game.hold(told, [game.seed, made.plants, made.removed, made.fuel], "the unknown cards");
  game.lies = { ...game.lies, "plant deck": made.plants, "resource deck": made.fuel, removed: made.removed };
};

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
    } else {
      game.leave("all cards");
      game.dealtAnew = ({ plants, fuel }) => {
        game.lies["plant deck"] = [...(plants?.deck ?? game.lies["plant deck"])];
        game.lies["resource deck"] = [...(fuel?.deck ?? game.lies["resource deck"])];
      };
    }
    game.lies = {
      "plant deck": [...event.deck],
      "resource deck": [...event.resource_deck],
      discard: [...event.discard_pile],
      removed: [...event.removed_blind],
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
    game.checkRound();
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
    game.checkRound();
    game.shuffles += 1;
    game.hold(order, game.roll(`resource deck ${game.shuffles}`).shuffle(game.lies.discard), "the resource cards");
    game.lies["resource deck"] = [...order];
    game.lies.discard = [...discard];
  },
};
