// The resource market: a column a price, and what may be bought.
import { h } from "../../vendor/preact.js";
import { canTouch, classes, isBusy, offered, Part, submit, word } from "../kit.js";
import { mark, markSays } from "../edition.js";
import { Fuel } from "../marks.js";

const PILES = ["standard", "leftover", "plus", "plus_plus"];

/**
 * A resource card: so many units of a fuel.
 * @param {{game: games.Game, card: turnledger.CardGameFuelCard, option?: games.Offer<games.CardGameAbout>,
 *   fits?: number, onPress?: games.Press, isPlanned?: boolean, key?: any}} props
 */
export function FuelCard({ game, card: { card, fuel, units }, option, fits = units, onPress, isPlanned }) {
  const kept = option ? option.about.unitsKept : fits;
  const fitting = kept < units ? ", " + game.t("{n} of them fit", { n: kept }) : "";
  const says = `${units} ${word(game, fuel)}${fitting}`;
  const marked = PILES.map(pile => mark(game, `${pile}/${card}`, "fuel", "amount")).join("");
  const inside = [
    h(
      "span",
      {},
      Array.from({ length: units }, (_, n) => h(Fuel, { key: n, kind: fuel, size: 15 })),
    ),
    kept < units ? h("small", {}, game.t("{n} fit", { n: kept })) : null,
    marked,
  ];
  const about = {
    class: classes("g-fuelcard", option && "g-offered", isPlanned && "g-picked"),
    title: says + (marked && `. ${markSays(game)}`),
    "aria-label": says,
    "data-card": card,
  };
  return onPress
    ? h(
        "button",
        {
          type: "button",
          ...about,
          "data-do": `card-${card}`,
          disabled: isBusy(game),
          "aria-pressed": isPlanned ? "true" : undefined,
          onClick: onPress,
        },
        inside,
      )
    : h("span", { ...about, role: "img" }, inside);
}

/** @param {{game: games.Game, board: turnledger.CardGameBoard, key?: any}} props */
export function MarketPart({ game, board }) {
  const sale = new Map(offered(game, "resourcePurchase").map(each => [each.about.card, each]));
  const sketch = game.sketch$?.value;
  const planned = sketch?.wishes.cards.map(({ card }) => card) ?? [];
  /** @type {Map<string, number>} */
  const fits = new Map(sketch?.reading().cards?.map(each => [each.card, each.fits]));
  const press = (/** @type {string} */ card) =>
    !canTouch(game)
      ? undefined
      : () =>
          sketch
            ? sketch.touchCard(card)
            : sale.has(card)
              ? submit(game, { command: sale.get(card)?.first })
              : game.whyNot({ cardGame: { buyResourceCard: { card } } });
  const inPile = game.t("{n} in the pile", { n: board.resourceDeckSize });
  const leftOver = game.t("{n} left over", { n: board.leftoverPile?.length ?? 0 });
  return h(
    Part,
    { title: game.t("Resource market"), name: "resources", more: `${inPile}, ${leftOver}` },
    h(
      "div",
      { class: "g-columns" },
      board.columns.map(({ price, cards = [] }) =>
        h(
          "div",
          { key: price, class: "g-column" },
          h("b", {}, game.t("{n} E", { n: price })),
          cards.length
            ? cards.map(card =>
                h(FuelCard, {
                  key: card.card,
                  game,
                  card,
                  option: sketch ? undefined : sale.get(card.card),
                  fits: fits.get(card.card),
                  onPress: press(card.card),
                  isPlanned: planned.includes(card.card),
                }),
              )
            : h("span", { class: "g-note" }, "–"),
        ),
      ),
    ),
  );
}
