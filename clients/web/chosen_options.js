// The options that the host of a table has chosen, such as another reading of an open rule.
import { VALUES } from "./option_values.js";
import { variants } from "./state.js";
import { optionName } from "./ui.js";
import { h } from "./vendor/preact.js";

/** @typedef {turnledger.Table} Table */

/** @param {Table} table */
export const chosenOptions = table =>
  Object.entries(table.options).map(([name, value]) => {
    const option = variants.value.get(table.variant)?.options.find(each => each.name === name);
    return `${option ? optionName(option) : name}: ${VALUES[value] ?? value.replaceAll(",", ", ")}`;
  });

/** @param {{table: Table}} props */
export const Chosen = ({ table }) => h("p", { class: "small chosen" }, chosenOptions(table).join(" · "));
