// The package as its users get it: packed, installed without a network into an empty project, type-checked, run.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { copyFileSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";

const KIT = fileURLToPath(new URL("..", import.meta.url));
const LAYER_MAX = 12_000,
  PACKED_MAX = 200_000;
const npm = (folder, ...words) => execFileSync("npm", [...words, "--silent"], { cwd: folder, encoding: "utf8" });

test("the layer without generated code is under 12 kB", () => {
  const layer = ["", "layer/"]
    .flatMap((folder) =>
      readdirSync(`${KIT}dist/${folder}`)
        .filter((name) => name.endsWith(".js") && name !== "bot.js") // an entry of its own
        .map((name) => folder + name),
    )
    .map((name) => readFileSync(`${KIT}dist/${name}`));
  const size = gzipSync(Buffer.concat(layer), { level: 9 }).length;
  assert.ok(size > 5_000 && size <= LAYER_MAX, `${size} bytes`);
});

test("what browsers load names no module of Node", () => {
  const naming = readdirSync(`${KIT}dist`, { recursive: true }).filter(
    (name) => name.endsWith(".js") && readFileSync(`${KIT}dist/${name}`, "utf8").includes('"node:'),
  );
  assert.deepEqual(naming, ["node.js"]);
});

const PROGRAM = `import { happened, signIn, ServiceError, type Me, type Move } from "@turnledger/client";
import { fileStorage } from "@turnledger/client/node";
import { verify } from "@turnledger/client/verify";
import { runBot, type Choose } from "@turnledger/client/bot";

export async function bid(me: Me, gameId: string, move: Move): Promise<number> {
  try {
    const { version, events } = await me.game(gameId).submit(move, { expectedVersion: 3 });
    for (const event of events) console.log(happened(event)?.[1] ?? event.says);
    return version;
  } catch (error) {
    if (error instanceof ServiceError && error.legal) return error.legal.commands.length;
    throw error;
  }
}
export const begin = (): Promise<Me> => signIn({ baseUrl: "http://127.0.0.1:8080", storage: fileStorage("kept.json") });
const choose: Choose = (board, options) => (board.colony61 ? options[0] : { choice: { option: 0, number: 1 } });
export const bot = (token: string): Promise<void> => runBot({ baseUrl: "http://127.0.0.1:8080", token, choose });
export const proven = async (file: Uint8Array): Promise<boolean> => (await verify(file, { keys: [] })).right;
// @ts-expect-error a field that the contract does not have
export const wrong = (me: Me) => me.lobby.createTable({ variants: "card_game" });
`;

test("installed without a network, type-checked, run", { timeout: 120_000 }, () => {
  const folder = mkdtempSync(join(tmpdir(), "turnledger-kit-"));
  try {
    const [{ filename, size, files }] = JSON.parse(npm(KIT, "pack", "--json", "--pack-destination", folder));
    assert.ok(size <= PACKED_MAX, `${size} bytes`);
    const names = files.map(({ path }) => path);
    assert.ok(names.includes("LICENSE") && names.includes("dist/vendor/LICENSES.txt"));
    assert.deepEqual(
      names.filter((name) => !/^(dist\/|LICENSE$|README.md$|package.json$)/.test(name)),
      [],
    );
    writeFileSync(join(folder, "package.json"), '{"type": "module"}');
    npm(folder, "install", "--offline", "--no-audit", "--no-fund", `./${filename}`);
    writeFileSync(join(folder, "program.ts"), PROGRAM);
    copyFileSync(`${KIT}test/types.ts`, join(folder, "types.ts"));
    for (const resolution of ["nodenext", "bundler"]) {
      const how = [
        "--strict",
        "--noEmit",
        "--target",
        "es2023",
        "--lib",
        "es2023,dom,dom.iterable",
        "--module",
        resolution === "bundler" ? "esnext" : resolution,
      ];
      execFileSync(
        process.execPath,
        [`${KIT}node_modules/typescript/bin/tsc`, ...how, "--moduleResolution", resolution, "program.ts", "types.ts"],
        { cwd: folder, stdio: "pipe", encoding: "utf8" },
      );
    }
    const lines = [
      'import { connect, newRequestId } from "@turnledger/client";',
      'const { lobby } = connect({ baseUrl: "http://127.0.0.1:1" });',
      "console.log(typeof lobby.createTable, newRequestId().length);",
    ];
    writeFileSync(join(folder, "run.js"), `${lines.join("\n")}\n`);
    assert.equal(execFileSync(process.execPath, ["run.js"], { cwd: folder, encoding: "utf8" }), "function 36\n");
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});
