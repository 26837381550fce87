// The part of the contract that this release of the kit knows. The contract grows: unknown parts are skipped, not
// guessed at.
import { cases, enums } from "./generated/known.js";

/** @typedef {import("./generated/known.js").Oneofs} Oneofs */
/** @typedef {import("./generated/known.js").CaseNames} CaseNames */
/**
 * The fields of a union, each member's.
 * @template T
 * @template {PropertyKey} K
 * @typedef {T extends {[P in K]?: infer V} ? NonNullable<V> : never} Held
 */
/**
 * A case of a message's oneof and what it holds.
 * @template {keyof Oneofs} Name
 * @typedef {{[K in CaseNames[Name]]: [K, Held<Oneofs[Name], K>]}[CaseNames[Name]]} Case
 */

/**
 * Whether a value of an enum is known: `isKnown("TableStatus", table.status)`.
 * @param {import("./generated/known.js").EnumName} name
 * @param {string} value
 */
export const isKnown = (name, value) => enums[name]?.includes(value) ?? false;

/**
 * Returns the set case of a message's oneof, and its value: `caseOf("Board", snapshot.board)` gives `["powerGrid", …]`.
 * Undefined for none, and for one that came later.
 * @template {keyof Oneofs} Name
 * @param {Name} name of the message
 * @param {Oneofs[Name] | undefined} message
 * @returns {Case<Name> | undefined}
 */
export const caseOf = (name, message) =>
  /** @type {any} */ (Object.entries(message ?? {}).find(([field]) => cases[name]?.includes(field)));

/** The keys of a union, each member's. @template T @typedef {T extends unknown ? keyof T & string : never} KeysOf */
/** @template {string} Of @template T @typedef {{[K in KeysOf<T>]: [Of, K, Held<T, K>]}[KeysOf<T>]} EventOf */
/**
 * An event: at the table or in which game, its kind, its content.
 * @typedef {EventOf<"table", Oneofs["TableEvent"]>
 *   | {[G in CaseNames["Event"]]: EventOf<G, Held<Oneofs["Event"], G>>}[CaseNames["Event"]]} Happened
 */

/**
 * Returns an event: `["table", "playerSeated", …]`, `["powerGrid", "bidPlaced", …]`; null where the viewer may not know
 * it, undefined for kinds of later releases (then show its `says`).
 * @param {import("./generated/contract.js").GameEvent} event
 * @returns {Happened | null | undefined}
 */
export function happened(event) {
  if (event.hidden) return null;
  const table = caseOf("TableEvent", event.table);
  if (table) return /** @type {Happened} */ (/** @type {unknown} */ (["table", ...table]));
  const game = caseOf("Event", event.game);
  if (!game) return undefined;
  const [kind, inside] = Object.entries(game[1])[0] ?? ["", {}];
  return /** @type {Happened} */ (/** @type {unknown} */ ([game[0], kind, inside]));
}
