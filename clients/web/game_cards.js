// Each game as a card: a picture, a table of bots at one press, and a lesson where its game has one.
import { call } from "./api.js";
import { uuid } from "./browser.js";
import { language, t } from "./i18n.js";
import { sitDown } from "./own_chance.js";
import { variantName, variants } from "./state.js";
import { goTo } from "./tables.js";
import { Button, Select } from "./ui.js";
import { h, useState } from "./vendor/preact.js";

/** Pictures of our own, by game: 96 wide, 48 high. @type {Record<string, [string, string][]>} */
const PICTURES = {
  power_grid: [
    ["M8 38 30 14 58 30 86 10", "way"],
    ["M2 38l6-6 6 6v8h-12z M24 14l6-6 6 6v8h-12z M80 10l6-6 6 6v8h-12z", "house"],
    ["M52 30a6 6 0 1 0 12 0a6 6 0 1 0-12 0z", "city"],
  ],
  card_game: [
    ["M14 8h24v34h-24z", "card"],
    ["M36 6h24v34h-24z", "card"],
    ["M58 8h24v34h-24z", "card"],
    ["M50 12l-8 13h6l-3 11 10-15h-7z", "bolt"],
  ],
  colony61: [
    ["M4 42h88", "way"],
    ["M10 42a14 14 0 0 1 28 0z M44 42a20 20 0 0 1 40 0z", "house"],
    ["M62 22v-14M56 10h12", "way"],
  ],
};
/** Variants with a lesson (domain/…/lessons). */
const LESSONS = ["power_grid/russia", "card_game", "colony61"];
const SEATS = 3;
const HINTS = 3;

/**
 * A table that suits a first visit: bots of the middle strength, hints, not rated.
 * @param {turnledger.Variant} variant
 */
async function playNow(variant) {
  const seats = Math.min(Math.max(SEATS, variant.playersMin), variant.playersMax);
  const bot = variant.bots.includes("greedy") ? "greedy" : (variant.bots[0] ?? "");
  const table = await sitDown("Lobby/CreateTable", {
    requestId: uuid(),
    variant: variant.name,
    seats,
    unrated: true,
    join: true,
    bots: Array(seats - 1).fill(bot),
    start: true,
    terms: { hints: HINTS },
  });
  goTo(table.gameId);
}

const learn = (/** @type {string} */ variant) => import("./lesson.js").then(({ begin }) => begin(variant));

/** The paths of a game's picture. @param {string} game */
export const pictureOf = game =>
  (PICTURES[game] ?? []).map(([d, kind]) => h("path", { key: d, d, class: `p-${kind}` }));

/** @param {{game: string}} props */
const Picture = ({ game }) =>
  h("svg", { class: "game-picture", viewBox: "0 0 96 48", "aria-hidden": "true" }, pictureOf(game));

/** @param {{game: string, names: string[], key?: any}} props */
function Card({ game, names }) {
  const [chosen, choose] = useState(names[0]);
  const variant = /** @type {turnledger.Variant} */ (variants.value.get(chosen));
  const name = variantName(chosen);
  const lesson = LESSONS.find(each => names.includes(each));
  return h(
    "li",
    { class: "game-card" },
    h(Picture, { game }),
    names.length > 1
      ? h(Select, {
          label: t("Map"),
          value: chosen,
          onChange: choose,
          options: names.map(each => /** @type {[string, string]} */ ([each, variantName(each)])),
        })
      : h("h2", {}, name),
    h(
      "div",
      { class: "buttons" },
      h(
        Button,
        { primary: true, label: t("Play now: {game}", { game: name }), onClick: () => playNow(variant) },
        t("Play now"),
      ),
      lesson &&
        h(
          Button,
          { label: t("Learn by playing: {game}", { game: variantName(lesson) }), onClick: () => learn(lesson) },
          t("Learn by playing"),
        ),
      h("a", { class: "button quiet", href: `statistics?variant=${chosen}&bots=1&lang=${language}` }, t("Statistics")),
    ),
  );
}

/** Empty until the catalogue is known. */
export function GameCards() {
  const games = new Map();
  for (const { name, game } of variants.value.values()) games.set(game, [...(games.get(game) ?? []), name]);
  return h(
    "section",
    { "aria-label": t("At one press") },
    h(
      "ul",
      { class: "game-cards" },
      [...games].map(([game, names]) => h(Card, { key: game, game, names })),
    ),
  );
}
