// Shared parts of all games' boards: words, buttons, steppers, seats.
import { Fragment, h, useEffect, useRef, useState } from "../vendor/preact.js";
import { named } from "../i18n.js";
import { DataTable } from "../ui.js";
import { Mark } from "./marks.js";

export { named };

/**
 * The game's name of an id or a code.
 * @param {games.Game} game
 * @param {string} code
 */
export const word = (game, code) => named(game.edition?.words.get(code), code);

/** @param {string} text */
export const upper = text => text.charAt(0).toUpperCase() + text.slice(1);

/** @param {number[]} numbers */
export const sum = numbers => numbers.reduce((all, each) => all + each, 0);

/**
 * `2 coal, 1 oil` of amounts by fuel; empty for nothing.
 * @param {games.Game} game
 * @param {games.Amounts | undefined} found
 */
export const amounts = (game, found) =>
  Object.entries(found ?? {})
    .filter(([, n]) => n)
    .map(([fuel, n]) => `${n} ${word(game, fuel)}`)
    .join(", ");

/** @type {WeakMap<turnledger.Options, games.Offer[]>} */
const offers = new WeakMap();

/**
 * The options that a seat has, each as `{ kind, about, first, count, option }`; `option` is its place among all. They
 * are the same objects for the same board.
 * @param {games.Game} game
 * @returns {games.Offer[]}
 */
export function options({ seat, snapshot: { options: given } }) {
  if (seat === null || seat === undefined || !given) return [];
  const known = offers.get(given) ?? given.options.map(offer);
  offers.set(given, known);
  return known;
}

/** @param {turnledger.Option} one @param {number} option @returns {games.Offer} */
function offer({ first, count, ...its }, option) {
  const [kind, about] = Object.entries(Object.values(its)[0])[0];
  return { kind, about, first: /** @type {turnledger.Command} */ (first), count, option };
}

/**
 * @param {games.Game} game
 * @param {string} kind
 */
export const offered = (game, kind) => options(game).filter(each => each.kind === kind);

/**
 * Gives a command or a choice. Where it is refused, the page has shown why, with the rule and what is legal.
 * @param {games.Game} game
 * @param {games.Move} move
 */
export const submit = (game, move) => game.submit(move).catch(() => {});

/**
 * Whether the viewer can do anything on the board: not as a spectator, and not in the past.
 * @param {games.Game} game
 */
export const canTouch = game => game.seat !== null && Boolean(game.submit);

/**
 * Whether something is on its way to the server.
 * @param {games.Game} game
 */
export const isBusy = game => Boolean(game.busy?.value);

/**
 * Whether the viewer is asked something now.
 * @param {games.Game} game
 */
export const isAsked = game => options(game).length > 0;

/**
 * A class list of what is true.
 * @param {...(string | boolean | undefined | null | 0)} names
 */
export const classes = (...names) => names.filter(Boolean).join(" ");

/**
 * A button of the game. `why`: the action is not available, and pressing the button shows the reason.
 * @param {{game: games.Game, onPress?: games.Press, main?: boolean, why?: unknown, label?: string, pressed?: boolean,
 *   class?: string, title?: string, does?: string, onEnter?: games.Press, onLeave?: games.Press, children?: any,
 *   key?: any}} props
 */
export function Press({ game, onPress, main, why, label, pressed, children, ...rest }) {
  const [sent, send] = useState(false);
  const press = () => {
    const answer = onPress?.();
    if (!(answer instanceof Promise)) return;
    send(true);
    answer.finally(() => send(false));
  };
  return h(
    "button",
    {
      type: "button",
      class: classes("g-press", main && "g-main", Boolean(why) && "g-why", rest.class),
      disabled: isBusy(game),
      "aria-label": label,
      "aria-pressed": pressed === undefined ? undefined : String(pressed),
      title: rest.title,
      "data-do": rest.does,
      "aria-busy": (sent && isBusy(game)) || undefined,
      onClick: press,
      onMouseEnter: rest.onEnter,
      onFocus: rest.onEnter,
      onMouseLeave: rest.onLeave,
      onBlur: rest.onLeave,
    },
    children,
  );
}

/**
 * A button that asks once more: what cannot be taken back, or gives something away. `when` false: it does not ask.
 * @param {{game: games.Game, onPress?: games.Press, question: string, when?: boolean, children?: any, does: string,
 *   main?: boolean, key?: any}} props
 */
export function Sure({ game, onPress, question, when = true, children, ...rest }) {
  const [asks, ask] = useState(false);
  const box = useRef(/** @type {HTMLElement | null} */ (null));
  const opened = useRef(false);
  useEffect(() => ask(false), [when]); // what was asked about is no longer so
  useEffect(() => {
    const wanted = opened.current && box.current;
    if (wanted) (asks ? wanted.querySelector("span") : wanted.querySelector("button"))?.focus();
  }, [asks]);
  if (!when) return h(Press, { game, ...rest, onPress }, children);
  const open = (/** @type {boolean} */ wanted) => ((opened.current = true), ask(wanted));
  return h(
    "span",
    {
      ref: box,
      class: asks ? "g-sure" : "g-ask",
      role: asks ? "group" : undefined,
      "aria-label": asks ? question : undefined,
    },
    asks
      ? [
          h("span", { tabIndex: -1 }, question),
          h(Press, { game, main: true, does: `${rest.does}-yes`, onPress: () => (ask(false), onPress?.()) }, children),
          h(Press, { game, onPress: () => open(false) }, game.t("Back")),
        ]
      : h(Press, { game, ...rest, onPress: () => open(true) }, children),
  );
}

