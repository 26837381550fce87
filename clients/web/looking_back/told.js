// The sentences by round, with times: a line links to the version after it.
import { dateAndTime, t, timeOfDay } from "../i18n.js";
import { roundName } from "../state.js";
import { Loading } from "../ui.js";
import { effect, h, useEffect, useMemo, useRef } from "../vendor/preact.js";
import { detailOf } from "./past.js";

/** @typedef {import("./past.js").Past} Past @typedef {turnledger.GameEvent} GameEvent */

/** Events that say something, by the round in which they happened; 0: before the game. @param {Past} past */
export function byRound(past) {
  /** @type {{round: number, events: GameEvent[]}[]} */
  const groups = [];
  let round = 0;
  for (const event of past.events$.value) {
    const detail = detailOf(event);
    round = detail.roundBegan?.number ?? detail.turnBegan?.number ?? (round || (event.game ? 1 : 0));
    if (event.table?.commandsUndone) round = past.boards$.value[past.placeOf(event.version)]?.moment?.round ?? round;
    if (!event.says) continue;
    if (groups.at(-1)?.round !== round) groups.push({ round, events: [] });
    groups.at(-1)?.events.push(event);
  }
  return groups;
}

/** @param {{past: Past}} props */
export function Told({ past }) {
  const box = useRef(/** @type {HTMLElement | null} */ (null));
  const groups = useMemo(() => byRound(past), [past.events$.value, past.boards$.value]);
  useEffect(() => (box.current ? follow(box.current, past) : undefined), [groups]);
  return h(
    "section",
    { "aria-label": t("Story of the game") },
    h("h2", {}, t("Story of the game")),
    groups.length === 0 && h(Loading, {}),
    h(
      "div",
      { class: "feed b-told", ref: box, tabIndex: 0, role: "region", "aria-label": t("Events by round") },
      groups.map(({ round, events }, place) =>
        h(
          "div",
          { key: place },
          h("h3", {}, round ? roundName(past.table.variant, round) : t("Before the game")),
          h(
            "ol",
            {},
            events.map(({ version, eventTime, says }) =>
              h(
                "li",
                { key: version, "data-version": version },
                h(
                  VersionLink,
                  { past, version, title: dateAndTime(eventTime) },
                  h("span", { class: "b-when" }, timeOfDay(eventTime) || version),
                  " ",
                  says,
                ),
              ),
            ),
          ),
        ),
      ),
    ),
  );
}

/**
 * Links to the board after the command of that version.
 * @param {{past: Past, version: number, title?: string, children?: any}} props
 */
export function VersionLink({ past, version, title, children }) {
  const go = (/** @type {MouseEvent} */ event) => {
    if (event.ctrlKey || event.metaKey || event.shiftKey) return; // in a tab of its own
    event.preventDefault();
    past.move(past.placeOf(version));
  };
  return h("a", { href: `#/game/${past.id}/${version}`, title, onClick: go }, children);
}

/**
 * Marks the lines of the command that led to the version that is shown, without drawing or measuring the list again.
 */
function follow(/** @type {HTMLElement} */ box, /** @type {Past} */ past) {
  const lines = /** @type {HTMLElement[]} */ ([...box.querySelectorAll("[data-version]")]);
  const versions = lines.map(each => Number(each.dataset.version));
  /** @type {number[]} */
  let tops = [];
  let half = 0;
  const measured = new ResizeObserver(() => {
    tops = lines.map(each => each.offsetTop);
    half = box.clientHeight / 2;
    scroll();
  });
  /** @type {HTMLElement[]} */
  let marked = [];
  let last = 0;
  const scroll = () => (box.scrollTop = (tops[last] ?? 0) - half);
  const stop = effect(() => {
    const boards = past.boards$.value;
    const at = past.at$.value;
    const from = placeAfter(versions, boards[at - 1]?.version ?? 0);
    const to = placeAfter(versions, boards[at]?.version ?? 0);
    for (const each of marked) each.removeAttribute("aria-current");
    marked = lines.slice(from, to);
    for (const each of marked) each.setAttribute("aria-current", "step");
    last = Math.max(0, to - 1);
    scroll();
  });
  measured.observe(box);
  return () => {
    measured.disconnect();
    stop();
  };
}

/** The first place with a greater version. @param {number[]} versions @param {number} version */
function placeAfter(versions, version) {
  let [low, high] = [0, versions.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (versions[middle] <= version) low = middle + 1;
    else high = middle;
  }
  return low;
}
