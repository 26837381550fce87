// Printed data of a game: its map or cards, its figures, and the names of its codes.

import { named } from "../i18n.js";

const kept = new Map();

/**
 * Of Power Grid what all maps share and the map; of the others one.
 * @param {turnledger.Board | undefined} board
 * @returns {string[]}
 */
export function editionsOf(board) {
  const drawn = Object.values(board ?? {})[0];
  return drawn?.editions ?? (drawn?.edition ? [drawn.edition] : []);
}

/**
 * The edition that a board is drawn with. `ask(method, request)` calls the server.
 * Answers `{ data, words, word, reconstructed, file, base }`: the game's own message of GameData, names by code and
 * language, and of Power Grid the files of the map and of what all maps share, which have more than the contract (start
 * cities, spaces, caps).
 * @param {games.Ask} ask
 * @param {turnledger.Board} board
 * @param {string} variant
 */
export function load(ask, board, variant) {
  const [game, drawn] = Object.entries(board)[0];
  const editions = game === "other" ? [] : editionsOf(board);
  const key = [variant, ...editions].join(" ");
  if (!kept.has(key)) {
    const asked = fetched(ask, variant, editions, game);
    kept.set(key, asked);
    asked.catch(() => kept.delete(key));
  }
  return kept.get(key);
}

/**
 * @param {games.Ask} ask
 * @param {string} variant
 * @param {string[]} editions
 * @param {string} game
 */
async function fetched(ask, variant, editions, game) {
  const { data, words, editions: from } = await ask("Catalogue/GetGameData", { variant, editions });
  const names = new Map((words ?? []).map((/** @type {turnledger.Word} */ { code, names: said }) => [code, said]));
  const [base = {}, file = {}] = await Promise.all(
    game === "powerGrid" ? from.map((/** @type {turnledger.Edition} */ { id }) => fileOf(ask, id)) : [],
  );
  return {
    data: data[game] ?? {},
    words: names,
    word: (/** @type {string} */ code) => named(names.get(code)),
    reconstructed: rows(from),
    file,
    base,
  };
}

/**
 * By row (`plants/P01`, `modules.mine`), a function that answers whether one of its figures is reconstructed.
 * @param {turnledger.Edition[]} editions
 * @returns {Map<string, (figure: string) => boolean>}
 */
const rows = editions => new Map(editions.flatMap(({ reconstructed = [] }) => reconstructed).map(row));

/**
 * A line of an edition: `plants/P01: need, profit`, `modules.mine (printed: count)` or `types.I`.
 * @param {string} line
 * @returns {[string, (figure: string) => boolean]}
 */
function row(line) {
  const [name, figures = ""] = line.split(": ");
  const named = /** @type {string[]} */ (figures.match(/\w+/g) ?? []);
  return name.endsWith(" (printed") || !named.length
    ? [name.split(" ")[0], figure => !named.includes(figure)]
    : [name, figure => named.includes(figure)];
}

/**
 * `*` if one of these figures of the row is reconstructed, or with no figure named if any of the row is.
 * @param {games.Game} game
 * @param {string} row
 * @param {string[]} figures
 */
export function mark(game, row, ...figures) {
  const listed = game.edition.reconstructed.get(row);
  return listed && (!figures.length || figures.some(listed)) ? "*" : "";
}

/** The sentence that explains the mark; nothing for an edition without such values. @param {games.Game} game */
export const markSays = game =>
  game.edition.reconstructed.size ? game.t("* Reconstructed: no source prints this value.") : "";

/**
 * @param {games.Ask} ask
 * @param {string} edition
 */
async function fileOf(ask, edition) {
  const { json } = await ask("Catalogue/GetEdition", { edition });
  return JSON.parse(new TextDecoder().decode(Uint8Array.from(atob(json), letter => letter.charCodeAt(0))));
}
