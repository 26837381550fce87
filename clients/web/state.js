// Server data of the page, as signals: my games, the catalogue.
import { all, call, watch } from "./api.js";
import { channel, inOneTab } from "./browser.js";
import { named, t } from "./i18n.js";
import { me } from "./session.js";
import { computed, signal } from "./vendor/preact.js";

export { me };
export { openGame } from "./game.js";

// ---- the catalogue: the same until the server is updated ----

/** @type {Promise<Map<string, turnledger.Variant>> | undefined} */
let asked;
/** By name; empty until it is known. */
export const variants = signal(/** @type {Map<string, turnledger.Variant>} */ (new Map()));

export const variantName = (/** @type {string} */ name) => named(variants.value.get(name)?.names, name);

/** Whether the rules of a game call its rounds turns. @param {string} variant */
export const inTurns = variant => variants.value.get(variant)?.game === "colony61";

/** A round by its number, in the word of the game's rules. @param {string} variant @param {number | undefined} round */
export const roundName = (variant, round) =>
  inTurns(variant) ? t("Turn {turn}", { turn: round }) : t("Round {round}", { round });

/** All games by name, for a list to choose from. @returns {[string, string][]} */
export const gameChoices = () => [...variants.value.keys()].map(name => [name, variantName(name)]);

/** Asked for once, then known. */
export function catalogue() {
  asked ??= call("Catalogue/ListVariants").then(({ variants: found }) => {
    variants.value = new Map(found.map((/** @type {turnledger.Variant} */ each) => [each.name, each]));
    return variants.value;
  });
  asked.catch(() => (asked = undefined));
  return asked;
}

/** @typedef {turnledger.MyGame & {table: turnledger.Table}} MyGame */

// ---- my games: one stream a browser, held by one tab, which tells the others ----

/** By game, as they are now; finished ones too, from when the page was opened on. */
export const myGames = signal(/** @type {Map<string, MyGame>} */ (new Map()));
/** Whether `myGames` has been read. */
export const myGamesKnown = signal(false);
/** Those that wait for me. */
export const waiting = computed(() => [...myGames.value.values()].filter(({ myTurn }) => myTurn));

/** Open rematches of my games at which I do not sit yet. */
export const rematches = computed(() =>
  [...myGames.value.values()].filter(
    ({ table, seat }) => seat === undefined && table.terms?.rematchOfGameId && table.status === "TABLE_STATUS_OPEN",
  ),
);

const take = (/** @type {MyGame[]} */ games) => {
  if (!games.length) return;
  const now = new Map(myGames.value);
  for (const each of games) now.set(each.table.gameId, each);
  myGames.value = now;
};
const tabs = channel("me", ({ accountId, games }) => accountId === me.value?.accountId && take(games));

/** Follows the games of the signed-in account until `signal` aborts. */
export async function followMe(/** @type {AbortSignal} */ stop) {
  myGames.value = new Map();
  myGamesKnown.value = false;
  const accountId = me.value?.accountId;
  await read(stop).catch(error => !stop.aborted && console.warn(error.message));
  let resumeToken = "";
  await inOneTab(`me.${accountId}`, stop, () =>
    watch(
      "Views/WatchMe",
      () => ({ resumeToken }),
      async ({ games, resumeToken: next }) => {
        const first = !resumeToken;
        resumeToken = next;
        if (first) await read(stop);
        take(games);
        if (games.length) tabs.tell({ accountId, games });
      },
      stop,
    ),
  );
}

async function read(/** @type {AbortSignal} */ stop) {
  take(await all("Views/ListMyGames", { includeRematches: true }, "games", stop));
  myGamesKnown.value = true;
}
