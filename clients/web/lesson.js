// A first game that teaches: a table at the seed of a lesson, a sentence above each question, and moves that the lesson
// does not want are explained by their rule instead of sent.
import { uuid } from "./browser.js";
import { draftOf } from "./games/draft.js";
import { languageHeaders, t } from "./i18n.js";
import { sitDown } from "./own_chance.js";
import { local } from "./storage.js";
import { goTo, LESSONS } from "./tables.js";
import { announce, Button, tell } from "./ui.js";
import { h, useEffect, useState } from "./vendor/preact.js";

/**
 * @typedef {{round: number, phase: string, version: number, says: string, rule: string, press: string[],
 *   command: object}} Step
 */
/**
 * @typedef {{variant: string, players: number, bot: string, seed: string, end: string, words: Record<string, string>,
 *   steps: Step[]}} Lesson
 */

const GAMES_MAX = 50;

/** @param {string} variant @returns {Promise<Lesson>} */
async function read(variant) {
  const answer = await fetch(`lessons/${variant}.json`, { headers: languageHeaders });
  if (!answer.ok) throw new Error(`no lesson of ${variant}: ${answer.status}`);
  return answer.json();
}

/** Opens the table of a lesson, and shows it. @param {string} variant */
export async function begin(variant) {
  const { seed, players, bot } = await read(variant);
  const table = await sitDown("Lobby/CreateTable", {
    requestId: uuid(),
    variant,
    seats: players,
    private: true,
    unrated: true,
    join: true,
    bots: Array(players - 1).fill(bot),
    start: true,
    seed,
  });
  local.set(LESSONS, JSON.stringify([...local.json(LESSONS, []), table.gameId].slice(-GAMES_MAX)));
  goTo(table.gameId);
}

/**
 * The lesson's step for the question that is asked now.
 * @param {Lesson} lesson
 * @param {turnledger.Snapshot} snapshot
 */
function stepAt(lesson, { moment, version }) {
  const here = lesson.steps.filter(({ round, phase }) => round === moment?.round && phase === moment?.phase);
  return here.length === 1 ? here[0] : here.find(step => step.version === version);
}

/**
 * A value as text, whatever the order of its fields and lists, and without what is left out by default.
 * @param {any} value
 * @returns {string}
 */
function spelt(value) {
  if (Array.isArray(value)) return `[${value.map(spelt).sort()}]`;
  if (value === null || typeof value !== "object") return JSON.stringify(value) ?? "";
  const full = Object.entries(value).filter(
    ([, each]) => each !== undefined && each !== false && each !== 0 && !/^(\[\]|\{\})$/.test(spelt(each)),
  );
  return `{${full.map(([name, each]) => name + ":" + spelt(each)).sort()}}`;
}

const bare = (/** @type {string} */ says) => says.replace(/\*([^*|]+)\|\w+\*/g, "$1");

/** Its words are buttons that explain them. @param {{says: string, words: Record<string, string>}} props */
const Sentence = ({ says, words }) =>
  h(
    "p",
    { class: "lesson-says" },
    says.split("*").map((part, place) => {
      const [shown, word] = part.split("|");
      return place % 2
        ? h(
            "button",
            { type: "button", class: "lesson-word", onClick: () => tell({ title: shown, text: words[word] }) },
            shown,
          )
        : part;
    }),
  );

/** A sheet of this page's own: its policy allows no style in an element. */
const sheet = new CSSStyleSheet();
if (!document.adoptedStyleSheets.includes(sheet)) document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
const mark = (/** @type {string[]} */ press) => {
  const pressed = press
    .map(each => CSS.escape(each))
    .map(each => `.actions [data-do="${each}"], .actions [data-do="${each}-yes"]`);
  sheet.replaceSync(`${pressed.join(", ") || ".none"} { outline: 3px solid var(--focus); outline-offset: 1px; }`);
};

/**
 * The buttons of a step that are still to be pressed: fuel until it is in the basket, then the others.
 * @param {string[]} press
 * @param {games.Amounts} basket
 */
function toPress(press, basket) {
  const fuels = press.filter(each => each.startsWith("add-"));
  const isMissing = (/** @type {string} */ add) =>
    fuels.filter(each => each === add).length > (basket[add.slice(4)] ?? 0);
  const missing = fuels.filter(isMissing);
  return missing.length ? missing : press.filter(each => !fuels.includes(each));
}

/** @param {{game: import("./game.js").GameState}} props */
export function Lesson({ game }) {
  const [lesson, setLesson] = useState(/** @type {Lesson | null} */ (null));
  const [left, leave] = useState(false);
  const [folded, fold] = useState(false);
  const snapshot = game.snapshot;
  const step = lesson && stepAt(lesson, snapshot);
  const last = lesson?.steps.at(-1);
  const isOver = Boolean(lesson && !step && (game.isMyTurn || snapshot.version > (last?.version ?? 0)));
  const asked = game.isMyTurn ? step : undefined;
  const press = asked && !left ? toPress(asked.press, draftOf(/** @type {any} */ (game)).basket.value) : [];
  useEffect(
    () => void read(game.table.variant).then(setLesson, error => (console.warn(error.message), leave(true))),
    [],
  );
  useEffect(() => {
    if (asked && !left) announce(bare(asked.says));
  }, [asked, left]);
  useEffect(() => {
    mark(press);
    return () => mark([]);
  }, [press.join()]);
  useEffect(() => fold(false), [asked?.version, isOver]); // a new sentence is to be read
  useEffect(() => {
    game.guard = left || isOver ? null : (method, what) => isWanted(step, method, what);
    return () => void (game.guard = null);
  }, [step, left, isOver]);
  if (left) return null;
  const foot = (/** @type {any} */ ...parts) => h("p", { class: "lesson-foot small" }, ...parts);
  const stop = h(
    Button,
    { quiet: true, class: "small", onClick: () => end(game.id, leave) },
    isOver ? t("All right") : t("Stop the lesson"),
  );
  const toggle = h(
    Button,
    {
      quiet: true,
      class: "small lesson-fold",
      label: t("Show the board"),
      pressed: folded,
      onClick: () => fold(!folded),
    },
    t("Board"),
  );
  return h(
    "section",
    { class: `lesson${folded ? " lesson-folded" : ""}`, "aria-label": t("Lesson") },
    isOver && lesson
      ? h(Sentence, { says: lesson.end, words: lesson.words })
      : asked && lesson
        ? h(Sentence, { key: asked.version, says: asked.says, words: lesson.words })
        : h("p", { class: "lesson-says" }, t("The bots play. Watch what they do.")),
    foot(
      h(
        "span",
        {},
        lesson && asked ? t("Step {n} of {all}", { n: lesson.steps.indexOf(asked) + 1, all: lesson.steps.length }) : "",
      ),
      toggle,
      stop,
    ),
  );
}

/**
 * Whether a move is the one that the lesson wants; if not, says why.
 * @param {Step | null | undefined} step
 * @param {string} method
 * @param {any} what
 */
function isWanted(step, method, what) {
  if (method === "Play/Submit" && step && spelt(what.command ?? null) === spelt(step.command)) return true;
  if (method !== "Play/Submit" && !what.undo) return true;
  tell({
    title: t("The lesson wants another move here"),
    text: step ? bare(step.says) : t("The bots play. Watch what they do."),
    rule: step?.rule,
  });
  return false;
}

/** From now on the game is one like any other. @param {string} gameId @param {(left: boolean) => void} leave */
function end(gameId, leave) {
  local.set(LESSONS, JSON.stringify(local.json(LESSONS, /** @type {string[]} */ ([])).filter(each => each !== gameId)));
  leave(true);
}
