// Production plans: which plants can run together on which fuel.

/** @param {number[]} numbers */
const sum = numbers => numbers.reduce((all, each) => all + each, 0);

/**
 * Every set of the plants that the fuel is enough for, as runs `{ plant, fuel }`. The fuel that is kept has room next
 * to what these plants burn (PG-FUEL-11), where the rules of the game give the room on all plants.
 * @param {turnledger.PowerGridRunnable[]} plants
 * @param {games.Amounts} stock
 * @param {games.Amounts} [room]
 * @returns {games.Run[][]}
 */
export function plans(plants, stock, room) {
  if (!plants.length) return [[]];
  const [{ plant, burns, kind }, ...others] = plants;
  const runs = burns
    .map(({ amounts: fuel = {} }) => ({
      fuel,
      kept: lessen(stock, fuel),
      left: room && lessen(room, { [kind]: burnt([{ fuel }]) }),
    }))
    .filter(
      ({ fuel, kept, left }) =>
        Object.entries(fuel).every(([type, n]) => (stock[type] ?? 0) >= n) && (!left || fits(left, kept)),
    )
    .flatMap(({ fuel, kept, left }) => plans(others, kept, left).map(rest => [{ plant, fuel }, ...rest]));
  return [...runs, ...plans(others, stock, room)];
}

/**
 * Whether the fuel can be stored: on plants for it, then on hybrids, then on plants that take anything (PG-FUEL-07).
 * @param {games.Amounts} room
 * @param {games.Amounts} stock
 */
export function fits(room, stock) {
  const over = (/** @type {string} */ kind) => Math.max(0, (stock[kind] ?? 0) - (room[kind] ?? 0));
  const mixed = Math.max(0, over("coal") + over("oil") - (room.hybrid ?? 0));
  return mixed + over("garbage") + over("uranium") <= (room.any ?? 0);
}

/** @param {turnledger.PowerGridStorage | undefined} storage */
export const roomOf = storage => storage && { ...storage };

/**
 * @param {games.Amounts} stock
 * @param {games.Amounts} fuel
 */
const lessen = (stock, fuel) =>
  Object.fromEntries(Object.entries(stock).map(([kind, n]) => [kind, n - (fuel[kind] ?? 0)]));
/** @param {{ fuel: games.Amounts }[]} runs */
const burnt = runs => sum(runs.flatMap(({ fuel }) => Object.values(fuel)));

/**
 * A proposal to begin with: the most cities, and of those the least fuel.
 * @param {Partial<turnledger.PowerGridOption.RunPlantsOption>} it
 * @returns {games.Run[]}
 */
export function thriftiest({ plants = [], stock = {}, networkSize = 0, storage }) {
  const output = (/** @type {games.Run[]} */ runs) => Math.min(networkSize, powered(plants, runs));
  return plans(plants, stock, roomOf(storage)).reduce(
    (best, runs) =>
      output(runs) > output(best) || (output(runs) === output(best) && burnt(runs) < burnt(best)) ? runs : best,
    [],
  );
}

/**
 * @param {turnledger.PowerGridRunnable[]} plants
 * @param {games.Run[]} runs
 */
export const powered = (plants, runs) =>
  sum(runs.map(run => plants.find(({ plant }) => plant === run.plant)?.powers ?? 0));

/**
 * @param {games.Amounts} a
 * @param {games.Amounts} b
 */
export const same = (a, b) =>
  [...new Set([...Object.keys(a), ...Object.keys(b)])].every(kind => (a[kind] ?? 0) === (b[kind] ?? 0));
