// Auctions as Power Grid and its card game have them: a bid to open with, a raise or a pass, who is still in.
import { h } from "../vendor/preact.js";
import { draftOf } from "./draft.js";
import { Press, Seat, Stepper, Wanted } from "./kit.js";

/**
 * @param {number | null} wanted
 * @param {number} min
 * @param {number} max
 */
const within = (wanted, min, max) => Math.max(min, Math.min(max, wanted ?? min));
/** @param {{game: games.Game, n: number, key?: any}} props */
const Left = ({ game, n }) => h("span", { class: "g-left" }, game.t("{n} left", { n }));

/**
 * What is under the hammer, the bid, and who is still in: for everybody. `face`: the plant's card.
 * @param {{game: games.Game, lot: {bid: number, bidders: number[]}, face?: any, key?: any}} props
 */
export const Lot = ({ game, lot: { bid, bidders }, face }) =>
  h(
    "div",
    { class: "g-hammer" },
    face,
    h("span", {}, game.t("Bid {n} by", { n: bid }), " ", h(Seat, { game, seat: bidders[bidders.length - 1] })),
    bidders.length > 1 ? h("span", {}, game.t("still in:"), " ", bidders.slice(0, -1).map((seat) => h(Seat, { game, seat, key: seat }))) : null,
  );

/**
 * The bid that opens an auction. `open(bid)` is told of it.
 * @param {{game: games.Game, name?: string | number, min: number, max: number, cash: number, open: (bid: number) => unknown, key?: any}} props
 */
export function Opening({ game, name, min, max, cash, open }) {
  const { amount } = draftOf(game);
  const bid = within(amount.value, min, max);
  return h(
    "div",
    { class: "g-line" },
    h(Stepper, { game, value: bid, min, max, label: game.t("Opening bid"), onChange: (/** @type {number} */ n) => (amount.value = n) }),
    h(Press, { game, main: true, does: "open", onPress: () => open(bid) }, game.t("Auction {plant} for {bid}", { plant: name, bid })),
    h(Left, { game, n: cash - bid }),
  );
}

/**
 * A raise, where there is money for one, or a pass. `raise`: `{ min, max, give(amount) }`.
 * @param {{game: games.Game, name?: string | number, face?: any, cash: number, raise?: {min: number, max: number, give: (amount: number) => unknown}, pass?: games.Press, key?: any}} props
 */
export function Bidding({ game, name, face, cash, raise, pass }) {
  const { amount } = draftOf(game);
  const bid = raise ? within(amount.value, raise.min, raise.max) : 0;
  const says = raise ? game.t("Bid for {plant}, at least {n}, or pass.", { plant: name, n: raise.min }) : game.t("You cannot bid more for {plant}.", { plant: name });
  return h(
    Wanted,
    { says },
    h(
      "div",
      { class: "g-line" },
      face,
      raise
        ? [
            h(Stepper, { game, value: bid, min: raise.min, max: raise.max, label: game.t("Bid"), onChange: (/** @type {number} */ n) => (amount.value = n) }),
            h(Press, { game, main: true, does: "bid", onPress: () => raise.give(bid) }, game.t("Bid {n}", { n: bid })),
            h(Left, { game, n: cash - bid }),
          ]
        : null,
      pass ? h(Press, { game, does: "pass", onPress: pass }, game.t("Pass")) : null,
    ),
  );
}
