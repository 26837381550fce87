// The runner of programs against a real server, which is killed meanwhile; and the bot of docs/program-accounts.md.
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { copyFileSync, mkdirSync, readFileSync, symlinkSync } from "node:fs";
import { createInterface } from "node:readline";
import { after, before, test } from "node:test";
import { fileURLToPath } from "node:url";
import { runBot } from "../dist/bot.js";
import { signIn } from "../dist/index.js";
import { ROOT, realServer } from "./servers.mjs";

const KIT = fileURLToPath(new URL("..", import.meta.url));
const LIMIT = { timeout: 300_000 };

let server, ann;
before(async () => {
  server = await realServer();
  ann = await signIn({ baseUrl: server.http });
  await ann.accounts.upgradeMe({ displayName: "Ann", password: "correct horse battery" });
});
after(() => server.stop());

/** The reports of a bot, and those that wait for one. */
class Reports {
  all = [];
  waiting = new Set();

  report = (event, facts) => {
    this.all.push({ event, ...facts });
    for (const look of this.waiting) look();
  };

  of(event) {
    return this.all.filter((each) => each.event === event);
  }

  seen(event, times = 1) {
    return new Promise((done) => {
      const look = () => {
        if (this.of(event).length < times) return;
        this.waiting.delete(look);
        done();
      };
      this.waiting.add(look);
      look();
    });
  }
}

/** A program of Ann's at work, until the test ends. */
async function begin(t, name, how) {
  const { program, token } = await ann.programs.createProgram({ displayName: name, homePage: "https://example.org/" });
  const stop = new AbortController();
  const reports = new Reports();
  const options = { baseUrl: server.http, token, lookMs: 100, report: reports.report, signal: stop.signal, ...how };
  const work = runBot(options);
  work.catch(() => {});
  t.after(() => stop.abort());
  return { account: program.player.accountId, reports, stop, work, options };
}

/** A table of the program and a bot, without Ann. */
const challenge = (account, how = { bots: ["greedy"] }) => {
  const terms = { invitedAccountIds: [account], startsWhenFull: true };
  return ann.createTable({ variant: "colony61", seats: 2, private: true, terms, ...how });
};

/** `passed` is resolved once it is open. */
function gate() {
  let open;
  const passed = new Promise((done) => (open = done));
  return { open, passed };
}

const first = (_board, options) => options[0];

test("plays two challenges to their end, although the server is killed", LIMIT, async (t) => {
  const games = [];
  let moves = 0,
    killed,
    restarted;
  const choose = async (board, options, { turn }) => {
    assert.ok(board.colony61 && turn.version > 0);
    if (++moves >= 7 && games.length === 2 && !killed) {
      killed = server.kill();
      await killed;
      restarted = server.start(); // this move is given while there is no server
    }
    return options[0];
  };
  const { account, reports } = await begin(t, "Deep Grid", { choose });
  for (const _ of ["one", "two"]) games.push(await challenge(account));
  await reports.seen("over", 2);
  for (const game of games) {
    const { status, occupants } = await game.table();
    assert.equal(status, "TABLE_STATUS_FINISHED");
    assert.ok(occupants.some(({ accountId, program }) => accountId === account && program));
  }
  await restarted;
  assert.deepEqual(reports.of("moveFailed"), []);
  assert.ok(killed && moves > 7);
});

test("declines what its author does not accept, and more tables than it plays", LIMIT, async (t) => {
  const accepts = ({ variant }) => variant === "colony61" || "DECLINE_REASON_VARIANT";
  const { account, reports } = await begin(t, "Choosy Grid", { choose: first, accepts, games: 1 });
  await challenge(account, { variant: "card_game" });
  await reports.seen("declined");
  await challenge(account, {}); // with a seat to spare, so it waits
  await reports.seen("accepted");
  await challenge(account, {});
  await reports.seen("declined", 2);
  const reasons = reports.of("declined").map(({ reason }) => reason);
  assert.deepEqual(reasons, ["DECLINE_REASON_VARIANT", "DECLINE_REASON_LATER"]);
});

