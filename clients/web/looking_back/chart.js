// The charts of a game: lines on a grid, one a seat, with its sign, and the same figures as a table.
import { PATHS } from "../looks.js";
import { DataTable } from "../ui.js";
import { h } from "../vendor/preact.js";

/** @typedef {import("./past.js").Past} Past */

const WIDTH = 600;
const HEIGHT = 220;
const LEFT = 44;
const RIGHT = 12;
const BOTTOM = 22;

/** The place of `n` of `last`, from the left. @param {number} n @param {number} last */
export const across = (n, last) => LEFT + ((WIDTH - LEFT - RIGHT) * n) / Math.max(1, last);
/** The height of a value. @param {number} value @param {number} most */
export const up = (value, most) => HEIGHT - BOTTOM - ((HEIGHT - BOTTOM - 12) * value) / most;
/** The same in percent of the width. @param {number} n @param {number} last */
export const partAcross = (n, last) => `${(100 * across(n, last)) / WIDTH}%`;

/**
 * `values`: what is marked at the left, with its words. `rounds`: the places of rounds, with their numbers; of many,
 * some are left out. `lines`: a seat's path, and the points that have its sign.
 * @param {{past: Past, label: string, most: number, values: [number, string | number][], last: number,
 *   rounds: [number, number | undefined][], lines: {path: string, signs: [number, number][]}[]}} props
 */
export function Chart({ past, label, most, values, last, rounds, lines }) {
  const every = Math.ceil(rounds.length / 12);
  return h(
    "svg",
    { viewBox: `0 0 ${WIDTH} ${HEIGHT}`, role: "img", "aria-label": label },
    values.map(([value, says]) =>
      h(
        "g",
        { key: value, class: "b-grid" },
        h("path", { d: `M${LEFT} ${up(value, most)}H${WIDTH - RIGHT}` }),
        h("text", { x: LEFT - 5, y: up(value, most) + 4, "text-anchor": "end" }, says),
      ),
    ),
    rounds.map(
      ([place, round], n) =>
        n % every === 0 &&
        h(
          "g",
          { key: `r${place}`, class: "b-grid" },
          h("path", { d: `M${across(place, last)} ${HEIGHT - BOTTOM}v5` }),
          h("text", { x: across(place, last), y: HEIGHT - 4, "text-anchor": "middle" }, round),
        ),
    ),
    lines.map(({ path, signs }, seat) => {
      const { color, shape } = past.look(seat);
      return h(
        "g",
        { key: `s${seat}` },
        h("path", { d: path, fill: "none", stroke: color, "stroke-width": 2.5 }),
        signs.map(([place, value]) =>
          h("path", {
            key: place,
            d: PATHS[shape],
            transform: `translate(${across(place, last) - 6} ${up(value, most) - 6}) scale(.6)`,
            fill: color,
            stroke: "var(--sign-line)",
          }),
        ),
      );
    }),
  );
}

/**
 * A row for each round, a column for each seat.
 * @param {{past: Past, label: string, caption?: string, rows: any[][]}} props
 */
export const SeatsTable = ({ past, label, caption, rows }) =>
  h(
    "details",
    {},
    h("summary", {}, label),
    h(DataTable, {
      label,
      caption,
      head: [past.t("Round"), ...past.table.occupants.map((_, seat) => past.name(seat))],
      rows,
      box: "b-scroll",
      kind: "",
    }),
  );
