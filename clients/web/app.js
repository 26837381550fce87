// The start of the page: chooses the screen, draws the frame around it, and calls the player from elsewhere.
import { call, online } from "./api.js";
import { rulePage } from "./games/index.js";
import { language, languages, speak, t } from "./i18n.js";
import { People } from "./people.js";
import { keepAccount, me, signedOut, token } from "./session.js";
import { catalogue, followMe, waiting } from "./state.js";
import { isLasting, local } from "./storage.js";
import { callPlayer } from "./calls.js";
import { Button, Coming, Dialog, explain, Later, LiveRegion, Loading, Main, note } from "./ui.js";
import { effect, h, render, signal, useEffect, useErrorBoundary, useState } from "./vendor/preact.js";

/** @typedef {{name: string, params: string[], query: URLSearchParams}} Place */

/** `#/game/ID?invite=CODE`: the screen, its argument, and its query. @returns {Place} */
export function placeOf(/** @type {string} */ hash) {
  const [path, query = ""] = hash.replace(/^#\/?/, "").split("?");
  const [first = "", ...params] = path.split("/").map(decodeURIComponent);
  const name = first === "game" ? (params[1] ? "replay" : "table") : first || "lobby";
  return { name, params, query: new URLSearchParams(query) };
}

const place = signal(placeOf(location.hash));
/** The screen that is shown: its component, with where it belongs. */
const screen = signal(/** @type {{View: any, place: Place} | null} */ (null));

async function show(/** @type {Place} */ wanted) {
  const isName = /^[a-z]{1,20}$/.test(wanted.name);
  const module = isName ? await import(`./views/${wanted.name}.js`).catch(error => failed(error, wanted)) : null;
  if (place.value !== wanted) return;
  screen.value = { View: module?.default ?? Nowhere, place: wanted };
}

/** A file that is not there is no screen of ours; without a server there is nothing to say about it. */
function failed(/** @type {Error} */ error, /** @type {Place} */ wanted) {
  console.warn(wanted.name, error.message);
  if (!navigator.onLine) online.value = false;
  return null;
}

const Nowhere = () =>
  h(Main, {}, h("h1", {}, t("There is no such page.")), h("p", {}, h("a", { href: "#/" }, t("To the games"))));

function Header() {
  const turns = waiting.value.length;
  const at = (/** @type {string} */ name) => (place.value.name === name ? "page" : undefined);
  return h(
    "header",
    { class: "top" },
    h(
      "a",
      { class: "home", href: "#/", "aria-current": at("lobby") },
      "Turnledger",
      turns ? h("span", { class: "count", title: t("Your turn") }, turns) : null,
    ),
    h(
      "nav",
      { "aria-label": t("Pages") },
      h("a", { href: "#/tournaments", "aria-current": at("tournaments") }, t("Tournaments")),
      h("a", { href: "#/clubs", "aria-current": at("clubs") }, t("Clubs")),
      h("a", { href: "#/leaderboard", "aria-current": at("leaderboard") }, t("Leaderboard")),
      h("a", { href: "#/people", "aria-current": at("people") }, t("People")),
      h("a", { href: "#/settings", "aria-current": at("settings") }, t("Settings")),
      Object.keys(languages)
        .filter(each => each !== language)
        .map(each =>
          h(
            "button",
            { key: each, class: "link", lang: each, title: languages[each], onClick: () => speak(each) },
            each.toUpperCase(),
          ),
        ),
    ),
    h(People, {}),
  );
}

const Away = () =>
  online.value
    ? null
    : h(
        "p",
        { class: "away", role: "status" },
        t("The server does not answer. The page tries again by itself; no move is lost."),
      );
const Fleeting = () =>
  isLasting.value
    ? null
    : h(
        "p",
        { class: "away", role: "status" },
        t(
          "This browser stores nothing for this page. You can play, but your account lasts only until you close this tab.",
        ),
      );
const upkeep = () => import("./upkeep.js");
const Footer = () =>
  h(
    "footer",
    {},
    t("Turnledger is not affiliated with the publishers of these games; names of games only say what is played."),
  );

function Broken(/** @type {{children?: any}} */ { children }) {
  const [error, reset] = useErrorBoundary(failure => console.error(failure));
  useEffect(() => reset(), [screen.value]);
  if (!error) return children;
  return h(
    Main,
    {},
    h("h1", {}, t("This screen could not be drawn.")),
    h("p", {}, String(error.message)),
    h("p", {}, h("a", { href: "#/" }, t("To the games"))),
  );
}

function Page() {
  const shown = screen.value;
  useEffect(() => {
    if (!shown) return;
    scrollTo(0, 0);
    document.querySelector("main")?.focus({ preventScroll: true });
  }, [shown]);
  return h(
    "div",
    { class: `page ${place.value.name}` },
    h("a", { class: "skip", href: "#main", onClick: skip }, t("To the content")),
    h(Header, {}),
    h(Away, {}),
    h(Fleeting, {}),
    h(Later, { load: upkeep, name: "Maintenance", onClose: () => {} }),
    shown
      ? h(Broken, {}, h(shown.View, { key: location.hash, params: shown.place.params, query: shown.place.query }))
      : h("main", { id: "main" }, h(Loading, {})),
    h(Footer, {}),
    h(Notes, {}),
    h(LiveRegion, {}),
    shown && shown.place !== place.value && h(Coming, {}),
  );
}

function skip(/** @type {Event} */ event) {
  event.preventDefault(); // the address says which screen is shown
  document.querySelector("main")?.focus();
}

/** Light or dark, where the reader wants another than the system has. */
export const THEME = "turnledger.theme";
const applyTheme = () => {
  const theme = local.get(THEME);
  if (theme === "light" || theme === "dark") document.documentElement.dataset.theme = theme;
  else delete document.documentElement.dataset.theme;
};
/** The note over the page, if any. */
function Notes() {
  const shown = note.value;
  if (!shown) return null;
  const close = () => (note.value = null);
  return h(
    Dialog,
    { title: shown.title, onClose: close, class: "note" },
    shown.text && h("p", {}, shown.text),
    shown.legal?.length
      ? h("p", {}, t("Possible now: {kinds}.", { kinds: [...new Set(shown.legal)].join(", ") }))
      : null,
    shown.rule && h("p", {}, h(RuleLink, { rule: shown.rule })),
    shown.rule && h(RuleText, { rule: shown.rule, key: shown.rule }),
    shown.small && h("p", { class: "small" }, shown.small),
    h("div", { class: "buttons" }, h(Button, { onClick: close, primary: true, autofocus: true }, t("All right"))),
  );
}

/** Its text, in a tab of its own. @param {{rule: string}} props */
function RuleLink({ rule }) {
  const page = rulePage(rule);
  const name = t("Rule {rule}", { rule });
  return page
    ? h("a", { class: "rule", href: `#/rules/${page}/${rule}`, target: "_blank" }, name)
    : h("span", { class: "rule" }, name);
}

/** Its text in the reader's language, once it is loaded. @param {{rule: string}} props */
function RuleText({ rule }) {
  const [found, setFound] = useState(/** @type {{title: string, text: string} | undefined} */ (undefined));
  useEffect(() => {
    // the link leads there too
    import("./around/rules.js").then(({ ruleOf }) => ruleOf(rule)).then(setFound, error => console.warn(error.message));
  }, [rule]);
  return found
    ? h("blockquote", { class: "rule-text" }, found.title && h("strong", {}, found.title), h("p", {}, found.text))
    : null;
}

applyTheme();
addEventListener("storage", ({ key }) => key === THEME && applyTheme());

addEventListener("hashchange", () => (place.value = placeOf(location.hash)));
effect(() => void show(place.value));
render(h(Page, {}), /** @type {Element} */ (document.querySelector("#app")));

// If the browser allows it, the page opens without the server and shows that; it can be installed.
Promise.resolve()
  .then(() => navigator.serviceWorker?.register("sw.js"))
  .catch(error => console.warn(error.message));

// The followed games change with the signed-in account.
let following = new AbortController();
const accountId = signal("");
effect(() => {
  accountId.value = me.value?.accountId ?? "";
});
effect(() => {
  following.abort();
  following = new AbortController();
  if (accountId.value) followMe(following.signal).catch(error => following.signal.aborted || explain(error));
});
callPlayer();
// Back from where one signs in: the address holds what it said.
if (new URLSearchParams(location.search).has("state")) import("./issuer.js").then(({ comeBack }) => comeBack());
const readAccount = async () => {
  const before = JSON.stringify(me.value);
  const { account } = await call("Accounts/GetMe", {});
  // it may have got a name while this answer was under way
  if (JSON.stringify(me.value) === before) keepAccount(account);
};
token()
  .then(catalogue)
  .then(readAccount)
  .catch(error => signedOut.value || explain(error));
