// What this release of the kit knows of the contract, which grows: what it does not know is passed over, not guessed at.
import { cases, enums } from "./generated/known.js";

/** Whether a value of an enum is known: `isKnown("TableStatus", table.status)`. @param {string} name @param {string} value */
export const isKnown = (name, value) => enums[name]?.includes(value) ?? false;

/**
 * Which case of a message's oneof is there, and what it holds: `caseOf("Board", snapshot.board)` gives `["powerGrid", …]`. Undefined
 * for none, and for one that came later.
 * @param {string} name of the message
 * @param {object | undefined} message
 * @returns {[string, any] | undefined}
 */
export const caseOf = (name, message) => Object.entries(message ?? {}).find(([field]) => cases[name]?.includes(field));

/**
 * What happened: `["table", "playerSeated", …]`, `["powerGrid", "bidPlaced", …]`; null where the viewer may not know it, undefined for
 * what came later (then show what it `says`).
 * @param {import("./generated/contract.js").GameEvent} event
 * @returns {[string, string, any] | null | undefined}
 */
export function happened(event) {
  if (event.hidden) return null;
  const table = caseOf("TableEvent", event.table);
  if (table) return ["table", ...table];
  const game = caseOf("Event", event.game);
  if (!game) return undefined;
  const [kind, inside] = Object.entries(game[1])[0] ?? ["", {}];
  return [game[0], kind, inside];
}
