// A bot that keeps playing: `BOT_TOKEN=… node bot.mjs http://127.0.0.1:8080` (docs/program-accounts.md).
import { runBot } from "@turnledger/client/bot";

const stop = new AbortController();
for (const name of ["SIGINT", "SIGTERM"]) process.once(name, () => stop.abort());

await runBot({
  baseUrl: process.argv[2],
  token: process.env.BOT_TOKEN,
  choose: (_board, options) => options[0], // the first command of the first option
  accepts: ({ variant }) => variant === "colony61" || "DECLINE_REASON_VARIANT",
  games: 8,
  thinkMs: 10_000,
  signal: stop.signal,
  report: console.log,
});
