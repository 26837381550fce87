// How a seat looks: always a colour, a shape and a letter, so that nothing hangs on the colour alone.
import { t } from "./i18n.js";
import { local } from "./storage.js";
import { signal } from "./vendor/preact.js";

/** @typedef {{color: string, shape: string, initial: string, name: string}} Look */

const KEPT = "turnledger.colors";
export const COLORS = {
  red: "#d1343c",
  blue: "#2f6fd0",
  green: "#2f9350",
  yellow: "#e8b61c",
  black: "#3a3f47",
  purple: "#8a4fc0",
};
const SHAPES = { red: "house", blue: "circle", green: "triangle", yellow: "square", black: "diamond", purple: "cross" };

/** Colours that the reader chose instead of ours, by ours. */
export const ownColors = signal(/** @type {Record<string, string>} */ (local.json(KEPT, {})));

export function chooseColors(/** @type {Record<string, string>} */ chosen) {
  ownColors.value = chosen;
  local.set(KEPT, JSON.stringify(chosen));
}

export const shapeOf = (/** @type {string} */ colour) =>
  /** @type {Record<string, string>} */ (SHAPES)[colour] ?? "circle";

/** Shapes in a square of 20 by 20, as SVG paths. */
export const PATHS = /** @type {Record<string, string>} */ ({
  house: "M10 2 18 9V18H2V9Z",
  circle: "M10 2a8 8 0 1 0 .001 0Z",
  triangle: "M10 2 19 18H1Z",
  square: "M3 3H17V17H3Z",
  diamond: "M10 1 19 10 10 19 1 10Z",
  cross: "M7 2h6v5h5v6h-5v5H7v-5H2V7h5Z",
});

/** @returns {Look} */
export function lookOf(/** @type {turnledger.Occupant | undefined} */ occupant, /** @type {string} */ name) {
  const colour = occupant?.colour ?? "";
  const color =
    /^#[0-9a-f]{6}$/i.exec(ownColors.value[colour])?.[0] ??
    /** @type {Record<string, string>} */ (COLORS)[colour] ??
    "#888888";
  return { color, shape: shapeOf(colour), initial: [...name][0]?.toUpperCase() ?? "?", name: colour };
}

/** The player's name; two bots of a kind have their colour next to it. */
export function nameOf(/** @type {turnledger.Occupant | undefined} */ occupant) {
  if (!occupant) return "?";
  if (occupant.bot && !occupant.accountId) return `${t(occupant.bot)} (${t(occupant.colour)})`;
  return calledBy(occupant);
}

/** The name of an account; a program is marked. */
export const calledBy = (/** @type {{displayName?: string, program?: boolean} | undefined} */ account) =>
  account?.program
    ? t("{name} (program)", { name: account.displayName })
    : account?.displayName || t("deleted account");

const BOTS = /** @type {Record<string, string>} */ ({
  random: t("at random"),
  greedy: t("greedily"),
  planner: t("with a plan"),
  expert: t("by trying out"),
  robot: t("by tiles"),
});
/** Bots by strength, the weakest first; a robot plays by tiles and has none. */
const STRENGTHS = ["random", "greedy", "planner", "expert"];
/** The weakest first. */
export const inOrder = (/** @type {string[]} */ bots) =>
  [...bots].sort((a, b) => ((STRENGTHS.indexOf(a) + 5) % 5) - ((STRENGTHS.indexOf(b) + 5) % 5));
/** A bot's name, and how strong it plays: `Greedy ★★☆☆`. */
export function botLabel(/** @type {string} */ bot) {
  const strength = STRENGTHS.indexOf(bot) + 1;
  const name = NAMES[bot] ?? bot;
  return strength ? `${name} ${"★".repeat(strength)}${"☆".repeat(STRENGTHS.length - strength)}` : name;
}
const NAMES = /** @type {Record<string, string>} */ ({
  random: t("Random"),
  greedy: t("Greedy"),
  planner: t("Planner"),
  expert: t("Expert"),
  robot: t("Robot"),
});
/** Those that may take a seat over; a robot sits there from the start. */
export const standIns = (/** @type {string[]} */ bots) => bots.filter(bot => bot !== "robot");
/** How a bot plays. */
export const botName = (/** @type {string} */ bot) => BOTS[bot] ?? bot;
