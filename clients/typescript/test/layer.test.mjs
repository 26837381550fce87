// Tests beyond the cases: storages, tabs, sleep, and requests that are never stored. The network is a function here.
import assert from "node:assert/strict";
import { mkdtempSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { ChanceMismatch, Chances, connect, memoryStorage, ServiceError } from "../dist/index.js";
import { fileStorage } from "../dist/node.js";

const pair = (number) => ({
  accessToken: `access-${number}`,
  accessExpireTime: new Date(Date.now() + 3_600_000).toISOString(),
  refreshToken: `refresh-${number}`,
});
const json = (message, status = 200) =>
  new Response(JSON.stringify(message), { status, headers: { "content-type": "application/json" } });
/** A text as protobuf packs it. */
const packed = (tag, text) => String.fromCharCode(tag, text.length) + text;
/** A reason and its facts as the server packs them: a text in field 1, and a map in field 3. */
const errorInfo = (reason, facts = {}) => ({
  type: "google.rpc.ErrorInfo",
  value: btoa(
    Object.entries(facts).reduce(
      (bytes, [name, fact]) => bytes + packed(0x1a, packed(0x0a, name) + packed(0x12, fact)),
      packed(0x0a, reason),
    ),
  ),
});
const expired = () => json({ code: "unauthenticated", details: [errorInfo("TOKEN_EXPIRED")] }, 401);
const methodOf = (url) => url.split("turnledger.v1.")[1];

function signedIn() {
  const storage = memoryStorage();
  storage.setItem("turnledger.tokens", JSON.stringify(pair(1)));
  return storage;
}

/** A stream of Connect: messages now, and `more` to send others. */
function streaming(signal, messages) {
  let sink;
  const enveloped = (message) => {
    const text = new TextEncoder().encode(JSON.stringify(message));
    const bytes = new Uint8Array(5 + text.length);
    new DataView(bytes.buffer).setUint32(1, text.length);
    bytes.set(text, 5);
    return bytes;
  };
  const body = new ReadableStream({ start: (controller) => (sink = controller) });
  for (const each of messages) sink.enqueue(enveloped(each));
  signal.addEventListener("abort", () => sink.error(new Error("aborted")));
  return new Response(body, { headers: { "content-type": "application/connect+json" } });
}

test("a watch sleeps with the app, and goes on where it was", async () => {
  const asked = [];
  const fetch = async (_, { body, signal }) => {
    const { afterVersion } = JSON.parse(new TextDecoder().decode(body.subarray(5)));
    asked.push(afterVersion);
    return streaming(signal, [{ events: [{ version: afterVersion + 1 }], version: afterVersion + 1 }]);
  };
  const me = connect({ baseUrl: "http://x", storage: signedIn(), fetch });
  const versions = [];
  for await (const { version } of me.game("g").watch({ afterVersion: 0 })) {
    versions.push(version);
    if (version === 3) break;
    me.sleep();
    setImmediate(() => {
      assert.equal(asked.length, version); // nothing is asked in its sleep
      me.wake();
    });
  }
  assert.deepEqual(
    [versions, asked],
    [
      [1, 2, 3],
      [0, 1, 2],
    ],
  );
});

test("two tabs that share their tokens refresh once", async () => {
  const storage = signedIn();
  let refreshed = 0;
  const fetch = async (url, { headers }) => {
    if (methodOf(url) === "Accounts/RefreshTokens") return json({ tokens: pair(1 + ++refreshed) });
    return headers.Authorization === "Bearer access-1" ? expired() : json({ account: { accountId: "ann" } });
  };
  const tabs = [1, 2].map(() => connect({ baseUrl: "http://x", storage, fetch }));
  const answers = await Promise.all(tabs.map((tab) => tab.accounts.getMe()));
  assert.deepEqual(
    answers.map(({ account }) => account.accountId),
    ["ann", "ann"],
  );
  assert.equal(refreshed, 1);
});

test("a request is stored while it is on its way, and forgotten when it is answered; a password never is", async () => {
  const storage = signedIn(),
    kept = [];
  const fetch = async (url) => {
    kept.push([methodOf(url), storage.getItem("turnledger.requests") ?? "[]"]);
    return json(url.endsWith("ChangePassword") ? { tokens: pair(2) } : { table: { gameId: "g" } });
  };
  const me = connect({ baseUrl: "http://x", storage, fetch });
  await me.lobby.addBot({ gameId: "g", bot: "greedy" });
  await me.accounts.changePassword({ currentPassword: "correct horse", password: "battery staple" });
  assert.deepEqual(
    kept.map(([method, text]) => [method, JSON.parse(text).length]),
    [
      ["Lobby/AddBot", 1],
      ["Accounts/ChangePassword", 0],
    ],
  );
  assert.equal(storage.getItem("turnledger.requests"), "[]");
});

test("what was refused is forgotten, what was not answered is kept, and no more than can be", async () => {
  const storage = signedIn();
  let answer = () => json({ code: "failed_precondition" }, 400);
  const me = connect({ baseUrl: "http://x", storage, fetch: async () => answer() });
  const kept = () => JSON.parse(storage.getItem("turnledger.requests")).length;
  await assert.rejects(me.game("g").choose(0, 0, 1), ServiceError);
  assert.equal(kept(), 0);
  answer = () => json({ code: "unavailable" }, 503);
  await assert.rejects(me.play.submit({ gameId: "g" }, { patienceMs: 0 }), ServiceError);
  assert.equal(kept(), 1);
  for (let each = 1; each < 500; each++) await me.queue.add("g", { choice: { option: 0, number: 0 } }, each);
  await assert.rejects(me.queue.add("g", { choice: { option: 0, number: 0 } }, 500), RangeError);
});

test("a file keeps what it was given, for its owner alone", async () => {
  const folder = mkdtempSync(join(tmpdir(), "turnledger-kit-"));
  try {
    const path = join(folder, "kept.json");
    const storage = fileStorage(path);
    await Promise.all([storage.setItem("one", "1"), storage.setItem("two", "2"), storage.removeItem("one")]);
    const again = fileStorage(path);
    assert.deepEqual([await again.getItem("one"), await again.getItem("two")], [null, "2"]);
    assert.equal(statSync(path).mode & 0o777, 0o600);
  } finally {
    rmSync(folder, { recursive: true });
  }
});

test("another secret than the server was bound to, and a chance that was left out, are noticed", async () => {
  const commitment = "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"; // of no bytes
  const chance = { commitment, nonce: "aa" };
  await Chances.check(chance, { secret: "", nonces: ["bb", "aa"] }, 1);
  await assert.rejects(Chances.check(chance, { secret: "00", nonces: ["bb", "aa"] }, 1), ChanceMismatch);
  await assert.rejects(Chances.check(chance, { secret: "", nonces: ["aa", "bb"] }, 1), ChanceMismatch);
});

test("a list turns its own pages", async () => {
  const fetch = async (_, { body }) =>
    json(
      JSON.parse(body).pageToken
        ? { tables: [{ gameId: "b" }], nextPageToken: "" }
        : { tables: [{ gameId: "a" }], nextPageToken: "2" },
    );
  const me = connect({ baseUrl: "http://x", storage: signedIn(), fetch });
  assert.equal((await me.lobby.listTables()).tables.length, 1);
  const ids = [];
  for await (const { gameId } of me.lobby.listTables({ pageSize: 1 })) ids.push(gameId);
  assert.deepEqual(ids, ["a", "b"]);
});

test("a watch whose messages are no list goes on too", async () => {
  const asked = [];
  const fetch = async (_, { body, signal }) => {
    const { afterVersion } = JSON.parse(new TextDecoder().decode(body.subarray(5)));
    asked.push(afterVersion);
    return streaming(signal, [{ version: 4 }, { version: 5 }]);
  };
  const versions = [];
  for await (const { version } of connect({
    baseUrl: "http://x",
    storage: signedIn(),
    fetch,
  }).tournaments.watchTournament({ eventId: "e" })) {
    versions.push(version);
    if (versions.length === 2) break;
  }
  assert.deepEqual([versions, asked], [[4, 5], [undefined]]);
});

test("the public stream continues where it broke off, or where the server that stops wants it", {
  timeout: 20_000,
}, async () => {
  const stops = { code: "unavailable", details: [errorInfo("SERVER_STOPS", { resume_from: "8.c" })] };
  const asked = [];
  const fetch = async (_, { body, signal }) => {
    asked.push(JSON.parse(new TextDecoder().decode(body.subarray(5))));
    if (asked.length === 1) return json(stops, 503);
    const positions = asked.length === 2 ? ["9.a", "10.a"] : ["10.b"]; // opaque: 10 is less than 9 as a text
    return streaming(
      signal,
      positions.map((position) => ({ items: [{ id: position, position }], position })),
    );
  };
  const me = connect({ baseUrl: "http://x", storage: signedIn(), fetch });
  const ids = [];
  for await (const { items, position } of me.watchPublic({ fromStart: true })) {
    ids.push(...items.map(({ id }) => id));
    if (position === "10.b") break;
    if (position !== "10.a") continue;
    me.sleep();
    setImmediate(() => me.wake());
  }
  assert.deepEqual(ids, ["9.a", "10.a", "10.b"]);
  assert.deepEqual(asked, [{ fromStart: true }, { afterPosition: "8.c" }, { afterPosition: "10.a" }]);
});

test("where nobody is signed in, one tab begins for all", async () => {
  const storage = { ...memoryStorage(), isShared: true };
  let begun = 0;
  const begin = async () => pair(++begun);
  const fetch = async (_, { headers }) => json({ account: { accountId: headers.Authorization } });
  const tabs = [1, 2].map(() => connect({ baseUrl: "http://x", storage, fetch, begin }));
  const answers = await Promise.all(tabs.map((tab) => tab.accounts.getMe()));
  assert.deepEqual(
    answers.map(({ account }) => account.accountId),
    ["Bearer access-1", "Bearer access-1"],
  );
  assert.equal(begun, 1);
});

test("in a shared storage the account is the one that another tab signed in to", async () => {
  const storage = Object.assign(signedIn(), { isShared: true });
  const me = connect({
    baseUrl: "http://x",
    storage,
    fetch: async (_, { headers }) => json({ account: { accountId: headers.Authorization } }),
  });
  await me.accounts.getMe();
  storage.setItem("turnledger.tokens", JSON.stringify(pair(7)));
  assert.equal((await me.accounts.getMe()).account.accountId, "Bearer access-7");
});

test("tokens that were taken back are told as lost, unless another tab has new ones", async () => {
  const storage = signedIn();
  const heard = [];
  let lost = 0;
  const revoked = () => json({ code: "unauthenticated", details: [errorInfo("TOKEN_REVOKED")] }, 401);
  const fetch = async (url, { headers }) =>
    methodOf(url) === "Accounts/GetMe" && headers.Authorization === "Bearer access-2"
      ? json({ account: { accountId: "ann" } })
      : revoked();
  const me = connect({
    baseUrl: "http://x",
    storage,
    fetch,
    lost: () => lost++,
    heard: (answers) => heard.push(answers),
  });
  await assert.rejects(me.accounts.getMe(), ({ reason }) => reason === "TOKEN_REVOKED");
  assert.equal(lost, 1);
  storage.setItem("turnledger.tokens", JSON.stringify(pair(2)));
  assert.equal((await me.accounts.getMe()).account.accountId, "ann");
  assert.deepEqual([lost, heard.at(-1)], [1, true]);
});

test("a watch without room looks again and again, and leaves its room each time", async () => {
  const asked = [],
    rooms = [];
  const fetch = async (_, { body, signal }) => {
    const { afterVersion } = JSON.parse(new TextDecoder().decode(body.subarray(5)));
    asked.push(afterVersion);
    return streaming(signal, [{ events: [{ version: afterVersion + 1 }], version: afterVersion + 1 }]);
  };
  const leave = () => {
    rooms.push("left");
    setImmediate(() => me.wake()); // it rests by then
  };
  const room = async () => rooms.push("taken") && { mayStay: false, leave };
  const me = connect({ baseUrl: "http://x", storage: signedIn(), fetch, room });
  for await (const { version } of me.game("g").watch({ afterVersion: 0 })) if (version === 2) break;
  assert.deepEqual(
    [asked, rooms],
    [
      [0, 1],
      ["taken", "left", "taken", "left"],
    ],
  );
});

test("a page that the server does not allow is told so at once, a server that is away is waited for", async (t) => {
  globalThis.location = { origin: "http://localhost:5173" };
  t.after(() => delete globalThis.location);
  const fetch = async (_, { mode }) => {
    if (mode !== "no-cors") throw new TypeError("Failed to fetch");
    return new Response();
  };
  const forbidden = connect({ baseUrl: "http://127.0.0.1:8080", storage: signedIn(), fetch });
  await assert.rejects(
    forbidden.accounts.getMe(),
    (error) => /http:\/\/localhost:5173.*TURNLEDGER_ORIGINS/.test(error.message) && !error.mayPass,
  );

  let isAway = true;
  const away = async () => {
    if (isAway) throw new TypeError("Failed to fetch");
    return json({ account: { accountId: "ann" } });
  };
  const waits = connect({
    baseUrl: "http://127.0.0.1:8080",
    storage: signedIn(),
    fetch: away,
    heard: (answers) => answers || (isAway = false),
  });
  assert.equal((await waits.accounts.getMe()).account.accountId, "ann");
});

test("whoever waits for the network tries again as soon as it is back", async () => {
  let tried = 0;
  const away = () =>
    json({ code: "unavailable", details: [{ type: "google.rpc.RetryInfo", value: btoa("\x0a\x02\x08\x32") }] }, 503);
  const fetch = async () => (++tried === 1 ? away() : json({ account: { accountId: "ann" } }));
  const me = connect({ baseUrl: "http://x", storage: signedIn(), fetch });
  const back = setInterval(() => me.wake(), 1);
  assert.equal((await me.accounts.getMe()).account.accountId, "ann");
  clearInterval(back);
  assert.equal(tried, 2);
});
