// The board in words: what pictures show, as tables. Loaded when it is opened, and drawn while it is open.
import { gameOf } from "./games/index.js";
import { t } from "./i18n.js";
import { DataTable } from "./ui.js";
import { h, useState } from "./vendor/preact.js";

/** @param {{game: import("./game.js").GameState | import("./looking_back/past.js").Past}} props */
export function AsTables({ game }) {
  const [tables, setTables] = useState(/** @type {{of: (game: any) => games.Table[]} | null} */ (null));
  const [open, setOpen] = useState(false);
  const known = gameOf(game.snapshot.board);
  if (!known) return null;
  const toggled = (/** @type {any} */ event) => {
    setOpen(event.currentTarget.open);
    if (event.currentTarget.open)
      known.tables().then(
        module => setTables({ of: module.tables }),
        error => console.warn(error.message),
      );
  };
  return h(
    "details",
    { class: "as-tables", onToggle: toggled },
    h("summary", {}, t("The board as tables")),
    open && tables && game.edition
      ? tables
          .of(game)
          .filter(({ rows }) => rows.length)
          .map(({ title, head, rows }) =>
            h(DataTable, { key: title, label: title, caption: title, head, rows, box: "in-words", kind: "" }),
          )
      : null,
  );
}
