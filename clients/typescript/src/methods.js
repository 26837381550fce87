// The methods of the contract as functions: each called in the way that generated/services.js says.
import { services } from "./generated/services.js";
import { newRequestId } from "./layer/kept.js";

/**
 * @typedef {import("./layer/connection.js").Settings} Settings
 */
/**
 * A request with any of its fields.
 * @template T
 * @typedef {T extends (infer U)[] ? Input<U>[] : T extends object ? {[K in keyof T]?: Input<T[K]>} : T} Input
 */
/**
 * The same without some fields, of each member of a union.
 * @template T
 * @template {PropertyKey} K
 * @typedef {T extends unknown ? Omit<T, K> : never} Without
 */
/**
 * A list: awaited it is the page that was asked for, iterated each item of it and of all pages after it.
 * @template P, T
 * @typedef {Promise<P> & AsyncIterable<T>} Pages
 */
/**
 * @typedef {{connection: import("./layer/connection.js").Connection, outbox: import("./layer/kept.js").Outbox}} Caller
 */
/**
 * @typedef {{name: string, how: string, once?: boolean, secret?: boolean, items?: string, ask?: string,
 *   from?: string}} Method
 */

const upper = (/** @type {string} */ name) => name[0].toUpperCase() + name.slice(1);
const lower = (/** @type {string} */ name) => name[0].toLowerCase() + name.slice(1);

/** Every service with its methods. @param {Caller} caller @returns {import("./generated/services.js").Services} */
export function methodsOf(caller) {
  const all = Object.entries(services).map(([service, methods]) => {
    const entries = Object.entries(methods).map(([name, how]) => [
      name,
      WAYS[how.how](caller, { ...how, name: `${service}/${upper(name)}` }),
    ]);
    return [lower(service), Object.fromEntries(entries)];
  });
  return Object.fromEntries(all);
}

/** @type {Record<string, (caller: Caller, method: Method) => (request?: any, settings?: Settings) => any>} */
const WAYS = {
  unary:
    (caller, method) =>
    (request = {}, settings) =>
      ask(caller, method, request, settings),
  tokens:
    (caller, method) =>
    async (request = {}, settings) => {
      const { deviceName } = caller.connection;
      const answer = await ask(caller, method, { ...(deviceName && { deviceName }), ...request }, settings);
      await caller.connection.tokens.use(answer.tokens);
      return answer;
    },
  pages:
    (caller, method) =>
    (request = {}, settings) =>
      pages((asked) => ask(caller, method, asked, settings), request, method.items ?? ""),
  stream:
    ({ connection }, method) =>
    (request = {}, settings) =>
      connection.stream(method.name, request, settings?.signal),
  watch:
    ({ connection }, method) =>
    (request = {}, settings) =>
      connection.watch(method, request, settings?.signal),
};

/**
 * Calls; a request that changes something is stored until it is answered, without passwords.
 * @param {Caller} caller
 * @param {Method} method
 * @param {any} request
 * @param {Settings} [settings]
 */
function ask({ connection, outbox }, { name, once, secret }, request, settings) {
  if (!once || request.validateOnly)
    return connection.call(name, once ? { requestId: newRequestId(), ...request } : request, settings);
  if (secret) return connection.call(name, { requestId: newRequestId(), ...request }, settings);
  return outbox.call(name, request, settings);
}

/** @param {(request: any) => Promise<any>} ask @param {any} request @param {string} items */
function pages(ask, request, items) {
  /** @type {Promise<any> | undefined} */
  let first;
  const page = () => (first ??= ask(request));
  return {
    then: (/** @type {any} */ done, /** @type {any} */ failed) => page().then(done, failed),
    catch: (/** @type {any} */ failed) => page().catch(failed),
    finally: (/** @type {any} */ done) => page().finally(done),
    async *[Symbol.asyncIterator]() {
      for (let { pageToken } = request, answer = await page(); ; answer = await ask({ ...request, pageToken })) {
        yield* answer[items];
        pageToken = answer.nextPageToken;
        if (!pageToken) return;
      }
    },
  };
}
