// Parts of a sketched round that Power Grid and its card game share: money that runs down, a plant, and bids for it.
import { Select } from "../ui.js";
import { h } from "../vendor/preact.js";
import { Stepper } from "./kit.js";

/**
 * The steps of a plan, which take their prices from the money one by one.
 * @param {games.Game} game
 * @param {number} cash
 */
export function spending(game, cash) {
  const plan = { steps: /** @type {games.Step[]} */ ([]), left: cash };
  const add = (/** @type {Omit<games.Step, "left">} */ step) => {
    if (step.state === "open") plan.left -= step.price;
    const short = step.state === "open" && plan.left < 0 ? game.t("{n} E too little.", { n: -plan.left }) : "";
    plan.steps.push({ ...step, trouble: step.trouble || short, left: plan.left });
  };
  return { plan, add };
}

/**
 * The step that buys a plant. `bid`: the lowest that would win or hold it now; undefined for one that is not on offer.
 * @param {games.Game} game
 * @param {{most: number}} wish
 * @param {{name: string | number, bid?: number, isOwned: boolean, isOver: boolean}} plant
 * @returns {Omit<games.Step, "left">}
 */
export function plantStep(game, { most }, { name, bid, isOwned, isOver }) {
  const state = isOwned ? "done" : isOver ? "over" : "open";
  const trouble =
    state !== "open"
      ? ""
      : bid === undefined
        ? game.t("It is no longer on offer.")
        : bid > most
          ? game.t("It costs {n} E already.", { n: bid })
          : "";
  return {
    id: "plant",
    phase: "AUCTION",
    says: game.t("Plant {plant}, at most", { plant: name }),
    price: most,
    state,
    trouble,
  };
}

/**
 * The command that an auction gets: a bid for the sketched plant, or a pass once it costs too much; null for another
 * plant.
 * `lot`: the plant at auction; `raise`: the next bid; `offer`: the lowest opening bid; `nominate`: opens the auction.
 * @param {games.Game} game
 * @param {{id: string, most: number}} wish
 * @param {games.Step[]} steps
 * @param {{lot?: string, raise?: number, offer?: number, nominate: (bid: number) => object,
 *   command: (its: any) => turnledger.Command}} auction
 * @returns {games.NextStep | null}
 */
export function bids(game, { id, most }, steps, { lot, raise = Infinity, offer, nominate, command }) {
  if (steps.find(each => each.id === "plant")?.state !== "open" || (lot && lot !== id)) return null;
  if (lot) return { command: command(raise <= most ? { placeBid: { amount: raise } } : { passBid: {} }) };
  if (offer === undefined) return { why: game.t("This plant cannot be put up for auction now.") };
  if (offer > most) return { why: game.t("It costs {n} E already.", { n: offer }) };
  return { command: command({ nominatePlant: nominate(offer) }) };
}

/**
 * Chooses a plant and the highest bid for it. `choices`: ids and names; `cash`: what the seat could bid.
 * @param {{sketch: games.Sketching, choices: [string, string][], bidFor: (plant: string) => number | undefined,
 *   cash: number, key?: any}} props
 */
export function PlantInput({ sketch, choices, bidFor, cash }) {
  const { game, wishes } = sketch;
  const { plant } = wishes;
  return h(
    "div",
    { class: "g-line" },
    h(Select, {
      label: game.t("Plant"),
      value: plant?.id ?? "",
      options: [["", game.t("no plant")], ...choices],
      onChange: id => (id ? sketch.touchPlant(id) : sketch.change({ plant: null })),
    }),
    plant
      ? h(Stepper, {
          game,
          label: game.t("Bid at most, in E"),
          value: plant.most,
          min: Math.min(plant.most, bidFor(plant.id) ?? 1),
          max: Math.max(plant.most, cash),
          onChange: most => sketch.change({ plant: { ...plant, most } }),
        })
      : null,
  );
}
