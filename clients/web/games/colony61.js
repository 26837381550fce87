// Colony-61: Light Elements. The board, and what a seat may do.
import { h } from "../vendor/preact.js";
import { Card, cardName, Hand, worth } from "./colony61/cards.js";
import { Decide, Income, Standard, Standing } from "./colony61/deciding.js";
import { Keep, Lay, Start, Swap } from "./colony61/hand.js";
import { Choosing, Scores, SeatsPart } from "./colony61/seats.js";
import { ColonyPart, TracksPart } from "./colony61/tracks.js";
import { isAsked, offered, Part, Result, Tabs, Waiting, word } from "./kit.js";

/** @param {{game: games.Game, key?: any}} props */
export function Board({ game }) {
  const board = game.snapshot.board?.colony61;
  if (!board || !game.edition) return null;
  const parts = [
    [
      "colony",
      game.t("Colony"),
      [h(TracksPart, { key: "tracks", game, board }), h(ColonyPart, { key: "colony", game, board })],
    ],
    ["seats", game.t("Players"), h(SeatsPart, { game, board })],
    ["hand", game.t("Hand"), h(HandPart, { game, board })],
  ];
  return h(
    "div",
    { class: "g-board g-colony61", "data-version": game.snapshot.version },
    h(
      "div",
      { class: "g-phases" },
      h("b", { class: "g-when" }, game.t("Turn {turn}", board)),
      board.lastTurn ? h("b", {}, game.t("the last turn")) : null,
      board.step ? h("span", { class: "g-when" }, word(game, board.step)) : null,
    ),
    h(Choosing, { game, board }),
    board.result?.reason === "DEFEAT"
      ? h("p", { class: "g-wanted" }, game.t("The colony is lost: all have lost."))
      : null,
    h(Result, {
      game,
      ranking: board.result?.ranking,
      cells: { [game.t("Influence")]: ({ influence }) => influence, [game.t("Money")]: ({ credits }) => credits },
    }),
    h(Scores, { game, board }),
    h(Tabs, { game, wanted: "colony", parts: board.own ? parts : parts.slice(0, 2) }),
  );
}

/**
 * The viewer's hand, and the seat's choice.
 * @param {{game: games.Game, board: turnledger.Colony61Board, key?: any}} props
 */
const HandPart = ({ game, board: { own, drawLeft } }) =>
  own
    ? h(
        Part,
        { title: game.t("Your hand"), name: "hand-part", more: game.t("{n} in the pile", { n: drawLeft }) },
        h(Chosen, { game, own }),
        h(Hand, { game, cards: own.hand ?? [] }, (/** @type {string} */ card) =>
          h(Card, { key: card, game, card, cost: own.cost?.[card] }),
        ),
      )
    : null;

/** @param {{game: games.Game, own: turnledger.Colony61OwnBoard, key?: any}} props */
function Chosen({ game, own: { choice, byDefault } }) {
  if (!choice || byDefault) return null;
  const { cardsChoice, startChoice, buildChoice } = choice;
  const cards = cardsChoice?.cards ??
    startChoice?.keep ?? [...(buildChoice?.build ?? []), ...(buildChoice?.recycle ? [buildChoice.recycle] : [])];
  return h(
    "p",
    { class: "g-says" },
    game.t("You chose: {cards}. You may choose again until all have chosen.", {
      cards: cards.map(card => cardName(game, card)).join(", ") || "–",
    }),
  );
}

/** The seat's property, shown next to its name. @param {games.Game} game @param {number} seat */
export function inShort(game, seat) {
  const has = game.snapshot.board?.colony61?.corporations.find(each => each.seat === seat);
  return has ? h("b", {}, game.t("{n} $", { n: worth(has.storage) })) : null;
}

const KINDS = ["startOption", "layOption", "swapOption", "keepOption"];
/** @type {Record<string, any>} */
const CHOICES = { startOption: Start, layOption: Lay, swapOption: Swap, keepOption: Keep };

/** @param {{game: games.Game, key?: any}} props */
export function Actions({ game }) {
  if (!game.snapshot.board?.colony61 || !game.edition) return null;
  const one = (/** @type {string} */ kind) => offered(game, kind)[0];
  const [standard, standing] = [one("acceptDefault"), one("standingOption")];
  const [ways, incomes] = [offered(game, "decideOption"), offered(game, "incomeOption")];
  const kind = KINDS.find(one);
  const income = incomes.length || standard?.about.command?.resolveIncome;
  return h(
    "div",
    { class: "g-asked" },
    isAsked(game) && (kind || standard) ? null : h(Waiting, { game }),
    kind ? h(CHOICES[kind], { game, option: one(kind) }) : null,
    ways.length ? h(Decide, { game, ways }) : null,
    income ? h(Income, { game, incomes, standard }) : null,
    standard && !income ? h(Standard, { game, option: standard }) : null,
    standing ? h(Standing, { game, option: standing }) : null,
  );
}
