// Where things lie on a map of Power Grid, in the units of its edition.

const MARGIN = 46;
const LETTER = 0.56;
/** More than any map needs. */
const ROUNDS_MAX = 8;

/**
 * @param {games.Point} a
 * @param {games.Point} b
 */
const distance = (a, b) => Math.hypot(a.x - b.x, a.y - b.y);

/**
 * What is drawn of a map: the cities, links and regions in play, the box around them, and how large a city may be.
 * @param {turnledger.PowerGridMap} map
 * @param {string[]} regions
 * @param {(city: games.City) => string} nameOf
 * @returns {games.Drawn}
 */
export function layout(map, regions, nameOf) {
  const inPlay = new Set(regions);
  const cities = map.cities.filter(({ region }) => inPlay.has(region)).map((city) => ({ ...city, x: city.x ?? 0, y: city.y ?? 0 }));
  const at = new Map(cities.map((city) => [city.id, city]));
  const links = map.links.filter(({ cityA, cityB }) => at.has(cityA) && at.has(cityB)).map(({ cityA, cityB, price }) => between(/** @type {games.City} */ (at.get(cityA)), /** @type {games.City} */ (at.get(cityB)), price));
  const closest = Math.min(...cities.flatMap((city, place) => cities.slice(place + 1).map((other) => distance(city, other))));
  const radius = Math.min(17, 0.43 * closest);
  const font = Math.max(10, Math.min(14, radius * 0.85));
  const box = boxOf(cities);
  return { cities, at, links, radius, font, box, labels: labels(cities, links, radius, font, box, nameOf), regions: shapes(cities, links, regions) };
}

/**
 * @param {games.City} a
 * @param {games.City} b
 * @param {number} price
 */
const between = (a, b, price) => ({ a, b, price, x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 });

/** @param {games.City[]} cities */
function boxOf(cities) {
  const [xs, ys] = [cities.map(({ x }) => x), cities.map(({ y }) => y)];
  const [left, top] = [Math.min(...xs) - MARGIN, Math.min(...ys) - MARGIN];
  return { left, top, width: Math.max(...xs) + MARGIN - left, height: Math.max(...ys) + MARGIN - top };
}

/**
 * A region is its cities and the links between them, drawn broad.
 * @param {games.City[]} cities
 * @param {games.Link[]} links
 * @param {string[]} regions
 */
const shapes = (cities, links, regions) =>
  regions.map((id) => ({ id, cities: cities.filter(({ region }) => region === id), links: links.filter(({ a, b }) => a.region === id && b.region === id) }));

/**
 * A name to each city, or one to a pair of twins (`Delhi 1`, `Delhi 2`), where it covers the least.
 * @param {games.City[]} cities
 * @param {games.Link[]} links
 * @param {number} radius
 * @param {number} font
 * @param {games.Box} box
 * @param {(city: games.City) => string} nameOf
 */
function labels(cities, links, radius, font, box, nameOf) {
  const discs = [...cities.flatMap(({ x, y }) => [square(x, y, radius), square(x + radius * 0.9, y - radius * 1.05, radius * 0.6)]), ...links.map(({ x, y }) => square(x, y, 9))];
  const groups = [...grouped(cities).values()].map((group) => {
    const text = group.length > 1 ? nameOf(group[0]).replace(/ \d$/, "") : nameOf(group[0]);
    return group.flatMap((city) => around(city, radius, font, text));
  });
  /** @type {games.Label[]} */
  const placed = [];
  // The first know nothing of those after them: all look for a place again, until none finds a better one.
  for (let round = 0; round < ROUNDS_MAX; round++) {
    const before = [...placed];
    groups.forEach((ways, at) => {
      const others = [...discs, ...placed.filter((_, place) => place !== at)];
      const costs = ways.map((way) => cost(way, others, box));
      placed[at] = ways[costs.indexOf(Math.min(...costs))];
    });
    if (placed.every((each, at) => each === before[at])) break;
  }
  return placed;
}

/** @param {games.City[]} cities */
function grouped(cities) {
  /** @type {Map<string, games.City[]>} */
  const found = new Map();
  for (const city of cities) found.set(city.id.replace(/_\d$/, ""), [...(found.get(city.id.replace(/_\d$/, "")) ?? []), city]);
  return found;
}

/**
 * @param {number} x
 * @param {number} y
 * @param {number} half
 */
const square = (x, y, half) => ({ left: x - half, right: x + half, top: y - half, bottom: y + half });

/**
 * Below, above, right and left of a city, and between those, in the order of preference.
 * @param {games.Point} it
 * @param {number} radius
 * @param {number} font
 * @param {string} text
 */
function around({ x, y }, radius, font, text) {
  const width = text.length * font * LETTER;
  const way = (/** @type {number} */ cx, /** @type {number} */ cy, /** @type {string} */ anchor, /** @type {number} */ tx) => ({ text, x: tx, y: cy + font * 0.35, anchor, left: cx - width / 2, right: cx + width / 2, top: cy - font / 2, bottom: cy + font / 2 });
  const [near, beside] = [radius + font * 0.65, radius + 3];
  return [
    way(x, y + near, "middle", x),
    way(x, y - near, "middle", x),
    way(x + beside + width / 2, y, "start", x + beside),
    way(x - beside - width / 2, y, "end", x - beside),
    ...[1, -1].flatMap((down) => [
      way(x + radius * 0.6 + width / 2, y + down * near, "start", x + radius * 0.6),
      way(x - radius * 0.6 - width / 2, y + down * near, "end", x - radius * 0.6),
    ]),
  ];
}

/**
 * @param {games.Rect} a
 * @param {games.Rect} b
 */
const overlap = (a, b) => Math.max(0, Math.min(a.right, b.right) - Math.max(a.left, b.left)) * Math.max(0, Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top));

/**
 * @param {games.Label} way
 * @param {games.Rect[]} others
 * @param {games.Box} it
 */
const cost = (way, others, { left, top, width, height }) =>
  others.reduce((all, other) => all + 3 * overlap(way, other), 0) + 50 * (Math.max(0, left - way.left) + Math.max(0, way.right - left - width) + Math.max(0, top - way.top) + Math.max(0, way.bottom - top - height));

/**
 * The city nearest to a point, if it is near at all.
 * @param {games.City[]} cities
 * @param {games.Point} point
 * @param {number} within
 */
export function nearest(cities, point, within) {
  const found = cities.reduce((best, city) => (distance(city, point) < distance(best, point) ? city : best));
  return distance(found, point) <= within ? found : null;
}

/**
 * The places of slot `n` of `count` around a city: at 12, 4 and 8 o'clock.
 * @param {games.Point} it
 * @param {number} n
 * @param {number} count
 * @param {number} radius
 */
export function slotAt({ x, y }, n, count, radius) {
  const angle = (2 * Math.PI * n) / Math.max(count, 2) - Math.PI / 2;
  const out = count > 1 ? radius * 0.56 : 0;
  return { x: x + out * Math.cos(angle), y: y + out * Math.sin(angle) };
}
