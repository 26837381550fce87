// A line of JSON for each line of JSON.
import { createInterface } from "node:readline";
import { answer } from "./second.mjs";

for await (const line of createInterface({ input: process.stdin })) {
  console.log(JSON.stringify(await answer(JSON.parse(line))));
}
