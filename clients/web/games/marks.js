// Shapes: seats by colour and shape, fuels by picture. All are drawn here; none is copied artwork.
import { h } from "../vendor/preact.js";

/** By the name that a seat's look gives; in a box of 24. @type {Record<string, string>} */
const SEATS = {
  house: "M12 1.5 22.5 11V22.5H1.5V11Z",
  circle: "M12 1.5A10.5 10.5 0 1 1 11.99 1.5Z",
  triangle: "M12 1.5 23 21.5H1Z",
  square: "M2.5 2.5H21.5V21.5H2.5Z",
  diamond: "M12 .5 23.5 12 12 23.5 .5 12Z",
  cross: "M8 1.5H16V8H22.5V16H16V22.5H8V16H1.5V8H8Z",
};
const OTHER = "M7 2H17L22.5 12 17 22H7L1.5 12Z";

/**
 * A seat's mark, as a picture of its own.
 * @param {{look: games.Look, size?: number, key?: any}} props
 */
export const Mark = ({ look, size = 16 }) =>
  h(
    "svg",
    { class: "g-mark", viewBox: "0 0 24 24", width: size, height: size, "aria-hidden": "true" },
    h(MarkShape, { look }),
  );

/**
 * A seat's house within a picture, around a point: in its colour, with its shape as a window.
 * @param {{look: games.Look, x: number, y: number, size: number, key?: any}} props
 */
export const HouseAt = ({ look, x, y, size }) =>
  h(
    "g",
    { class: "g-house-at", transform: `translate(${x - size / 2} ${y - size / 2}) scale(${size / 24})` },
    h("path", { d: "M12 .8 23.2 10V23.2H.8V10Z", fill: look.color }),
    h("path", { class: "g-window", d: SEATS[look.shape] ?? OTHER, transform: "translate(6.4 9.6) scale(.47)" }),
  );

/** @param {{look: games.Look, key?: any}} props */
const MarkShape = ({ look }) => h("path", { d: SEATS[look.shape] ?? OTHER, fill: look.color, "stroke-width": 2.5 });

/** @type {Record<string, string>} */
const FUELS = {
  coal: "M4 15 6 7 13 3 20 8 21 16 14 21 7 20Z M9 9 12 12 9 15Z",
  oil: "M12 2C8 9 5 12 5 16A7 7 0 0 0 19 16C19 12 16 9 12 2Z",
  gas: "M12 1C14 7 19 9 19 15A7 7 0 0 1 5 15C5 12 7 11 8 8 9 10 10 11 11 11 12 8 11 4 12 1Z",
  garbage: "M4 5H9V3H15V5H20V8H4Z M5.5 9.5H18.5L17 22H7Z",
  uranium: [
    "M12 9.5A2.5 2.5 0 1 1 11.99 9.5Z M8.5 2.5H15.5L13 8H11Z",
    "M2.5 15 6 21.5 9.8 15.5 8.5 13.5Z M21.5 15 18 21.5 14.2 15.5 15.5 13.5Z",
  ].join(" "),
  eco: "M3 21C4 10 9 3 21 3 21 15 14 20 7 18L4.5 21.5Z",
  fusion: "M12 1 14.5 9.5 23 12 14.5 14.5 12 23 9.5 14.5 1 12 9.5 9.5Z",
};
/** @type {Record<string, string[]>} */
const HALVES = { hybrid: ["coal", "oil"] };

/**
 * A fuel's picture.
 * @param {{kind: string, size?: number, halves?: Record<string, string[]>, key?: any}} props
 */
export const Fuel = ({ kind, size = 14, halves = HALVES }) =>
  halves[kind]
    ? h(
        "span",
        { class: "g-halves" },
        halves[kind].flatMap((each, place) => [place ? "/" : null, h(Fuel, { kind: each, size })]),
      )
    : h(
        "svg",
        { class: `g-fuel g-${kind}`, viewBox: "0 0 24 24", width: size, height: size, "aria-hidden": "true" },
        h("path", { d: FUELS[kind] ?? OTHER, "fill-rule": "evenodd" }),
      );
