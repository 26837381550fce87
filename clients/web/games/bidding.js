// Auctions as Power Grid and its card game have them: a bid to open with, a raise or a pass, who is still in.
import { h } from "../vendor/preact.js";
import { call } from "../api.js";
import { uuid } from "../browser.js";
import { explain } from "../ui.js";
import { draftOf } from "./draft.js";
import { Press, Seat, Stepper, submit, Sure, Wanted } from "./kit.js";

/**
 * @param {number | null} wanted
 * @param {number} min
 * @param {number} max
 */
const within = (wanted, min, max) => Math.max(min, Math.min(max, wanted ?? min));
/** @param {{game: games.Game, n: number, key?: any}} props */
const Left = ({ game, n }) => h("span", { class: "g-left" }, game.t("{n} left", { n }));

/**
 * The plant at auction, the bid, and the remaining bidders, shown to all viewers. `face`: the plant's card.
 * @param {{game: games.Game, lot: {bid: number, bidders: number[]}, face?: any, key?: any}} props
 */
export const Lot = ({ game, lot: { bid, bidders }, face }) =>
  h(
    "div",
    { class: "g-hammer" },
    face,
    h("span", {}, game.t("Bid {n} by", { n: bid }), " ", h(Seat, { game, seat: bidders[bidders.length - 1] })),
    bidders.length > 1
      ? h(
          "span",
          {},
          game.t("still in:"),
          " ",
          bidders.slice(0, -1).map(seat => h(Seat, { game, seat, key: seat })),
        )
      : null,
  );

/**
 * The question which of `n` plants is put up, with the plants as its parts, and a pass where one is allowed.
 * @param {{game: games.Game, n: number, pass?: games.Offer, children?: any, key?: any}} props
 */
export const Nominating = ({ game, n, pass, children }) =>
  h(
    Wanted,
    {
      says: !n
        ? game.t("There is no plant that you could buy.")
        : pass
          ? game.t("Choose a plant to put up for auction, or pass.")
          : game.t("Choose a plant to put up for auction."),
    },
    children,
    pass
      ? h(
          Sure,
          {
            game,
            does: "pass",
            question: game.t("Buy no plant this round?"),
            onPress: () => submit(game, { command: pass.first }),
          },
          game.t("Pass"),
        )
      : null,
  );

/**
 * The bid that opens an auction. `open(bid)` is called with it.
 * @param {{game: games.Game, name?: string | number, min: number, max: number, cash: number,
 *   open: (bid: number) => unknown, key?: any}} props
 */
export function Opening({ game, name, min, max, cash, open }) {
  const { amount } = draftOf(game);
  const bid = within(amount.value, min, max);
  return h(
    "div",
    { class: "g-line" },
    h(Stepper, {
      game,
      value: bid,
      min,
      max,
      label: game.t("Opening bid"),
      onChange: (/** @type {number} */ n) => (amount.value = n),
    }),
    h(
      Press,
      { game, main: true, does: "open", onPress: () => open(bid) },
      game.t("Auction {plant} for {bid}", { plant: name, bid }),
    ),
    h(Left, { game, n: cash - bid }),
  );
}

/** @param {games.Game} game @param {object} item */
const bidUpTo = (game, item) =>
  call("Play/SetOrders", {
    gameId: game.id,
    requestId: uuid(),
    phase: game.snapshot.moment?.phase,
    items: [item],
    parts: { words: true },
  }).then(() => game.say(game.t("The server bids for you.")), explain);

/**
 * A raise, where there is money for one, or a pass. `raise`: `{ min, max, give(amount) }`; `upTo`: the item of a
 * standing order that bids up to a maximum and then passes.
 * @param {{game: games.Game, name?: string | number, face?: any, cash: number,
 *   raise?: {min: number, max: number, give: (amount: number) => unknown}, pass?: games.Press,
 *   upTo?: (most: number) => object, key?: any}} props
 */
export function Bidding({ game, name, face, cash, raise, pass, upTo }) {
  const { amount } = draftOf(game);
  const bid = raise ? within(amount.value, raise.min, raise.max) : 0;
  const says = raise
    ? game.t("Bid for {plant}, at least {n}, or pass.", { plant: name, n: raise.min })
    : game.t("You cannot bid more for {plant}.", { plant: name });
  return h(
    Wanted,
    { says },
    h(
      "div",
      { class: "g-line" },
      face,
      raise
        ? [
            h(Stepper, {
              game,
              value: bid,
              min: raise.min,
              max: raise.max,
              label: game.t("Bid"),
              onChange: (/** @type {number} */ n) => (amount.value = n),
            }),
            h(Press, { game, main: true, does: "bid", onPress: () => raise.give(bid) }, game.t("Bid {n}", { n: bid })),
            h(Left, { game, n: cash - bid }),
            upTo
              ? h(
                  Press,
                  {
                    game,
                    does: "bid-up-to",
                    title: game.t(
                      "The server raises step by step for you and passes above this. Other players do not see the maximum.",
                    ),
                    onPress: () => bidUpTo(game, upTo(bid)),
                  },
                  game.t("Bid up to {n}", { n: bid }),
                )
              : null,
          ]
        : null,
      pass ? h(Press, { game, does: "pass", onPress: pass }, game.t("Pass")) : null,
    ),
  );
}
