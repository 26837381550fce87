// The bar that moves through a game: a slider over its commands, steps of four sizes, and playing by itself.
import { t } from "../i18n.js";
import { inTurns, roundName } from "../state.js";
import { phaseName } from "../table_parts.js";
import { Button, Select } from "../ui.js";
import { h, useEffect, useId, useState } from "../vendor/preact.js";

/** @typedef {import("./past.js").Past} Past @typedef {import("./past.js").Step} Step */

const STEP_MS = 1_000;
const PACES = [1, 4];

/** The keys and what they do, besides those of the slider. @param {Past} past @param {KeyboardEvent} event */
export function moveByKey(past, event) {
  if (event.altKey || event.ctrlKey || event.metaKey || event.defaultPrevented || isTyping(event.target)) return;
  const way = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
  const place = way
    ? past.target(event.shiftKey ? "round" : "command", /** @type {1 | -1} */ (way))
    : event.key === "Home"
      ? 0
      : event.key === "End"
        ? past.boards$.value.length - 1
        : null;
  if (place === null) return;
  event.preventDefault();
  past.move(place);
}

/** Elements that use the arrow keys themselves. */
const isTyping = (/** @type {EventTarget | null} */ target) =>
  target instanceof Element && target.matches('input:not([type="range"]), select, textarea, [role="tab"], dialog *');

/** @param {{past: Past}} props */
export function Controls({ past }) {
  const count = past.boards$.value.length;
  const [round, back, on] = inTurns(past.table.variant)
    ? [t("whole turn"), t("A turn back"), t("A turn on")]
    : [t("round"), t("A round back"), t("A round on")];
  return h(
    "section",
    { class: "b-controls", "aria-label": t("Steps") },
    h(Slider, { past, count }),
    h(
      "div",
      { class: "b-steps" },
      h(Pair, { past, step: "round", name: round, back, on }),
      h(Pair, { past, step: "phase", name: t("phase"), back: t("A phase back"), on: t("A phase on") }),
      h(Pair, { past, step: "command", name: t("move"), back: t("A move back"), on: t("A move on") }),
      h(Player, { past }),
      !past.isOver && h(Button, { onClick: () => past.readOn() }, t("To the latest move")),
      h(Turns, { past }),
    ),
  );
}

/** @param {{past: Past, count: number}} props */
function Slider({ past, count }) {
  const id = useId();
  const at = past.wanted$.value;
  const moment = past.boards$.value[at]?.moment;
  const isEnd = past.isOver && past.whole$.value && at === count - 1;
  const where = moment
    ? [
        roundName(past.table.variant, moment.round),
        isEnd ? t("finished") : phaseName(/** @type {any} */ (past), moment.phase),
      ].join(" · ")
    : "";
  const version = past.boards$.value[at]?.version ?? 0;
  return h(
    "div",
    { class: "b-slider" },
    h(
      "label",
      { for: id },
      t("Version {version} of {last}", { version, last: past.table.version }),
      " ",
      h("small", {}, where, past.whole$.value ? "" : ` · ${t("Loading…")}`),
    ),
    h("input", {
      id,
      type: "range",
      min: 0,
      max: Math.max(0, count - 1),
      step: 1,
      value: at,
      "aria-valuetext": `${version}. ${where}`,
      onInput: (/** @type {any} */ event) => past.move(Number(event.currentTarget.value)),
    }),
  );
}

/** @param {{past: Past, step: Step, name: string, back: string, on: string}} props */
function Pair({ past, step, name, back, on }) {
  return h(
    "span",
    { class: "b-pair", role: "group", "aria-label": name },
    h(Go, { to: past.target(step, -1), past, label: back }, "◂"),
    h("span", { "aria-hidden": "true" }, name),
    h(Go, { to: past.target(step, 1), past, label: on }, "▸"),
  );
}

/**
 * It keeps the focus where there is nothing further on.
 * @param {{to: number | null, past: Past, label: string, children?: any}} props
 */
const Go = ({ to, past, label, children }) =>
  h(
    "button",
    {
      type: "button",
      class: "button",
      "aria-label": label,
      title: label,
      "aria-disabled": to === null,
      onClick: () => to !== null && past.move(to),
    },
    children,
  );

/** @param {{past: Past}} props */
function Player({ past }) {
  const [pace, setPace] = useState(0);
  useEffect(() => {
    if (!pace) return undefined;
    const timer = setInterval(() => {
      const next = past.target("command", 1);
      if (next === null) setPace(0);
      else past.move(next);
    }, STEP_MS / pace);
    return () => clearInterval(timer);
  }, [pace]);
  const press = (/** @type {number} */ each) => {
    if (pace !== each && past.target("command", 1) === null) past.move(0);
    setPace(pace === each ? 0 : each);
  };
  return h(
    "span",
    { class: "b-pair", role: "group", "aria-label": t("Play by itself") },
    PACES.map(each =>
      h(
        Button,
        {
          key: each,
          pressed: pace === each,
          label: t("Play {n} moves a second", { n: each }),
          onClick: () => press(each),
        },
        pace === each ? "❚❚" : "▶",
        ` ${each}×`,
      ),
    ),
  );
}

/** Steps by the turns of one seat. @param {{past: Past}} props */
function Turns({ past }) {
  const seats = past.table.occupants.map(
    (_, seat) => /** @type {[string, string]} */ ([String(seat), past.name(seat)]),
  );
  const seat = past.followed$.value ?? 0;
  const last = past.whole$.value ? past.lastMoveOf(seat) : null;
  return h(
    "span",
    { class: "b-turns" },
    h(Select, {
      label: t("Turns of"),
      value: String(seat),
      options: seats,
      onChange: value => (past.followed$.value = Number(value)),
    }),
    h(Pair, { past, step: "turn", name: t("their turn"), back: t("To the turn before"), on: t("To the next turn") }),
    h(
      Go,
      {
        to: last,
        past,
        label:
          seat === past.viewer
            ? t("Since my last move")
            : t("Since the last move of {name}", { name: past.name(seat) }),
      },
      seat === past.viewer ? t("Since my last move") : t("Since the last move"),
    ),
  );
}
