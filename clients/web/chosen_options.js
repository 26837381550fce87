// The options that the host of a table has chosen, such as another reading of an open rule, and their names.
import { call } from "./api.js";
import { named } from "./i18n.js";
import { VALUES } from "./option_values.js";
import { variants } from "./state.js";
import { optionName } from "./ui.js";
import { h, useEffect, useState } from "./vendor/preact.js";

/** @typedef {turnledger.Table} Table @typedef {turnledger.GetGameDataResponse} Data */

/** By variant. */
const asked = /** @type {Map<string, Promise<Data>>} */ (new Map());

/** The words and figures of a variant, once they are read. @param {string} variant @returns {Data | null} */
export function useData(variant) {
  const [data, setData] = useState(/** @type {Data | null} */ (null));
  useEffect(() => {
    let left = false;
    setData(null);
    if (!variant) return undefined;
    const asks = asked.get(variant) ?? call("Catalogue/GetGameData", { variant });
    asked.set(variant, asks);
    asks.then(
      found => left || setData(found),
      () => asked.delete(variant),
    );
    return () => (left = true);
  }, [variant]);
  return data;
}

/** @param {Data | null} data @param {string} code */
export const word = (data, code) => VALUES[code] ?? named(data?.words.find(each => each.code === code)?.names) ?? code;

/** The options of a table in words. @param {Table} table */
export function useChosen({ variant, options }) {
  const codes = Object.values(options).flatMap(value => value.split(","));
  const data = useData(codes.every(code => VALUES[code]) ? "" : variant);
  return Object.entries(options).map(([name, value]) => {
    const option = variants.value.get(variant)?.options.find(each => each.name === name);
    const said = value.split(",").map(code => word(data, code) || code);
    return `${option ? optionName(option) : name}: ${said.join(", ")}`;
  });
}

/** @param {{table: Table}} props */
export const Chosen = ({ table }) => h("p", { class: "small chosen" }, useChosen(table).join(" · "));