test("replaces a move that fails, is refused or comes too late", LIMIT, async (t) => {
  let reports;
  const ended = [];
  const kinds = [
    () => {
      throw new RangeError("no idea");
    },
    () => ({ choice: { option: 0, number: 1_000_000 } }),
    (signal) => new Promise(() => signal.addEventListener("abort", () => ended.push(signal.aborted))),
  ];
  const choose = (_board, _options, { signal }) => kinds[reports.of("moveFailed").length % kinds.length](signal);
  const { account, ...told } = await begin(t, "Slow Grid", { choose, thinkMs: 200 });
  reports = told.reports;
  const game = await challenge(account);
  await reports.seen("moveFailed", 3);
  const failed = reports.of("moveFailed").slice(0, 3);
  assert.equal(failed[0].error.message, "no idea");
  assert.match(failed[1].error.reason, /^[A-Z_]+$/);
  assert.equal(failed[2].error.message, "no move in 200 ms");
  assert.deepEqual(ended.slice(0, 1), [true]);
  assert.ok(failed[0].version < failed[1].version && failed[1].version < failed[2].version);
  assert.ok((await game.board({ minVersion: failed[2].version + 1 })).version > failed[2].version);
});

test("gives the move that it is choosing when it is stopped, and continues later", LIMIT, async (t) => {
  const thinks = gate(),
    mayAnswer = gate();
  const choose = async (_board, options) => {
    thinks.open();
    await mayAnswer.passed;
    return options[0];
  };
  const { account, stop, work, options } = await begin(t, "Calm Grid", { choose });
  const game = await challenge(account);
  await thinks.passed;
  const before = await game.table();
  stop.abort();
  let isOver = false;
  const over = work.then(() => (isOver = true));
  await game.table(); // a call of another client comes and goes
  assert.equal(isOver, false);
  mayAnswer.open();
  await over;
  const then = await game.table();
  assert.ok(then.version > before.version);
  assert.equal(then.status, "TABLE_STATUS_RUNNING");
  assert.ok(then.occupants.some(({ accountId }) => accountId === account));

  const again = new AbortController();
  const reports = new Reports();
  const next = runBot({ ...options, choose: first, report: reports.report, signal: again.signal });
  await Promise.race([reports.seen("over"), next]);
  again.abort();
  await next;
  assert.equal((await game.table()).status, "TABLE_STATUS_FINISHED");
});

test("a token that is refused, or a person's, ends it", LIMIT, async () => {
  const baseUrl = server.http;
  const token = await ann.connection.tokens.access();
  await assert.rejects(runBot({ baseUrl, token, choose: first }), TypeError);
  await assert.rejects(runBot({ baseUrl, token: "none", choose: first }), { code: "unauthenticated" });
});

test("the bot of the documents has at most twenty lines, plays, and stops at SIGTERM", LIMIT, async () => {
  const program = readFileSync(`${KIT}examples/bot.mjs`, "utf8");
  assert.ok(program.trim().split("\n").length <= 20);
  const page = readFileSync(`${ROOT}docs/program-accounts.md`, "utf8");
  assert.equal(page.match(/^```js\n(.*?)^```/ms)[1], program);
  mkdirSync(`${server.folder}/node_modules/@turnledger`, { recursive: true });
  symlinkSync(KIT, `${server.folder}/node_modules/@turnledger/client`);
  copyFileSync(`${KIT}examples/bot.mjs`, `${server.folder}/bot.mjs`);
  const made = await ann.programs.createProgram({ displayName: "Short Grid", homePage: "https://example.org/" });
  const bot = spawn(process.execPath, ["bot.mjs", server.http], {
    cwd: server.folder,
    env: { ...process.env, BOT_TOKEN: made.token },
    stdio: ["ignore", "pipe", "inherit"],
  });
  const lines = createInterface(bot.stdout)[Symbol.asyncIterator]();
  const seen = async (event) => {
    for (let line = await lines.next(); ; line = await lines.next()) {
      assert.ok(!line.done, `it ended before it was ${event}`);
      if (line.value.startsWith(event)) return;
    }
  };
  try {
    await challenge(made.program.player.accountId);
    for (const event of ["accepted", "playing", "over"]) await seen(event);
    bot.kill("SIGTERM");
    assert.deepEqual(await once(bot, "exit"), [0, null]);
  } finally {
    bot.kill("SIGKILL");
  }
});
