// @turnledger/client: tables, moves and watches of a Turnledger server, for browsers, Node and React Native.
export { ChanceMismatch, Chances } from "./chance.js";
export { Client, connect, signIn } from "./client.js";
export { Game, Turn } from "./game.js";
export { caseOf, happened, isKnown } from "./known.js";
// types alone; where a name is also one of the kit's (Options), contract.Options
export * from "./generated/contract.js";
export * as contract from "./generated/contract.js";
export { ServiceError } from "./layer/connect.js";
export { pauseMs } from "./layer/connection.js";
export { memoryStorage, newNonce, newRequestId } from "./layer/kept.js";

/** @typedef {import("./client.js").Me} Me */
/** @typedef {import("./known.js").Happened} Happened */
/** @typedef {import("./client.js").Options} Options */
/** @typedef {import("./layer/kept.js").Storage} Storage */
/** @typedef {import("./game.js").Move} Move */
/** @typedef {import("./queue.js").Flushed} Flushed */
/** @typedef {import("./generated/services.js").Services} Services */
