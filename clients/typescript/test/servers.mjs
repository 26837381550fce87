// The servers that tests talk to, in processes of their own which end with the test.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";

export const ROOT = fileURLToPath(new URL("../../../", import.meta.url));
const own = (program) => (existsSync(`${ROOT}.venv/bin/${program}`) ? `${ROOT}.venv/bin/${program}` : program);

/** The fake server of clients/fake_server: `ask` steers it. */
export async function fakeServer() {
  const [program, ...words] = (process.env.KIT_FAKE_SERVER ?? `${own("python")} -m clients.fake_server`).split(" ");
  const process_ = spawn(program, words, { cwd: ROOT, stdio: ["pipe", "pipe", "inherit"] });
  const [line] = await once(createInterface(process_.stdout), "line");
  const { http } = JSON.parse(line);
  const ask = async (path, message) => {
    const answer = await fetch(`${http}${path}`, message && { method: "POST", body: JSON.stringify(message) });
    if (!answer.ok) throw new Error(`${path}: ${await answer.text()}`);
    return answer.json();
  };
  return { http, ask, stop: () => process_.stdin.end() };
}

/** Below the range of outgoing connections, so that no other process takes it, and a killed server gets it again. */
async function freePort() {
  for (;;) {
    const probe = createServer().listen(10_000 + Math.floor(20_000 * Math.random()), "127.0.0.1");
    const isFree = await once(probe, "listening").then(
      () => true,
      () => false,
    );
    if (!isFree) continue;
    const { port } = probe.address();
    probe.close();
    await once(probe, "close");
    return port;
  }
}

/** `turnledger serve` on SQLite in a folder of its own. `kill` is a crash; `start` keeps store and port. */
export async function realServer(environment = {}) {
  const folder = mkdtempSync(join(tmpdir(), "turnledger-kit-"));
  const port = await freePort();
  const words = [
    "serve",
    "--json",
    "--store",
    `sqlite:///${folder}/games.db`,
    "--views",
    "memory://",
    "--keys",
    `${folder}/keys`,
  ];
  let process_;
  const start = async () => {
    const program = process.env.KIT_SERVER ?? own("turnledger");
    process_ = spawn(program, [...words, "--listen", "127.0.0.1:0", "--http", `127.0.0.1:${port}`], {
      cwd: folder,
      stdio: ["ignore", "pipe", "pipe"],
      env: { ...process.env, ...environment },
    });
    let said = "";
    process_.stderr.setEncoding("utf8").on("data", (text) => (said = (said + text).slice(-4000)));
    const ended = once(process_, "exit").then(() =>
      Promise.reject(new Error(`the server ended before it was ready: ${said}`)),
    );
    await Promise.race([once(createInterface(process_.stdout), "line"), ended]);
    ended.catch(() => {});
  };
  const kill = async () => {
    process_.kill("SIGKILL");
    await once(process_, "exit");
  };
  const stop = async () => {
    await kill();
    rmSync(folder, { recursive: true, force: true });
  };
  await start();
  return { http: `http://127.0.0.1:${port}`, folder, start, kill, stop };
}
