// Power Grid: the Card Game. The board, and what a seat may do.
import { h } from "../vendor/preact.js";
import { Lot } from "./bidding.js";
import { MarketPart } from "./card_game/market.js";
import { Plant, PlantsPart, seen } from "./card_game/plants.js";
import { mark } from "./edition.js";
import { SeatsPart } from "./card_game/seats.js";
import { Bid, Buy, Demolish, Nominate, Run } from "./card_game/turns.js";
import { isAsked, offered, PhaseList, Result, Seat, Tabs, TurnOrder, Waiting } from "./kit.js";

const PHASES = ["AUCTION", "RESOURCES", "BUREAUCRACY"];
/** @type {Record<string, string>} */
const TABS = { AUCTION: "market", RESOURCES: "market", BUREAUCRACY: "seats" };

/** @param {{game: games.Game, key?: any}} props */
export function Board({ game }) {
  const board = game.snapshot.board?.cardGame;
  if (!board || !game.edition) return null;
  const plant = board.lot && seen(board, board.lot.card);
  const parts = [
    [
      "market",
      game.t("Market"),
      [
        plant
          ? h(Lot, {
              key: "lot",
              game,
              lot: /** @type {turnledger.CardGameLot} */ (board.lot),
              face: h(Plant, { game, plant, state: "lot" }),
            })
          : null,
        h(PlantsPart, { key: "plants", game, board }),
        h(MarketPart, { key: "market", game, board }),
      ],
    ],
    [
      "seats",
      game.t("Players"),
      [h(SeatsPart, { key: "seats", game, board }), h(Compensations, { key: "pile", game, board })],
    ],
  ];
  return h(
    "div",
    { class: "g-board g-card-game", "data-version": game.snapshot.version },
    h(Phases, { game, board }),
    h(Result, {
      game,
      ranking: board.ranking,
      cells: {
        [game.t("Points")]: ({ vp }) => vp,
        [game.t("Best plant")]: ({ bestPlant }) => bestPlant,
        [game.t("Elektro")]: ({ moneyLeft }) => moneyLeft,
      },
    }),
    h(Tabs, { game, wanted: TABS[board.phase] ?? "market", parts }),
  );
}

/** @param {{game: games.Game, board: turnledger.CardGameBoard, key?: any}} props */
const Phases = ({ game, board }) =>
  h(
    "div",
    { class: "g-phases" },
    h(
      "b",
      { class: board.lastRound ? undefined : "g-when" },
      board.lastRound ? game.t("Round {round}, the last one", board) : game.t("Round {round}", board),
    ),
    h(PhaseList, { game, phases: PHASES, phase: board.phase, ranking: board.ranking }),
    h(
      TurnOrder,
      { game },
      (board.row ?? []).map(place =>
        place === "TRUST"
          ? h("span", { key: place, class: "g-seat" }, game.t("Trust"))
          : h(Seat, { key: place, game, seat: Number(place), bare: true }),
      ),
    ),
  );

/** @param {{game: games.Game, board: turnledger.CardGameBoard, key?: any}} props */
const Compensations = ({ game, board: { compensations } }) =>
  compensations
    ? h(
        "p",
        { class: "g-modules" },
        game.t(
          "Pulling down a plant that is one too many pays {first}, each later one of the round {later}.",
          compensations,
        ),
        mark(game, `renovation/${compensations.card}`),
      )
    : null;

/** The seat's property, shown next to its name. @param {games.Game} game @param {number} seat */
export function inShort(game, seat) {
  const has = game.snapshot.board?.cardGame?.players.find(each => each.seat === seat);
  return has ? h("b", {}, game.t("{n} E", { n: has.cash })) : null;
}

/** @param {{game: games.Game, key?: any}} props */
export function Actions({ game }) {
  if (!game.snapshot.board?.cardGame || !game.edition) return null;
  if (!isAsked(game)) return h(Waiting, { game });
  const of = (/** @type {string} */ kind) => offered(game, kind);
  const [nominations, [skip], [raise], [out], ruins, cards, [finish], [production]] = [
    "nominations",
    "nominationPass",
    "bids",
    "bidPass",
    "demolition",
    "resourcePurchase",
    "buyingEnd",
    "production",
  ].map(of);
  return h(
    "div",
    { class: "g-asked" },
    nominations.length || skip ? h(Nominate, { game, plants: nominations, pass: skip }) : null,
    raise || out ? h(Bid, { game, raise, pass: out }) : null,
    ruins.length ? h(Demolish, { game, plants: ruins }) : null,
    cards.length || finish ? h(Buy, { game, cards, finish }) : null,
    production ? h(Run, { game, option: production }) : null,
  );
}
