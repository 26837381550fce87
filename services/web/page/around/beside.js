// The rules beside the board: read when they are opened.
import { t } from "../i18n.js";
import { h, useState } from "../vendor/preact.js";

/** @param {{variant: string}} props */
export function RulesBeside({ variant }) {
  const [RulesOf, setRules] = useState(/** @type {any} */ (null));
  const load = async () => {
    const { default: found } = await import("./rules.js");
    setRules(() => found);
  };
  return h("details", { class: "a-beside", onToggle: load }, h("summary", {}, t("Rules")),
    h("p", {}, h("a", { href: `#/rules/${encodeURIComponent(variant)}`, target: "_blank" }, t("In a tab of their own"))), RulesOf && h(RulesOf, { variant }));
}
