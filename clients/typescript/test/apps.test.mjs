// An app of others signs a player in at a real server, and plays with the kit as docs/apps.md has it.
import assert from "node:assert/strict";
import { createHash, randomBytes } from "node:crypto";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import { after, before, test } from "node:test";
import { connect, signIn } from "../dist/index.js";
import { ROOT, realServer } from "./servers.mjs";

const REDIRECT = "http://127.0.0.1/back";
const PAGE = readFileSync(`${ROOT}docs/apps.md`, "utf8");
const [, BLOCK] = PAGE.match(/^```js\n(.*?)^```/ms);

let server, documents, clientId;
before(async () => {
  const environment = { TURNLEDGER_PUBLIC_URL: "http://localhost:8080", TURNLEDGER_WEBHOOKS_PRIVATE: "true" };
  server = await realServer(environment);
  documents = createServer((_request, answer) => {
    answer.setHeader("content-type", "application/json");
    answer.end(JSON.stringify({ client_id: clientId, client_name: "My games", redirect_uris: [REDIRECT] }));
  }).listen(0, "127.0.0.1");
  await once(documents, "listening");
  clientId = `http://127.0.0.1:${documents.address().port}/app.json`;
});
after(async () => {
  documents.close();
  documents.closeAllConnections();
  await server.stop();
});

/** Exchanges a code or a refresh token. */
async function tokens(fields) {
  const body = new URLSearchParams({ client_id: clientId, ...fields });
  const answer = await fetch(`${server.http}/oauth/token`, { method: "POST", body });
  assert.equal(answer.status, 200);
  return answer.json();
}

/** The tokens of an app that a player approves. */
async function approved(player, scope) {
  const verifier = randomBytes(32).toString("base64url");
  const query = new URLSearchParams({
    response_type: "code",
    client_id: clientId,
    redirect_uri: REDIRECT,
    scope,
    state: "1",
    code_challenge: createHash("sha256").update(verifier).digest("base64url"),
    code_challenge_method: "S256",
  });
  const { redirectUrl } = await player.accounts.answerAppSignIn({ authorizationQuery: `${query}`, approve: true });
  const code = new URL(redirectUrl).searchParams.get("code");
  return tokens({ grant_type: "authorization_code", code, redirect_uri: REDIRECT, code_verifier: verifier });
}

test("the app of the documents refreshes its token once and names a missing scope", { timeout: 300_000 }, async () => {
  const ann = await signIn({ baseUrl: server.http });
  const first = await approved(ann, "games:read account:read");
  const kept = await tokens({ grant_type: "refresh_token", refresh_token: first.refresh_token }); // `first` has ended
  const stored = [];
  const parts = { connect, baseUrl: server.http, clientId, tokenEndpoint: `${server.http}/oauth/token` };
  const names = [...Object.keys(parts), "kept", "store"];
  const program = new Function(...names, `${BLOCK}\nreturn me;`);
  const ended = { ...kept, access_token: first.access_token };
  const me = program(...Object.values(parts), ended, async (pair) => stored.push(pair));
  const answers = await Promise.all(Array.from({ length: 20 }, () => me.accounts.getMe()));
  assert.ok(answers.every(({ account }) => account.accountId === ann.account.accountId));
  assert.equal(stored.length, 1);
  assert.notEqual(stored[0].refresh_token, kept.refresh_token);
  await assert.rejects(me.createTable({ variant: "card_game", seats: 2 }), {
    reason: "SCOPE_MISSING",
    facts: { scope: "tables:manage" },
  });
  await ann.accounts.revokeApp({ appId: (await ann.accounts.listApps()).apps[0].appId });
  await assert.rejects(me.lobby.listTables(), /lead the player through the sign-in again/);
  assert.equal(stored.length, 1);
  me.close();
  ann.close();
});
