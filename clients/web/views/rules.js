// The rules of a game: `#/rules/VARIANT`, or one of them: `#/rules/VARIANT/PG-AUC-01`.
import RulesOf, { titleOf } from "../around/rules.js";
import { t } from "../i18n.js";
import { catalogue, gameChoices } from "../state.js";
import { Main } from "../ui.js";
import { h, useEffect } from "../vendor/preact.js";

/** @param {{params: string[]}} props */
export default function Rules({ params: [variant = "", rule] }) {
  useEffect(() => void catalogue().catch(() => {}), []);
  return h(
    Main,
    {},
    h("h1", {}, variant ? titleOf(variant) : t("Rules")),
    h(
      "ul",
      { class: "a-links" },
      [...gameChoices(), ["table", t("the table")]].map(([each, name]) =>
        h(
          "li",
          { key: each },
          h(
            "a",
            { href: `#/rules/${encodeURIComponent(each)}`, "aria-current": each === variant ? "page" : undefined },
            name,
          ),
        ),
      ),
    ),
    variant && h(RulesOf, { key: variant, variant, rule }),
  );
}