/**
 * A number between two others, by buttons or typed.
 * @param {{game: games.Game, value: number, min: number, max: number, label?: string, onChange: (n: number) => unknown,
 *   key?: any}} props
 */
export function Stepper({ game, value, min, max, label, onChange }) {
  const to = (/** @type {number} */ wanted) =>
    Number.isFinite(wanted) && onChange(Math.max(min, Math.min(max, Math.trunc(wanted))));
  return h(
    "span",
    { class: "g-stepper", role: "group", "aria-label": label },
    h(Press, { game, label: `− ${label}`, onPress: () => to(value - 1), why: value <= min }, "−"),
    h("input", {
      type: "number",
      inputMode: "numeric",
      "aria-label": label,
      min,
      max,
      value,
      onChange: (/** @type {any} */ { target }) => to(Number(target.value)),
    }),
    h(Press, { game, label: `+ ${label}`, onPress: () => to(value + 1), why: value >= max }, "+"),
  );
}

/**
 * A seat: its colour as a shape, and its name.
 * @param {{game: games.Game, seat: number, bare?: boolean, key?: any}} props
 */
export const Seat = ({ game, seat, bare }) =>
  h(
    "span",
    { class: classes("g-seat", game.snapshot.toAct?.includes(seat) && "g-acting") },
    h(Mark, { look: game.look(seat) }),
    h("span", { class: bare ? "visually-hidden" : "g-name" }, game.name(seat)),
  );

/**
 * The phases of a round, with the present one marked; none once there is a result.
 * @param {{game: games.Game, phases: string[], phase: string, ranking?: any[], key?: any}} props
 */
export const PhaseList = ({ game, phases, phase: present, ranking }) =>
  ranking?.length
    ? h("b", {}, upper(game.t("finished")))
    : h(
        "ol",
        {},
        (phases.includes(present) ? phases : [...phases, present]).map(phase =>
          h("li", { key: phase, "aria-current": phase === present ? "step" : undefined }, upper(word(game, phase))),
        ),
      );

/** @param {{game: games.Game, children?: any, key?: any}} props */
export const TurnOrder = ({ game, children }) =>
  h(
    "span",
    { class: "g-order", role: "group", "aria-label": game.t("Turn order") },
    h("small", { "aria-hidden": "true" }, game.t("Turn order")),
    children,
  );

/**
 * The task of the viewer in a sentence, followed by the controls for it.
 * @param {{children?: any, says: string, key?: any}} props
 */
export const Wanted = ({ children, says }) =>
  h("div", { class: "g-actions" }, h("p", { class: "g-wanted" }, says), children);

/**
 * The seats that the game waits for, when the viewer has nothing to do.
 * @param {{game: games.Game, key?: any}} props
 */
export function Waiting({ game }) {
  const { toAct = [], board } = game.snapshot;
  if (!toAct.length || !board) return null;
  const names = toAct.flatMap((seat, place) => [place ? ", " : " ", h(Seat, { game, seat, key: seat })]);
  return h("p", { class: "g-wanted g-waits" }, game.t("Waiting for"), ...names);
}

/**
 * A heading with what belongs to it.
 * @param {{title: string, name?: string, more?: any, children?: any, key?: any}} props
 */
export const Part = ({ title, name, more, children }) =>
  h(
    "section",
    { class: classes("g-part", name && `g-${name}`), "aria-label": title },
    h("h2", {}, title, more ? h("small", {}, " ", more) : null),
    children,
  );

/**
 * The result, best first. `cells`: further columns of a rank besides place and seat, by heading.
 * @param {{game: games.Game, ranking?: any[], cells: Record<string, (row: any) => any>, key?: any}} props
 */
export const Result = ({ game, ranking, cells }) =>
  ranking?.length
    ? h(
        Part,
        { title: game.t("Standings in detail"), name: "result" },
        h(DataTable, {
          label: game.t("Standings in detail"),
          heading: 1,
          box: "g-scroll",
          kind: "",
          head: [game.t("Rank"), game.t("Player"), ...Object.keys(cells)],
          rows: ranking.map(row => [
            row.rank,
            h(Seat, { game, seat: row.seat }),
            ...Object.values(cells).map(cell => cell(row)),
          ]),
        }),
      )
    : null;

/**
 * Parts of a board that a phone shows one at a time: `parts` are `[id, name, content]`.
 * @param {{game: games.Game, wanted: string, parts: any[][], key?: any}} props
 */
export function Tabs({ game, wanted, parts }) {
  const [chosen, choose] = useState({ at: wanted, of: wanted });
  const open = chosen.of === wanted ? chosen.at : wanted;
  return h(
    Fragment,
    {},
    h(
      "div",
      { class: "g-tabs", role: "group", "aria-label": game.t("Parts of the board") },
      parts.map(([id, name]) =>
        h(
          "button",
          {
            type: "button",
            key: id,
            "aria-pressed": String(id === open),
            onClick: () => choose({ at: id, of: wanted }),
          },
          name,
          id === wanted && id !== open ? " •" : "",
        ),
      ),
    ),
    parts.map(([id, , content]) =>
      h("div", { key: id, class: classes("g-tab", `g-tab-${id}`, id === open && "g-open") }, content),
    ),
  );
}
