// A whole game of each variant against a real server, which is killed in the middle of the first.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { signIn } from "../dist/index.js";
import { fileStorage } from "../dist/node.js";
import { verify } from "../dist/verify/verify.js";
import { realServer } from "./servers.mjs";

let server;
before(async () => (server = await realServer()));
after(() => server.stop());

const open = () => signIn({ baseUrl: server.http, storage: fileStorage(`${server.folder}/kept.json`), language: "en" });

/** All versions of a game, as a watch brings them, up to its last event. */
async function versionsOf(game) {
  const versions = [];
  for await (const { events } of game.watch({ afterVersion: 0 })) {
    versions.push(...events.map(({ version }) => version));
    if (events.some(({ table }) => table?.secretRevealed)) return versions;
  }
}

async function playOn(game, turns) {
  for await (const turn of game.myTurns()) {
    await turn.choose();
    if (--turns === 0) return;
  }
}

test("a game of every variant, gapless, proven", { timeout: 600_000 }, async (t) => {
  let me = await open();
  const { account } = me;
  const { variants } = await me.catalogue.listVariants();
  assert.ok(variants.length > 3);
  for (const [place, { name }] of variants.entries()) {
    await t.test(name, async () => {
      const created = await me.createTable({ variant: name, seats: 2, join: true });
      await created.addBot();
      await created.start();
      const versions = versionsOf(created);
      if (place === 0) {
        await playOn(created, 5);
        await server.kill();
        const turn = playOn(created, 1); // begun while there is no server
        await server.start();
        await turn;
      }
      await playOn(created, 60);
      if ((await created.table()).status === "TABLE_STATUS_RUNNING") await created.resign();
      const all = await versions;
      assert.deepEqual(
        all,
        Array.from(all, (_, at) => at + 1),
      );
      assert.equal(await created.checkChance(), true);
      const keys = JSON.parse((await me.history.listSigningKeys()).keySet);
      const found = await verify(await created.export(), keys);
      assert.deepEqual([found.right, found.fault, found.events], [true, null, all.length]);
    });
  }
  me.close();
  me = await open();
  assert.deepEqual(me.account, account);
  me.close();
});
