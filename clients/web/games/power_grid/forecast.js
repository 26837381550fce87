// The cities that a seat's plants could power with some fuel, and the income from that: shown wherever money is spent.
import { h } from "../../vendor/preact.js";
import { powered, thriftiest } from "./plans.js";

const MIXED = ["coal", "oil"];

/**
 * The amounts of fuel that a plant may burn.
 * @param {string} kind
 * @param {number} n
 */
function ways(kind, n) {
  if (!n) return [{ amounts: {} }];
  if (kind !== "hybrid") return [{ amounts: { [kind]: n } }];
  const [one, other] = MIXED;
  return Array.from({ length: n + 1 }, (_, place) => ({ amounts: { [one]: place, [other]: n - place } }));
}

/**
 * Cities powered and their payment. `pays` is absent where a blackout may take of it.
 * @param {games.Game} game
 * @param {{plants: string[], fuel: games.Amounts, cities: number}} has
 */
export function forecast(game, { plants, fuel, cities }) {
  const { file, base, data } = game.edition;
  const mines = new Set((file.mines ?? []).map(String));
  const extra = (/** @type {string} */ kind) => (kind === "garbage" ? (file.garbage_extra ?? 0) : 0);
  const runnable = data.plants
    .filter(({ plant }) => plants.includes(plant) && !mines.has(plant))
    .map(({ plant, kind, burns, powers }) => ({
      plant,
      kind,
      powers,
      burns: ways(kind, burns ? burns + extra(kind) : 0),
    }));
  const runs = thriftiest({ plants: /** @type {any} */ (runnable), stock: fuel, networkSize: cities });
  const n = Math.min(cities, powered(/** @type {any} */ (runnable), runs));
  return { n, pays: file.blackout ? undefined : base.payments?.[n] };
}

/**
 * The forecast as a line.
 * @param {{game: games.Game, plants: string[], fuel: games.Amounts, cities: number, key?: any}} props
 */
export function Forecast({ game, ...has }) {
  const { n, pays } = forecast(game, has);
  const says =
    pays === undefined
      ? game.t("With this you power {n} of {all} cities.", { n, all: has.cities })
      : game.t("With this you power {n} of {all} cities: income {pays}.", { n, all: has.cities, pays });
  return h("span", { class: "g-forecast", role: "status" }, says);
}
