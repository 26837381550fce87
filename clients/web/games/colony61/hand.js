// Choosing cards: the start, laying, giving up, keeping. The hand is toggles.
import { h } from "../../vendor/preact.js";
import { draftOf } from "../draft.js";
import { Press, submit, Wanted } from "../kit.js";
import { Card, cardName, cubes, Hand, worth } from "./cards.js";

/** @param {games.Game} game */
const own = game => game.snapshot.board?.colony61?.own;
/**
 * @param {games.Game} game
 * @param {turnledger.Colony61Command} command
 */
const give = (game, command) => submit(game, { command: { colony61: command } });
/**
 * @param {games.Game} game
 * @param {string[]} cards
 */
const names = (game, cards) => cards.map(card => cardName(game, card)).join(", ");

/**
 * The button that gives the command; while cards are missing it says why not.
 * @param {{game: games.Game, command: turnledger.Colony61Command, enough: boolean, does: string, children?: any}} props
 */
const GiveCards = ({ game, command, enough, does, children }) =>
  h(
    "div",
    { class: "g-line g-last" },
    h(
      Press,
      {
        game,
        main: true,
        why: !enough,
        does,
        onPress: () => (enough ? give(game, command) : game.whyNot({ colony61: command })),
      },
      children,
    ),
  );

/**
 * Cards that are chosen by pressing them: at most `most`; one more takes the place of the first.
 * @param {{game: games.Game, cards: string[], most: number, key?: any}} props
 */
function Toggles({ game, cards, most }) {
  const { chosen } = draftOf(game);
  const now = picks(game, cards);
  const toggle = (/** @type {string} */ card) =>
    (chosen.value = now.includes(card) ? now.filter(each => each !== card) : [...now, card].slice(-most));
  return h(Hand, { game, cards, most }, (/** @type {string} */ card) =>
    h(Card, {
      key: card,
      game,
      card,
      cost: own(game)?.cost?.[card],
      pressed: now.includes(card),
      does: `card-${card}`,
      onPress: () => toggle(card),
    }),
  );
}

/**
 * The chosen cards: the seat's earlier choice, until it presses a card.
 * @param {games.Game} game
 * @param {string[]} cards
 */
function picks(game, cards) {
  const choice = own(game)?.choice;
  const before = choice?.cardsChoice?.cards ?? choice?.startChoice?.keep ?? [];
  return /** @type {string[]} */ (draftOf(game).chosen.value ?? before).filter(card => cards.includes(card));
}

/** @param {{game: games.Game, option: games.Offer<games.Colony61About>, key?: any}} props */
export function Start({ game, option: { about } }) {
  const { picked } = draftOf(game);
  const { offered = [], pick, purses = [] } = about;
  const keep = picks(game, offered);
  const purse = purses[picked.value ?? 0];
  const command = { chooseStart: { keep: { cards: keep }, cubes: purse, acceptDefault: false } };
  const enough = keep.length === pick;
  return h(
    Wanted,
    { says: game.t("Keep {n} of these cards, and choose your cubes.", { n: pick }) },
    h(Toggles, { game, cards: offered, most: pick }),
    h(
      "div",
      { class: "g-line", role: "group", "aria-label": game.t("Cubes") },
      purses.map((each, n) =>
        h(
          Press,
          { key: n, game, pressed: purse === each, does: `purse-${n}`, onPress: () => (picked.value = n) },
          cubes(each),
        ),
      ),
    ),
    h(
      GiveCards,
      { game, command, enough, does: "start" },
      keep.length
        ? game.t("Start with {cards} and {n} $", { cards: names(game, keep), n: worth(purse) })
        : game.t("Keep cards"),
    ),
  );
}

/** @param {{game: games.Game, option: games.Offer<games.Colony61About>, key?: any}} props */
export function Lay({ game, option: { about } }) {
  const sets = (about.sets ?? []).map(({ cards = [] }) => cards);
  const hand = own(game)?.hand ?? [...new Set(sets.flat())];
  const most = Math.max(0, ...sets.map(({ length }) => length));
  const cards = picks(game, hand);
  const command = { layCards: { turn: about.turn, cards: { cards }, acceptDefault: false } };
  const legal = sets.some(set => set.length === cards.length && set.every(card => cards.includes(card)));
  return h(
    Wanted,
    { says: game.t("Lay cards, face down: at most {n}. All see them when all have chosen.", { n: most }) },
    h(Toggles, { game, cards: hand, most }),
    h(
      GiveCards,
      { game, command, enough: legal, does: "lay" },
      cards.length ? game.t("Lay {cards}", { cards: names(game, cards) }) : game.t("Lay cards"),
    ),
  );
}

/** @param {{game: games.Game, option: games.Offer<games.Colony61About>, key?: any}} props */
export function Swap({ game, option: { about } }) {
  const cards = picks(game, about.cards ?? []);
  const command = { chooseSwap: { turn: about.turn, cards: { cards }, acceptDefault: false } };
  return h(
    Wanted,
    { says: game.t("Give up cards for others: at most {n}.", { n: about.most }) },
    h(Toggles, { game, cards: about.cards ?? [], most: about.most }),
    h(
      GiveCards,
      { game, command, enough: true, does: "swap" },
      cards.length ? game.t("Give up {cards}", { cards: names(game, cards) }) : game.t("Give up nothing"),
    ),
  );
}

/** @param {{game: games.Game, option: games.Offer<games.Colony61About>, key?: any}} props */
export function Keep({ game, option: { about } }) {
  const cards = picks(game, about.cards ?? []);
  const command = { keepCards: { turn: about.turn, keep: { cards }, acceptDefault: false } };
  const enough = cards.length === about.keep;
  return h(
    Wanted,
    { says: game.t("Keep {n} of these cards.", { n: about.keep }) },
    h(Toggles, { game, cards: about.cards ?? [], most: about.keep }),
    h(
      GiveCards,
      { game, command, enough, does: "keep" },
      cards.length ? game.t("Keep {cards}", { cards: names(game, cards) }) : game.t("Keep cards"),
    ),
  );
}
