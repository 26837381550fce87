// README.md as its reader works through it: all its blocks, in order, against a real server.
import { execFileSync } from "node:child_process";
import { mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { realServer } from "./servers.mjs";

const KIT = fileURLToPath(new URL("..", import.meta.url));

test("from a token to a rematch", { timeout: 300_000 }, async () => {
  const blocks = [...readFileSync(`${KIT}README.md`, "utf8").matchAll(/^```js\n(.*?)^```/gms)].map(([, code]) => code);
  const server = await realServer();
  try {
    mkdirSync(`${server.folder}/node_modules/@turnledger`, { recursive: true });
    symlinkSync(KIT, `${server.folder}/node_modules/@turnledger/client`);
    writeFileSync(`${server.folder}/program.mjs`, blocks.join("\n").replace("http://127.0.0.1:8080", server.http));
    for (const _ of ["a reader", "another of the same server"]) {
      execFileSync(process.execPath, ["program.mjs"], {
        cwd: server.folder,
        stdio: ["ignore", "pipe", "inherit"],
        timeout: 240_000,
      });
      rmSync(`${server.folder}/ann.json`);
    }
  } finally {
    await server.stop();
  }
});
