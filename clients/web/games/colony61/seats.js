// The corporations: money, modules, cards laid, and who has chosen.
import { DataTable } from "../../ui.js";
import { h } from "../../vendor/preact.js";
import { classes, Part, Seat, sum } from "../kit.js";
import { cardName, cubes, Modules, worth } from "./cards.js";

/**
 * The seats that have chosen and those that have not, in a step where all choose.
 * @param {{game: games.Game, board: turnledger.Colony61Board, key?: any}} props
 */
export const Choosing = ({ game, board }) =>
  board.step
    ? h(
        "p",
        { class: "g-choosing" },
        board.corporations.map(({ seat }) => {
          const owes = board.waiting?.includes(seat);
          const listed = board.owing?.includes(seat);
          return h(
            "span",
            { key: seat, class: classes("g-chip", owes && "g-owes"), "data-seat": seat },
            h(Seat, { game, seat }),
            " ",
            owes ? game.t("is choosing…") : listed ? `✓ ${game.t("has chosen")}` : game.t("has nothing to choose"),
          );
        }),
      )
    : null;

/** @param {{game: games.Game, board: turnledger.Colony61Board, key?: any}} props */
export const SeatsPart = ({ game, board }) =>
  h(
    Part,
    { title: game.t("Corporations"), name: "seats" },
    h(
      "ol",
      {},
      board.corporations.map(each =>
        h(
          "li",
          { key: each.seat, class: classes(each.seat === game.seat && "g-me"), "data-seat": each.seat },
          h(Seat, { game, seat: each.seat }),
          h(
            "span",
            { class: "g-cash", title: cubes(each.storage) },
            game.t("{n} $", { n: worth(each.storage) }),
            " ",
            h("small", {}, `(${cubes(each.storage)}; ${game.t("{n} places", { n: each.cells })})`),
          ),
          h(
            "span",
            {},
            game.t("cards: {n}", { n: each.handCount }),
            ", ",
            game.t("view {n}", { n: each.view }),
            ", ",
            game.t("influence {n}", { n: each.influence }),
          ),
          each.laid?.length
            ? h(
                "span",
                {},
                game.t("laid: {cards}", { cards: each.laid.map(({ card }) => cardName(game, card)).join(", ") }),
              )
            : null,
          h(Modules, { game, modules: each.modules }),
        ),
      ),
    ),
    h("p", {}, h("b", {}, game.t("Modules of the state")), " "),
    h(Modules, { game, modules: board.stateModules }),
  );

/**
 * How the influence of each seat came about.
 * @param {{game: games.Game, board: turnledger.Colony61Board, key?: any}} props
 */
export const Scores = ({ game, board }) =>
  board.scores?.length
    ? h(
        Part,
        { title: game.t("Scoring"), name: "scores" },
        h(DataTable, {
          label: game.t("Scoring"),
          box: "g-scroll",
          kind: "",
          head: [
            game.t("Player"),
            game.t("Modules"),
            game.t("Resources"),
            game.t("Colony card"),
            game.t("Monopolies"),
            game.t("Influence"),
          ],
          rows: board.scores.map(each => [
            h(Seat, { game, seat: each.seat }),
            each.modules,
            each.byResource,
            each.colony,
            sum(Object.values(each.monopolies ?? {})),
            h("b", {}, each.influence),
          ]),
        }),
      )
    : null;
