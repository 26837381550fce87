// A rating with its deviation, as lists and pages of players show it.
import { t } from "../i18n.js";
import { h } from "../vendor/preact.js";

/** @param {{record: Pick<turnledger.PlayerRecord, "rating" | "deviation" | "provisional">}} props */
export const Rating = ({ record }) =>
  h(
    "span",
    { class: "a-rating" },
    record.rating,
    h("small", {}, ` ± ${record.deviation}`),
    record.provisional ? h("abbr", { title: t("provisional") }, "?") : null,
  );
