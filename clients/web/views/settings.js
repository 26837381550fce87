// What this browser keeps of its reader's wishes: language, brightness, calls, colours of the seats.
import { allow, allowed, canNotify, chime } from "../calls.js";
import { language, languages, speak, t } from "../i18n.js";
import { chooseColors, COLORS, lookOf, ownColors } from "../looks.js";
import { choose, effects } from "../motion/chosen.js";
import { sounded } from "../motion/sounds.js";
import { me } from "../state.js";
import { local } from "../storage.js";
import { Button, Check, Field, Main, SeatSign, Select } from "../ui.js";
import { h, useState } from "../vendor/preact.js";

const THEME = "turnledger.theme";
/** @type {[string, string][]} */
const THEMES = [
  ["", t("as the system")],
  ["light", t("light")],
  ["dark", t("dark")],
];

/**
 * Sets that people with any colour vision can distinguish (Okabe and Ito; Tol, “bright”).
 * @type {Record<string, {name: string, colors: Record<string, string>}>}
 */
const SETS = {
  ours: { name: t("ours"), colors: {} },
  okabe: {
    name: t("for all kinds of colour vision (Okabe and Ito)"),
    colors: {
      red: "#d55e00",
      blue: "#0072b2",
      green: "#009e73",
      yellow: "#f0e442",
      black: "#222222",
      purple: "#cc79a7",
    },
  },
  tol: {
    name: t("for all kinds of colour vision, softer (Tol)"),
    colors: {
      red: "#ee6677",
      blue: "#4477aa",
      green: "#228833",
      yellow: "#ccbb44",
      black: "#444444",
      purple: "#aa3377",
    },
  },
};

export default function Settings() {
  const [theme, setTheme] = useState(local.get(THEME) ?? "");
  const dress = (/** @type {string} */ wanted) => {
    setTheme(wanted);
    local.set(THEME, wanted);
    if (wanted) document.documentElement.dataset.theme = wanted;
    else delete document.documentElement.dataset.theme;
  };
  const { sound, notification } = allowed.value;
  return h(
    Main,
    { class: "a-settings" },
    h("h1", {}, t("Settings")),
    h("p", { class: "small" }, t("They hold for this browser.")),
    h(Select, { label: t("Language"), value: language, options: Object.entries(languages), onChange: speak }),
    h(Select, { label: t("Brightness"), value: theme, options: THEMES, onChange: dress }),
    h(
      "fieldset",
      {},
      h("legend", {}, t("When it is my turn and I look elsewhere")),
      h(Check, { label: t("A sound"), checked: sound, onChange: checked => allow({ sound: checked }) }),
      h("div", { class: "buttons" }, h(Button, { onClick: chime }, t("Let me hear it"))),
      h(Check, {
        label: t("A notification of the system"),
        checked: notification,
        onChange: checked => allow({ notification: checked }),
        hint: canNotify() ? undefined : t("This browser cannot: it takes https, or this very machine."),
      }),
    ),
    h(AtTheTable, {}),
    h(Colours, {}),
    h("h2", {}, t("More")),
    h(
      "ul",
      {},
      me.value && h("li", {}, h("a", { href: `#/player/${me.value.accountId}` }, t("My profile"))),
      me.value && h("li", {}, h("a", { href: "#/notices" }, t("Notices: mail, browsers, messengers"))),
      h("li", {}, h("a", { href: "#/prove" }, t("Prove a game"))),
      me.value?.operator && h("li", {}, h("a", { href: "#/operator" }, t("For operators"))),
    ),
  );
}

/** Seconds that a bot's move stays. */
const PACES = [0, 0.2, 0.4, 0.8, 1.5];
/** @type {[import("../motion/sounds.js").Sound, string][]} */
const SOUNDS = [
  ["turn", t("It is my turn")],
  ["outbid", t("I am outbid")],
  ["build", t("Something is built")],
  ["end", t("The game ends")],
];

/** How moves are shown and heard. */
function AtTheTable() {
  const now = effects.value;
  const less = matchMedia("(prefers-reduced-motion: reduce)").matches;
  return h(
    "fieldset",
    {},
    h("legend", {}, t("At the table")),
    h(Check, {
      label: t("Moves are shown as motion"),
      checked: now.motion,
      onChange: motion => choose({ motion }),
      hint: less ? t("Your system asks for less motion, so nothing moves.") : t("A press ends it."),
    }),
    h(Select, {
      label: t("Pause between moves of bots"),
      value: String(now.pace),
      onChange: pace => choose({ pace: Number(pace) }),
      options: PACES.map(
        each =>
          /** @type {[string, string]} */ ([
            String(each),
            each ? t("{n} s", { n: each.toLocaleString(language) }) : t("no pause"),
          ]),
      ),
    }),
    SOUNDS.map(([sound, label]) =>
      h(
        "div",
        { key: sound, class: "a-sound" },
        h(Check, {
          label: t("Sound: {what}", { what: label }),
          checked: now[sound],
          onChange: checked => choose({ [sound]: checked }),
        }),
        h(
          Button,
          { quiet: true, label: t("Play the sound: {what}", { what: label }), onClick: () => sounded(sound) },
          "♪",
        ),
      ),
    ),
  );
}

function Colours() {
  const own = ownColors.value;
  const set = Object.keys(SETS).find(each => JSON.stringify(SETS[each].colors) === JSON.stringify(own)) ?? "";
  const options = Object.entries(SETS).map(([each, { name }]) => /** @type {[string, string]} */ ([each, name]));
  const shown = /** @type {Record<string, string>} */ ({ ...COLORS, ...own });
  return h(
    "fieldset",
    {},
    h("legend", {}, t("Colours of the seats")),
    h(Select, {
      label: t("Set"),
      value: set,
      options: set ? options : [["", t("my own")], ...options],
      onChange: each => each && chooseColors(SETS[each].colors),
      hint: t("Each seat has its shape too, whatever its colour."),
    }),
    h(
      "div",
      { class: "a-colours" },
      Object.keys(COLORS).map(colour =>
        h(
          "div",
          { key: colour },
          h(SeatSign, { look: lookOf(/** @type {any} */ ({ colour }), colour), size: 32 }),
          h(Field, {
            label: t(colour),
            children: (/** @type {string} */ id) =>
              h("input", {
                id,
                type: "color",
                value: shown[colour],
                onChange: (/** @type {any} */ event) => chooseColors({ ...shown, [colour]: event.currentTarget.value }),
              }),
          }),
        ),
      ),
    ),
  );
}
