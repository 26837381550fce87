// The methods of the contract as functions: each called in the way that generated/services.js says.
import { ServiceError, unavailable } from "./errors.js";
import { services } from "./generated/services.js";
import { newRequestId } from "./random.js";

/**
 * @typedef {import("./connection.js").Settings} Settings
 */
/**
 * What is asked: any fields of it.
 * @template T
 * @typedef {T extends (infer U)[] ? Input<U>[] : T extends object ? {[K in keyof T]?: Input<T[K]>} : T} Input
 */
/**
 * A list: awaited it is the page that was asked for, iterated each item of it and of all pages after it.
 * @template P, T
 * @typedef {Promise<P> & AsyncIterable<T>} Pages
 */
/** @typedef {{connection: import("./connection.js").Connection, outbox: import("./outbox.js").Outbox}} Caller */
/** @typedef {{name: string, how: string, once?: boolean, secret?: boolean, items?: string, ask?: string, from?: string}} Method */

const upper = (/** @type {string} */ name) => name[0].toUpperCase() + name.slice(1);
const lower = (/** @type {string} */ name) => name[0].toLowerCase() + name.slice(1);

/** Every service with its methods. @param {Caller} caller @returns {import("./generated/services.js").Services} */
export function methodsOf(caller) {
  const all = Object.entries(services).map(([service, methods]) => {
    const entries = Object.entries(methods).map(([name, how]) => [name, WAYS[how.how](caller, { ...how, name: `${service}/${upper(name)}` })]);
    return [lower(service), Object.fromEntries(entries)];
  });
  return Object.fromEntries(all);
}

/** @type {Record<string, (caller: Caller, method: Method) => (request?: any, settings?: Settings) => any>} */
const WAYS = {
  unary: (caller, method) => (request = {}, settings) => ask(caller, method, request, settings),
  tokens: (caller, method) => async (request = {}, settings) => {
    const { deviceName } = caller.connection;
    const answer = await ask(caller, method, { ...(deviceName && { deviceName }), ...request }, settings);
    await caller.connection.tokens.use(answer.tokens);
    return answer;
  },
  pages: (caller, method) => (request = {}, settings) => pages((asked) => ask(caller, method, asked, settings), request, method.items ?? ""),
  stream: ({ connection }, method) => (request = {}, settings) => connection.stream(method.name, request, settings?.signal),
  watch: ({ connection }, method) => (request = {}, settings) => watch(connection, method, request, settings?.signal),
};

/** What changes something is stored until it is answered; passwords are not. @param {Caller} caller @param {Method} method @param {any} request @param {Settings} [settings] */
function ask({ connection, outbox }, { name, once, secret }, request, settings) {
  if (!once || request.validateOnly) return connection.call(name, once ? { requestId: newRequestId(), ...request } : request, settings);
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

/**
 * A stream that is taken up again where it broke: every message once and in order. Raises ServiceError for what cannot be
 * mended so.
 * @param {import("./connection.js").Connection} connection
 * @param {Method} method
 * @param {any} asked
 * @param {AbortSignal} [signal]
 */
async function* watch(connection, { name, ask = "", from = "" }, asked, signal) {
  let request = asked;
  for (let attempt = 0, renewed = false; ; attempt++) {
    try {
      for await (const message of connection.stream(name, request, signal)) {
        const told = newer(message, from, request[ask]);
        attempt = 0;
        renewed = false;
        if (!told) continue;
        request = goesOn(request, ask, message[from]);
        yield told;
      }
      await connection.rest(unavailable("the stream ended"), attempt, signal);
    } catch (error) {
      if (!(error instanceof ServiceError) || !(error.mayPass || (error.wantsTokens && !renewed))) throw error;
      renewed = error.wantsTokens;
      if (error.facts.resume_from) request = goesOn(request, ask, from === "resumeToken" ? error.facts.resume_from : Number(error.facts.resume_from));
      if (!renewed) await connection.rest(error, attempt, signal);
    }
  }
}

/** @param {any} request @param {string} ask @param {string | number} where */
const goesOn = ({ fromStart: _, ...request }, ask, where) => ({ ...request, [ask]: where });

/** A message without what was told before; null where nothing is left of it. @param {any} message @param {string} from @param {number | undefined} told */
function newer(message, from, told) {
  if (from === "resumeToken" || told === undefined) return message;
  if (message[from] < told) return null;
  const items = message.events ? "events" : "messages";
  return { ...message, [items]: message[items].filter((/** @type {any} */ each) => each[from] > told) };
}
