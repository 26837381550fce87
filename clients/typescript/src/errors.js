// What a server refused, and why, in a form that a program can act on.

/** @typedef {import("./generated/contract.js").LegalInstead} LegalInstead */
/** @typedef {{code?: string, message?: string, details?: {type: string, debug?: any}[]}} Told an error as Connect writes it */

export class ServiceError extends Error {
  /** @param {Told} told */
  constructor({ code = "unknown", message = "", details = [] }) {
    super(message || code);
    this.name = "ServiceError";
    const told = Object.fromEntries(details.map(({ type, debug }) => [type, debug]));
    const info = told["google.rpc.ErrorInfo"], refusal = told["turnledger.v1.Refusal"];
    /** As Connect and gRPC name it: `failed_precondition`. */
    this.code = code;
    /** To switch on: `BID_NOT_HIGHER`, `VERSION_CONFLICT`; empty where the error is not the server's own. More come. @type {string} */
    this.reason = info?.reason ?? "";
    /** Its figures by name, as text. @type {Record<string, string>} */
    this.facts = info?.metadata ?? {};
    /** The figures of a rule's refusal as they are. @type {Record<string, any>} */
    this.figures = refusal?.facts ?? {};
    /** Which rule refused: `PG-AUC-05`. @type {string} */
    this.rule = refusal?.rule ?? "";
    /** For the person, in the language of the client; empty where the server said nothing. @type {string} */
    this.says = told["google.rpc.LocalizedMessage"]?.message ?? "";
    /** What the seat may do instead. @type {LegalInstead | null} */
    this.legal = told["turnledger.v1.LegalInstead"] ?? null;
    /** So long to wait, in milliseconds; null where the server names no time. */
    this.retryAfterMs = milliseconds(told["google.rpc.RetryInfo"]?.retryDelay);
  }

  /** A new token may help. */
  get wantsTokens() {
    return this.reason === "TOKEN_EXPIRED" || this.reason === "TOKEN_INVALID";
  }

  /** What became of the request is not known, or nothing: the same again may be answered (docs/api.md, «When a call fails»). */
  get mayPass() {
    return (this.reason ? OURS : FOREIGN).has(this.code);
  }
}

const OURS = new Set(["unavailable", "deadline_exceeded"]);
/** Of a library, a proxy or the network: each calls a broken connection by another name. */
const FOREIGN = new Set(["unavailable", "deadline_exceeded", "canceled", "internal", "unknown"]);

/** @param {unknown} duration as protobuf writes it in JSON: `1.5s` */
const milliseconds = (duration) => (typeof duration === "string" ? 1000 * Number.parseFloat(duration) : null);

export const unavailable = (/** @type {string} */ message) => new ServiceError({ code: "unavailable", message });
