// A power plant as a card: number, what it burns, what it makes.
import { h, useMemo } from "../vendor/preact.js";
import { classes, isBusy } from "./kit.js";
import { Fuel } from "./marks.js";

/**
 * `inside`: `number`, `burns` and `makes`; `state`: `offered`, `picked`, `later`, `lot`; `onPress`: it can be touched.
 * @param {{game: games.Game, id: string, kind?: string, inside: {number: any, burns: any, makes?: any}, says: string,
 *   state?: string, small?: boolean, onPress?: games.Press, does?: string, key?: any}} props
 */
export function PlantCard({ game, id, kind = "none", inside, says, state, small, onPress, does }) {
  const parts = useMemo(
    () => [
      h("span", { class: "g-number" }, inside.number),
      h("span", { class: "g-powers" }, inside.makes),
      h("span", { class: "g-burns" }, inside.burns),
    ],
    [inside],
  );
  const about = {
    class: classes("g-plant", `g-kind-${kind}`, small && "g-small", state && `g-${state}`),
    title: says,
    "data-plant": id,
    "aria-label": says,
  };
  return onPress
    ? h(
        "button",
        {
          type: "button",
          ...about,
          "data-do": does,
          disabled: isBusy(game),
          "aria-pressed": state === "picked" ? "true" : undefined,
          onClick: onPress,
        },
        parts,
      )
    : h("span", { ...about, role: "img" }, parts);
}

/**
 * A picture for each token that is burnt. `halves`: the two fuels of a hybrid.
 * @param {{kind: string, n: number, small?: boolean, halves?: Record<string, string[]>, key?: any}} props
 */
export const Burns = ({ kind, n, small, halves }) =>
  Array.from({ length: Math.max(1, n) }, (_, place) =>
    h(Fuel, { key: place, kind, halves, size: sizeOf(kind, n, small) }),
  );

/**
 * Two fuels a token want more room, three such tokens yet more.
 * @param {string} kind
 * @param {number} n
 * @param {boolean} [small]
 */
const sizeOf = (kind, n, small) => (kind === "hybrid" && n > 1 ? (small ? 9 : 11) - (n > 2 ? 2 : 0) : small ? 11 : 14);

/** A city, small. */
export const House = () =>
  h(
    "svg",
    { class: "g-house", viewBox: "0 0 24 24", width: 11, height: 11, "aria-hidden": "true" },
    h("path", { d: "M12 2 23 12V23H1V12Z" }),
  );
