// The page's plans and its proposal for each line of JSON: what an option of running plants says.
import { createInterface } from "node:readline";
import { plans, thriftiest } from "../../clients/web/games/power_grid/plans.js";

for await (const line of createInterface({ input: process.stdin })) {
  const option = JSON.parse(line);
  console.log(JSON.stringify([plans(option.plants, option.stock, option.storage), thriftiest(option)]));
}
