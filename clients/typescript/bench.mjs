// The cost that the kit adds to a call: the same request by a bare fetch and through the kit, in turns, against a real
// server. `npm run bench`; the processor time of this process a call, which includes fetch itself.
import { signIn } from "./dist/index.js";
import { realServer } from "./test/servers.mjs";

const ROUNDS = 41,
  CALLS = 50;
const server = await realServer();
try {
  const me = await signIn({ baseUrl: server.http });
  const game = await me.createTable({ variant: "card_game", seats: 2, join: true });
  await game.addBot();
  await game.start();
  const headers = {
    "Content-Type": "application/json",
    "Connect-Protocol-Version": "1",
    "Connect-Timeout-Ms": "10000",
    Authorization: `Bearer ${me.connection.tokens.pair.accessToken}`,
  };
  const request = { gameId: game.gameId, parts: { board: true, options: true } };
  const bare = async () =>
    (
      await fetch(`${server.http}/turnledger.v1.Views/GetBoard`, {
        method: "POST",
        headers,
        body: JSON.stringify(request),
        signal: new AbortController().signal,
      })
    ).json();
  const kit = () => me.views.getBoard(request);
  const perCall = async (call) => {
    const before = process.cpuUsage();
    for (let each = 0; each < CALLS; each++) await call();
    const { user, system } = process.cpuUsage(before);
    return (user + system) / CALLS;
  };
  for (const call of [bare, kit]) await perCall(call); // warm
  const figures = { bare: [], kit: [] };
  for (let round = 0; round < ROUNDS; round++) {
    figures.bare.push(await perCall(bare));
    figures.kit.push(await perCall(kit));
  }
  const middle = (all) => all.sort((one, other) => one - other)[Math.floor(all.length / 2)];
  const ratio = middle(figures.kit.map((told, round) => told / figures.bare[round]));
  const [fetched, asked] = [middle([...figures.bare]), middle([...figures.kit])];
  console.log(
    JSON.stringify({ bare_us: Math.round(fetched), kit_us: Math.round(asked), ratio: Number(ratio.toFixed(3)) }),
  );
} finally {
  await server.stop();
}
