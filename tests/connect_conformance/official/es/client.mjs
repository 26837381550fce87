// connect-es against a real server, in each protocol and packing: `node client.mjs HTTP GRPC`. A line of JSON a case.
import { readFileSync } from "node:fs";
import { Code, ConnectError, createClient } from "@connectrpc/connect";
import * as ofNode from "@connectrpc/connect-node";
import * as ofWeb from "@connectrpc/connect-web";
import { ErrorInfoSchema } from "./gen/google/rpc/error_details_pb.js";
import { Accounts } from "./gen/turnledger/v1/accounts_pb.js";
import { Lobby } from "./gen/turnledger/v1/lobby_pb.js";
import { Views } from "./gen/turnledger/v1/views_pb.js";

const [http, grpc] = process.argv.slice(2);
const { dependencies } = JSON.parse(readFileSync(new URL("package.json", import.meta.url), "utf8"));
const UNKNOWN = "00000000-0000-4000-8000-000000000000";
const LIMIT_MS = 10_000, SHORT_MS = 500;

const held = (isSo, what) => {
  if (!isSo) throw new Error(what);
};
const refused = async (call, code) => {
  const error = await call().then(() => null, ConnectError.from);
  held(error?.code === code, `expected ${Code[code]}, got ${error}`);
  return error;
};

const CASES = {
  async unary({ accounts, signedIn }) {
    const { account } = await accounts.getMe({}, signedIn);
    held(account?.accountId.length === 26, `the account ${account?.accountId}`);
  },
  async refusal({ lobby, signedIn }) {
    const error = await refused(() => lobby.getTable({ gameId: UNKNOWN }, signedIn), Code.NotFound);
    held(error.findDetails(ErrorInfoSchema)[0]?.reason === "UNKNOWN_GAME", JSON.stringify(error.details));
  },
  async unauthenticated({ accounts }) {
    await refused(() => accounts.getMe({}, { timeoutMs: LIMIT_MS }), Code.Unauthenticated);
  },
  async stream({ views, signedIn, gameId }) {
    const leave = new AbortController();
    const watch = views.watchGame({ gameId, afterVersion: 0 }, { ...signedIn, signal: leave.signal });
    for await (const { events } of watch) {
      if (events.length === 0) continue; // the first message may be a heartbeat
      held(events[0].version === 1, `the first event is ${events[0].version}`);
      break;
    }
    leave.abort();
  },
  async deadline({ views, signedIn, gameId }) {
    await refused(async () => {
      for await (const _ of views.watchGame({ gameId }, { ...signedIn, timeoutMs: SHORT_MS }));
    }, Code.DeadlineExceeded);
  },
};

async function begin(transport) {
  const [accounts, lobby, views] = [Accounts, Lobby, Views].map((service) => createClient(service, transport));
  const { tokens } = await accounts.signInAsGuest({});
  const signedIn = { headers: { Authorization: `Bearer ${tokens.accessToken}` }, timeoutMs: LIMIT_MS };
  const wanted = { variant: "card_game", seats: 2, join: true, requestId: crypto.randomUUID() };
  const { table } = await lobby.createTable(wanted, signedIn);
  return { accounts, lobby, views, signedIn, gameId: table.gameId };
}

const WAYS = [
  ["connect-node", "Connect", ofNode.createConnectTransport, { baseUrl: http, httpVersion: "1.1" }],
  ["connect-node", "gRPC-Web", ofNode.createGrpcWebTransport, { baseUrl: http, httpVersion: "1.1" }],
  ["connect-node", "gRPC", ofNode.createGrpcTransport, { baseUrl: grpc }],
  ["connect-web", "Connect", ofWeb.createConnectTransport, { baseUrl: http }],
  ["connect-web", "gRPC-Web", ofWeb.createGrpcWebTransport, { baseUrl: http }],
];
for (const [name, protocol, make, options] of WAYS) {
  for (const packing of protocol === "gRPC" ? ["protobuf"] : ["protobuf", "JSON"]) {
    const client = `${name} ${dependencies[`@connectrpc/${name}`]}`;
    const told = await begin(make({ ...options, useBinaryFormat: packing === "protobuf" }));
    for (const [each, run] of Object.entries(CASES)) {
      const wrong = await run(told).then(() => "", String);
      console.log(JSON.stringify({ client, protocol, packing, case: each, wrong }));
    }
  }
}
process.exit(0); // kept connections would hold it
