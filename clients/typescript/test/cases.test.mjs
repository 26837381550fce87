// The script that every kit is held to (clients/cases/README.md).
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { connect, happened, isKnown, memoryStorage, pauseMs, ServiceError, signIn } from "../dist/index.js";
import { fakeServer } from "./servers.mjs";

let server;
before(async () => (server = await fakeServer()));
after(() => server.stop());

/** Reports each stored value to the fake server, before the kit continues. */
function watchedStorage(pair) {
  const storage = memoryStorage();
  if (pair) storage.setItem("turnledger.tokens", JSON.stringify(camel(pair)));
  const setItem = async (name, value) => {
    const kept = JSON.parse(value);
    if (name.endsWith(".tokens") && kept) await server.ask("/note", { access_token: kept.accessToken });
    if (name.endsWith(".requests"))
      for (const { request } of kept) await server.ask("/note", { request_id: request.requestId });
    storage.setItem(name, value);
  };
  return { ...storage, setItem };
}

const camel = (pair) =>
  Object.fromEntries(
    Object.entries(pair).map(([name, value]) => [name.replaceAll(/_(.)/g, (_, letter) => letter.toUpperCase()), value]),
  );

/** Gives each token once, in place of the one that it names. */
const sourceOf = (tokens) => async (ended) => {
  const { [ended]: token } = tokens;
  assert.ok(token, `asked in place of ${ended}`);
  delete tokens[ended];
  await server.ask("/note", { access_token: token });
  return token;
};

class Runner {
  constructor({ start }) {
    const now = () => Date.now() + 1000 * (start.clock_ahead_s ?? 0);
    this.options = {
      baseUrl: server.http,
      storage: watchedStorage(start.tokens),
      silenceMs: start.silence_ms,
      now,
      token: start.token,
      ...(start.source && { tokenSource: sourceOf(start.source) }),
    };
    this.begin();
  }

  begin() {
    this.me = connect(this.options);
    this.games = new Map();
  }

  /** The same object for all steps of a client. */
  game(id) {
    if (!this.games.has(id)) this.games.set(id, this.me.game(id));
    return this.games.get(id);
  }

  async get_me({ times = 1 }) {
    const answers = await Promise.all(Array.from({ length: times }, () => this.me.accounts.getMe()));
    return { account_id: answers[0].account.accountId, times: answers.length };
  }

  async create_table({ variant, seats }) {
    return { game_id: (await this.me.createTable({ variant, seats })).gameId };
  }

  async get_table({ game_id }) {
    const { version, status } = await this.game(game_id).table();
    return { version, status_known: isKnown("TableStatus", status) };
  }

  async submit({ game_id, option, number, expected_version, leave_after }) {
    const given = this.game(game_id).choose(option, number, expected_version);
    if (!leave_after) return { version: (await given).version };
    await server.ask(`/seen?method=${leave_after.method}&count=${leave_after.count}`);
    this.me.close();
    await assert.rejects(given);
    return {};
  }

  async board({ game_id }) {
    return { version: (await this.game(game_id).board()).version };
  }

  restart() {
    this.me.close();
    this.begin();
    return {};
  }

  async resume() {
    return { versions: (await this.me.resume()).map(({ answer }) => answer.version) };
  }

  async sign_in({ display_name, password }) {
    this.me.close();
    this.games = new Map();
    this.me = await signIn({ ...this.options, displayName: display_name, password });
    return { account_id: this.me.account.accountId };
  }

  async forget({ during }) {
    if (!during) {
      await this.me.forget();
      return {};
    }
    const asked = this.me.accounts.getMe().catch(refusal);
    await server.ask(`/seen?method=${during.method}&count=${during.count}`);
    await this.me.forget();
    await asked;
    return {};
  }

  async watch({ game_id, after_version, until_version }) {
    const told = { versions: [], unknown: [], says: [] };
    for await (const { events, version } of this.game(game_id).watch({
      afterVersion: after_version ?? undefined,
      words: true,
    })) {
      for (const event of events) {
        told.versions.push(event.version);
        told.says.push(event.says);
        if (happened(event) === undefined) told.unknown.push(event.version);
      }
      if (version >= until_version) break;
    }
    return told;
  }

  async queue({ game_id, option, number, expected_version }) {
    await this.me.queue.add(game_id, { choice: { option, number } }, expected_version);
    return {};
  }

  async flush() {
    const { done, refused, dropped } = await this.me.queue.flush();
    const of = (all, what) => Object.fromEntries(Object.entries(all).map(([game, each]) => [game, what(each)]));
    return { done, refused: of(refused, (error) => error.reason), dropped: of(dropped, (entries) => entries.length) };
  }

  pauses({ random, attempts }) {
    return { pauses_ms: Array.from({ length: attempts }, (_, attempt) => pauseMs(attempt, null, () => random)) };
  }
}

function refusal(error) {
  if (!(error instanceof ServiceError)) throw error;
  const { code, reason, facts, figures, says, legal, retryAfterMs } = error;
  return {
    code,
    reason,
    facts,
    figures,
    says,
    legal: (legal?.commands ?? []).map(({ kind }) => kind),
    retry_after_ms: retryAfterMs,
  };
}

async function play(name) {
  const script = await server.ask("/begin", { case: name });
  const runner = new Runner(script);
  for (const [step, { do: what, ...told }] of script.client.entries()) {
    const outcome = await Promise.resolve(runner[what](told)).then(
      (ok) => ({ ok }),
      (error) => ({ error: refusal(error) }),
    );
    await server.ask("/report", { step, outcome });
  }
  runner.me.close();
  return server.ask("/end", {});
}

test("all cases", { timeout: 300_000 }, async (t) => {
  for (const { name, what } of await server.ask("/cases")) {
    await t.test(`${name}: ${what}`, async () => assert.deepEqual((await play(name)).wrong, []));
  }
});
