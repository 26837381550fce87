// The example's page in a browser that the machine has: a table is opened, a move is made by a button.
import assert from "node:assert/strict";
import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import { test } from "node:test";
import { setTimeout as rest } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { realServer } from "./servers.mjs";

const KIT = fileURLToPath(new URL("..", import.meta.url));
const BROWSER = ["chromium", "chromium-browser", "google-chrome"].find(
  (name) => spawnSync(name, ["--version"]).status === 0,
);
const KINDS = { html: "text/html", js: "text/javascript" };

async function site() {
  const files = createServer(({ url }, answer) => {
    const path = url.split("?")[0];
    answer.setHeader("content-type", KINDS[path.split(".").at(-1)] ?? "text/plain");
    try {
      answer.end(readFileSync(`${KIT}${path.startsWith("/dist/") ? "" : "examples"}${path}`));
    } catch {
      answer.writeHead(404).end();
    }
  }).listen(0, "127.0.0.1");
  await once(files, "listening");
  return { files, origin: `http://127.0.0.1:${files.address().port}` };
}

/** The messages of a page, over the pipe of the DevTools protocol. */
async function browse(address) {
  const flags = [
    "--headless=new",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-dev-shm-usage",
    "--remote-debugging-pipe",
  ];
  const browser = spawn(BROWSER, flags, { stdio: ["ignore", "ignore", "ignore", "pipe", "pipe"] });
  const [, , , input, output] = browser.stdio;
  const waiting = new Map();
  let held = "",
    last = 0;
  output.setEncoding("utf8").on("data", (text) => {
    const messages = (held + text).split("\0");
    held = messages.pop();
    for (const { id, result } of messages.map((each) => JSON.parse(each))) waiting.get(id)?.(result);
  });
  const send = (method, params = {}, sessionId) =>
    new Promise((done) => {
      waiting.set(++last, done);
      input.write(`${JSON.stringify({ id: last, method, params, sessionId })}\0`);
    });
  const { targetId } = await send("Target.createTarget", { url: address });
  const { sessionId } = await send("Target.attachToTarget", { targetId, flatten: true });
  const evaluate = async (expression) =>
    (await send("Runtime.evaluate", { expression, returnByValue: true }, sessionId)).result.value;
  return { evaluate, close: () => browser.kill("SIGKILL") };
}

test("the example's page plays", { timeout: 400_000, skip: !BROWSER && "there is no Chromium" }, async () => {
  const { files, origin } = await site();
  const server = await realServer({ TURNLEDGER_ORIGINS: origin });
  const page = await browse(`${origin}/board.html?server=${encodeURIComponent(server.http)}`);
  const late = AbortSignal.timeout(300_000);
  const until = async (expression) => {
    while (!(await page.evaluate(expression))) {
      assert.ok(!late.aborted, `not in five minutes: ${expression}; ${await page.evaluate("document.body.innerText")}`);
      await rest(100);
    }
  };
  try {
    assert.ok(readFileSync(`${KIT}examples/board.html`, "utf8").split("\n").length <= 51);
    await until('document.querySelector("button") !== null');
    const before = await page.evaluate('document.querySelectorAll("li").length');
    await page.evaluate('document.querySelector("button").click()');
    await until(`document.querySelectorAll("li").length > ${before}`);
    assert.match(await page.evaluate('document.querySelector("li").textContent'), /\w/);
  } finally {
    page.close();
    await server.stop();
    files.close();
    files.closeAllConnections();
  }
});
