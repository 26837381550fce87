// The rules: how a game is played, and below it every numbered rule, as the server gives docs/rules.
import { GAMES, rulePage, variantOfRule } from "../games/index.js";
import { language, t } from "../i18n.js";
import { variantName, variants } from "../state.js";
import { Check, explain, TextField } from "../ui.js";
import { h, useEffect, useMemo, useRef, useState } from "../vendor/preact.js";

/** @typedef {{id: string, title: string, text: string, section: string}} Rule */

/** Parts that are written for programmers only. */
const PASSED_OVER = /^- (Refuse|Events)\b/;
const SOURCES = /\s*\((?:S\d|DEC-)[^)]*\)/g;

const ENGLISH = "en";

const plain = (/** @type {string} */ text) =>
  text
    .replace(SOURCES, "")
    .replace(/[\x60*]/g, "")
    .trim();

/**
 * The rules of a page of docs/rules, in their order: those with a heading of their own, or in a row of a table.
 * @returns {Rule[]}
 */
export function rulesIn(/** @type {string} */ page) {
  /** @type {Rule[]} */
  const found = [];
  let section = "";
  let open = false;
  for (const line of page.split("\n")) {
    const row = /^\| ([A-Z0-9]+-[A-Z0-9-]+) \| (.*?) \|/.exec(line);
    const head = /^#### (\S+)(?: · (.+))?$/.exec(line);
    if (line.startsWith("## ")) section = line.replace(/^## [\d.]*\s*/, "");
    if (head) found.push({ id: head[1], title: head[2] ?? "", text: "", section });
    else if (row) found.push({ id: row[1], title: "", text: plain(row[2]), section });
    else if (line.startsWith("#") || line.startsWith("**")) open = false;
    else if (open && line.startsWith("- ") && !PASSED_OVER.test(line))
      found[found.length - 1].text += `${plain(line.replace(/^- (Rule: )?/, ""))}\n`;
    if (head) open = true;
  }
  return found.filter(({ text }) => text);
}

/** @type {Map<string, Promise<Rule[]>>} */
const read = new Map();
/**
 * The rules of a page of docs/rules in a language; in English, which has them to the letter, where that has none.
 * @returns {Promise<Rule[]>}
 */
function numbered(/** @type {string} */ game, /** @type {string} */ inLanguage) {
  const place = inLanguage === ENGLISH ? `rules/${game}.md` : `rules/${inLanguage}/${game}.md`;
  const known = read.get(place);
  if (known) return known;
  const asked = fetch(place).then(async answer =>
    answer.ok ? rulesIn(await answer.text()) : inLanguage === ENGLISH ? [] : numbered(game, ENGLISH),
  );
  asked.catch(() => read.delete(place));
  read.set(place, asked);
  return asked;
}

/** One rule in the reader's language; undefined for none. @param {string} rule */
export async function ruleOf(rule) {
  const page = rulePage(rule);
  return page ? (await numbered(page, language)).find(({ id }) => id === rule) : undefined;
}

/** How it is played, in short. @param {string} game @param {string} variant @returns {string[]} */
function useGuide(game, variant) {
  const [about, setAbout] = useState(/** @type {import("../games/index.js").About | null} */ (null));
  useEffect(() => void GAMES[game]?.about().then(setAbout), [game]);
  return about ? [...about.guide, ...(about.guideOf?.[variant] ?? [])] : [];
}

/** @param {{variant: string, rule?: string}} props `variant`, or the name of a page of docs/rules */
export default function RulesOf({ variant, rule = "" }) {
  const game = variants.value.get(variant)?.game ?? variant.split("/")[0];
  const [rules, setRules] = useState(/** @type {Rule[]} */ ([]));
  const [sought, seek] = useState("");
  const [inFull, setInFull] = useState(language === ENGLISH);
  const box = useRef(/** @type {HTMLElement | null} */ (null));
  useEffect(() => {
    if (game in GAMES || game === "table") numbered(game, inFull ? ENGLISH : language).then(setRules, explain);
  }, [game, inFull]);
  useEffect(() => {
    if (rule) box.current?.querySelector(`[data-rule="${CSS.escape(rule)}"]`)?.scrollIntoView({ block: "center" });
  }, [rules, rule]);
  const shown = useMemo(() => {
    const words = sought.trim().toLowerCase();
    return rules.filter(({ id, title, text }) =>
      (variantOfRule(id) || variant) === variant || variant === game
        ? !words || `${id} ${title} ${text}`.toLowerCase().includes(words)
        : false,
    );
  }, [rules, sought, variant]);
  const guide = useGuide(game, variant);
  return h(
    "div",
    { class: "a-rules", ref: box },
    guide.length > 0 &&
      h(
        "section",
        { "aria-label": t("In short") },
        h("h2", {}, t("In short")),
        guide.map((each, place) => h("p", { key: place }, each)),
      ),
    rules.length > 0 &&
      h(
        "section",
        { "aria-label": t("Every rule") },
        h("h2", {}, t("Every rule")),
        h("p", { class: "small" }, t("By its number, as the program keeps it.")),
        language !== ENGLISH &&
          h(Check, { label: t("To the letter, in English"), checked: inFull, onChange: setInFull }),
        h(TextField, { label: t("Find in the rules"), value: sought, onInput: seek, type: "search" }),
        h("p", { role: "status", class: "small" }, t("Rules: {n}", { n: shown.length })),
        h(
          "div",
          { lang: inFull ? ENGLISH : language },
          shown.map(({ id, title, text, section }, place) => [
            section !== shown[place - 1]?.section && h("h3", { key: `s${id}`, class: "a-section" }, section),
            h(
              "article",
              { key: id, "data-rule": id, class: id === rule ? "a-mine" : "" },
              h("h4", {}, id, title ? ` · ${title}` : ""),
              h("p", {}, text),
            ),
          ]),
        ),
      ),
  );
}

export const titleOf = (/** @type {string} */ variant) =>
  t("Rules: {game}", { game: variant === "table" ? t("the table") : variantName(variant) });
