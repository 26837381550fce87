// Texts of the page in the reader's language: gettext catalogues, read by the server, keyed by their English.
import { now } from "./clock.js";
import { local } from "./storage.js";

const CHOSEN = "turnledger.language";
/** A language code as a header may hold it; others are passed over. */
const chosen = /^[a-z]{2,3}$/.exec(local.get(CHOSEN) ?? "")?.[0] ?? "";

/** Headers of every request besides the browser's own. */
export const languageHeaders = /** @type {Record<string, string>} */ (chosen ? { "Accept-Language": chosen } : {});

/**
 * @typedef {{language: string, languages: Record<string, string>,
 *   texts: Record<string, string | Record<string, string>>}} Said
 */

/** Where the server does not answer and nothing is stored, the page is in English. @type {Said} */
const UNKNOWN = { language: "en", languages: { en: "English" }, texts: {} };
/** @type {Said} */
const said = await fetch("texts.json", { headers: languageHeaders })
  .then(answer => answer.json())
  .catch(() => UNKNOWN);
export const language = said.language;
/** Language code -> its own name. */
export const languages = said.languages;
document.documentElement.lang = language;

const plural = new Intl.PluralRules(language);

/**
 * A text by its English, with figures in place of the names in braces. A text whose forms follow a number (`{n} seats`)
 * takes the form for that number.
 * @param {string} english
 * @param {Record<string, any>} [figures]
 */
export function t(english, figures = {}) {
  const found = said.texts[english] ?? english;
  if (typeof found === "string" && !found.includes("{")) return found;
  const text = typeof found === "string" ? found : (found[plural.select(Number(figures[found.of]))] ?? found.other);
  return text.replace(/\{(\w+)\}/g, (_, name) => String(figures[name] ?? ""));
}

/**
 * Of names in several languages the reader's, else the English one.
 * @param {{[language: string]: string} | undefined} names
 * @param {string} [otherwise]
 */
export const named = (names, otherwise = "") => names?.[language] ?? names?.en ?? otherwise;

/** Says everything in another language from now on. */
export function speak(/** @type {string} */ wanted) {
  local.set(CHOSEN, wanted);
  location.reload();
}

/** Whether `Intl` knows a tag: some systems have others, such as `en-US@posix`, for which it throws. */
function isTag(/** @type {string} */ tag) {
  try {
    return Intl.getCanonicalLocales(tag).length === 1;
  } catch {
    return false;
  }
}

/** Of the reader's own region, where that is of the language. */
const locale = (navigator.languages ?? []).find(each => each.split("-")[0] === language && isTag(each)) ?? language;
const relative = new Intl.RelativeTimeFormat(locale, { numeric: "auto" });
const clock = new Intl.DateTimeFormat(locale, { hour: "2-digit", minute: "2-digit" });
const dated = new Intl.DateTimeFormat(locale, { dateStyle: "medium", timeStyle: "short" });
/** @type {[Intl.RelativeTimeFormatUnit, number][]} */
const UNITS = [
  ["day", 86_400],
  ["hour", 3_600],
  ["minute", 60],
];

/** «3 hours ago»; `time` as the contract writes it. */
export function ago(/** @type {string | undefined} */ time) {
  if (!time) return "";
  const seconds = (Date.parse(time) - now()) / 1000;
  const [unit, size] = UNITS.find(([, each]) => Math.abs(seconds) >= each) ?? ["minute", 60];
  return relative.format(Math.round(seconds / size), unit);
}

export const timeOfDay = (/** @type {string | undefined} */ time) => (time ? clock.format(new Date(time)) : "");
export const dateAndTime = (/** @type {string | undefined} */ time) => (time ? dated.format(new Date(time)) : "");

/** `3:12`, `2 h 5`, for clocks. */
export function span(/** @type {number} */ seconds) {
  const s = Math.max(0, Math.round(seconds));
  if (s >= 86_400) return t("{n} days", { n: Math.round(s / 86_400) });
  if (s >= 3_600)
    return t("{hours} h {minutes} min", { hours: Math.floor(s / 3_600), minutes: Math.floor((s % 3_600) / 60) });
  return `${Math.floor(s / 60)}:${String(s % 60).padStart(2, "0")}`;
}
