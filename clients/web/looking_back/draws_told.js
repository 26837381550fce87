// Which draws of a game the page has made again from its seed, in words, and which it could not.
import { t } from "../i18n.js";
import { h } from "../vendor/preact.js";

/** By label of docs/rules, section 0.2. */
const LABELS = /** @type {Record<string, string>} */ ({
  deck: t("the deck of plants"),
  "deck/near_top": t("the plants near the top of it"),
  "deck/stage_3": t("the deck shuffled for stage 3"),
  order: t("the first turn order"),
  "order row": t("the first turn order"),
  regions: t("the play area"),
  "small plants": t("the small plants"),
  "large plants": t("the large plants"),
  "plant deck": t("the deck of plants"),
  "plant deck below the last-round card": t("the deck below the last-round card"),
  "resource deck": t("the resource cards"),
  colony: t("the colony"),
  "shuffle/0": t("the draw pile"),
  "branch/deck": t("the unknown plants at each draw"),
  "branch/near_top": t("the plants near the top of it"),
  "branch/plant deck": t("the unknown plants at each draw"),
  "branch/resource deck": t("the unknown resource cards at each draw"),
  all: t("everything that was drawn"),
  "all cards": t("cards of a newer edition"),
});

/** Those with a number behind them. @param {string} label */
function named(label) {
  const again = /^(?:resource deck |shuffle\/)(\d+)$/.exec(label);
  return LABELS[label] ?? (again ? t("shuffle {n} of the discard pile", { n: again[1] }) : label);
}

const KNEW = {
  HOST: t("The host gave the seed or the deck: anyone who had it knew each card."),
  SERVER: t("The server knew each card from the start on."),
};

/** @param {{found: import("../verify/verify.js").Found, draws: import("../verify/draws.js").Made}} props */
export function DrawsTold({ found: { knewDraws, proven }, draws: { made, cards, left, waited, gaveUpAt } }) {
  return h(
    "div",
    { class: "b-draws" },
    h("h4", {}, t("Draws made again")),
    made.length > 0 &&
      h(
        "p",
        {},
        "✔ ",
        t("From the seed, and the same as were played: {draws}.", { draws: made.map(named).join(", ") }),
      ),
    cards > 0 &&
      h(
        "p",
        {},
        "✔ ",
        t("Each card that was turned up or dealt was the next card of its deck ({n} times).", { n: cards }),
      ),
    knewDraws && h("p", {}, "○ ", KNEW[knewDraws]),
    waited > 0 &&
      h(
        "p",
        {},
        proven.includes("beacon") ? "✔ " : "○ ",
        t("No card was known before it was drawn: each of {n} draws waited for a round of its own.", { n: waited }),
      ),
    gaveUpAt > 0 &&
      h(
        "p",
        {},
        "○ ",
        t("At round {round} the players continued without the beacon: from then on the server knew the cards.", {
          round: gaveUpAt,
        }),
      ),
    left.length > 0 &&
      h(
        "p",
        {},
        "○ ",
        t("Not repeated here, because it needs the rules: {draws}. {command} repeats it.", {
          draws: left.map(named).join(", "),
          command: "turnledger verify",
        }),
      ),
  );
}
