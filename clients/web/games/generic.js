// Any other game: its board as a tidy list, its options as buttons.
import { DataTable } from "../ui.js";
import { h } from "../vendor/preact.js";
import { isAsked, options, Press, Seat, submit, upper, Waiting, Wanted, word } from "./kit.js";
import { Ways } from "./ways.js";

/** @param {unknown} value */
const isTable = value =>
  Array.isArray(value) && value.length > 0 && value.every(row => row && typeof row === "object" && !Array.isArray(row));

/**
 * A value as text; `player` is a seat.
 * @param {{game: games.Game, name?: string, value: any, key?: any}} props
 */
function Cell({ game, name, value }) {
  if (value === null || value === undefined || value === "" || (Array.isArray(value) && !value.length)) return "–";
  if (name === "player") return h(Seat, { game, seat: value });
  if (Array.isArray(value)) return value.flatMap((each, n) => [n ? ", " : "", h(Cell, { game, name, value: each })]);
  if (typeof value === "object")
    return Object.entries(value).flatMap(([key, each], n) => [
      n ? ", " : "",
      `${word(game, key)} `,
      h(Cell, { game, name: key, value: each }),
    ]);
  return word(game, String(value));
}

/** @param {{game: games.Game, key?: any}} props */
export function Board({ game }) {
  const board = Object.values(game.snapshot.board ?? {})[0];
  if (!board) return null;
  const fields = Object.entries(board).filter(([name]) => name !== "game");
  return h(
    "div",
    { class: "g-board g-any", "data-version": game.snapshot.version },
    h(
      "table",
      {},
      h(
        "tbody",
        {},
        fields
          .filter(([, value]) => !isTable(value))
          .map(([name, value]) =>
            h(
              "tr",
              { key: name },
              h("th", { scope: "row" }, upper(word(game, name))),
              h("td", {}, h(Cell, { game, name, value })),
            ),
          ),
      ),
    ),
    fields
      .filter(([, value]) => isTable(value))
      .map(([name, rows]) => [
        h("h2", {}, upper(word(game, name))),
        h(DataTable, {
          label: upper(word(game, name)),
          box: "g-scroll",
          kind: "",
          head: Object.keys(rows[0]).map(key => word(game, key)),
          rows: rows.map((/** @type {object} */ row) =>
            Object.entries(row).map(([key, value]) => h(Cell, { game, name: key, value })),
          ),
        }),
      ]),
  );
}

/** @param {{game: games.Game, key?: any}} props */
export function Actions({ game }) {
  if (!isAsked(game)) return h(Waiting, { game });
  return h(
    Wanted,
    { says: game.t("Choose what to do.") },
    options(game).map(option =>
      option.count > 1
        ? h(Ways, { key: option.option, game, option, label: upper(word(game, option.kind)) })
        : h(
            Press,
            {
              key: option.option,
              game,
              does: `option-${option.option}`,
              onPress: () => submit(game, { choice: { option: option.option, number: 0 } }),
            },
            Object.values(Object.values(option.first)[0]).map(String).join(" "),
          ),
    ),
  );
}
