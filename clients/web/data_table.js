// A table in a box of its own, which scrolls where the screen is narrower than its rows.
import { h } from "./vendor/preact.js";

/**
 * `heading`: the place of the cell that names its row. `own`: the place of the viewer's row.
 * @param {{label: string, head: any[], rows: any[][], caption?: string, heading?: number, own?: number, box?: string,
 *   kind?: string, key?: any}} props
 */
export const DataTable = ({ label, head, rows, caption, heading = 0, own, box = "a-scroll", kind = "a-table" }) =>
  h(
    "div",
    { class: box, tabIndex: 0, role: "group", "aria-label": label },
    h(
      "table",
      { class: kind },
      caption && h("caption", {}, caption),
      h(
        "thead",
        {},
        h(
          "tr",
          {},
          head.map((each, n) => h("th", { key: n, scope: "col" }, each)),
        ),
      ),
      h(
        "tbody",
        {},
        rows.map((row, n) =>
          h(
            "tr",
            { key: n, class: n === own ? "a-mine" : "" },
            row.map((each, place) =>
              place === heading ? h("th", { key: place, scope: "row" }, each) : h("td", { key: place }, each),
            ),
          ),
        ),
      ),
    ),
  );
