// Where things lie on a map of Power Grid, in the units of its edition.

const MARGIN = 46;
const LETTER = 0.56;
/** The distance of the ring of a start city from its edge. */
export const RING = 4;
/** More than any map needs. */
const ROUNDS_MAX = 8;

/**
 * @param {games.Point} a
 * @param {games.Point} b
 */
const distance = (a, b) => Math.hypot(a.x - b.x, a.y - b.y);

/** Sizes in pixels, however large the map is drawn: names, prices on links, and the least of a price in a slot. */
const PX = { name: 12, price: 10, disc: 7.5, slot: 9, city: 9 };

/** How broad a name is drawn, in pixels. @param {string} text */
export const nameWidth = text => {
  context ??= document.createElement("canvas").getContext("2d");
  if (!context) return text.length * PX.name * LETTER;
  context.font = `${PX.name}px system-ui, sans-serif`;
  return context.measureText(text).width;
};
/** @type {CanvasRenderingContext2D | null | undefined} */
let context;

/** Drawn sizes differ by this factor: between two of them nothing is placed again, and names are up to 8 % larger. */
const STEP = 1.08;
/** The scale that places are computed for: the largest step that is not above it. @param {number} scale */
export const stepOf = scale => STEP ** Math.floor(Math.log(scale) / Math.log(STEP) + 1e-9);

/**
 * The cities in play, the box around them, and the size of a city.
 * @param {turnledger.PowerGridMap} map
 * @param {string[]} regions
 * @returns {games.Frame}
 */
export function frame(map, regions) {
  const inPlay = new Set(regions);
  const cities = map.cities
    .filter(({ region }) => inPlay.has(region))
    .map(city => ({ ...city, x: city.x ?? 0, y: city.y ?? 0 }));
  const closest = Math.min(
    ...cities.flatMap((city, place) => cities.slice(place + 1).map(other => distance(city, other))),
  );
  return { cities, radius: Math.min(17, 0.43 * closest), box: boxOf(cities) };
}

/**
 * Pixels a unit: all of the map fits its place, unless cities would be too small for that; then it pans.
 * @param {games.Frame} frame
 * @param {{width: number, height: number}} place
 * @param {number} least
 */
export const fitting = ({ box, radius }, { width, height }, least) =>
  Math.max(Math.min(width / box.width, height / box.height), PX.city / radius, least);

/**
 * The drawn parts of a map at a scale, in pixels a unit.
 * @param {turnledger.PowerGridMap} map
 * @param {string[]} regions
 * @param {(city: games.City) => string} nameOf
 * @param {number} scale
 * @param {string[]} [starts] the start cities, which have a ring
 * @returns {games.Drawn}
 */
export function layout(map, regions, nameOf, scale, starts = []) {
  const { cities, radius, box } = frame(map, regions);
  const at = new Map(cities.map(city => [city.id, city]));
  const ends = map.links.filter(({ cityA, cityB }) => at.has(cityA) && at.has(cityB));
  const size = {
    font: PX.name / scale,
    disc: PX.disc / scale,
    price: PX.price / scale,
    slot: Math.max(radius * 0.62, PX.slot / scale),
    scale,
  };
  const rimOf = (/** @type {games.City} */ { id }) => radius + (starts.includes(id) ? RING : 0);
  const discs = cities.map(city => square(city.x, city.y, rimOf(city) + 2 / scale));
  const links = priced(
    ends.map(({ cityA, cityB, price }) =>
      between(/** @type {games.City} */ (at.get(cityA)), /** @type {games.City} */ (at.get(cityB)), price),
    ),
    discs,
    size.disc,
    radius,
  );
  const taken = [...discs, ...links.map(({ x, y }) => square(x, y, size.disc))];
  return {
    cities,
    at,
    links,
    radius,
    size,
    box,
    labels: labels(cities, taken, rimOf, size, box, nameOf),
    regions: shapes(cities, links, regions),
  };
}

/** Where along a link its price may lie, as a part of its length: in the middle, or a bit to either side. */
const ALONG = [0.5, 0.45, 0.55, 0.4, 0.6, 0.35, 0.65, 0.3, 0.7, 0.26, 0.74];
/** The distances to either side of it, if the link itself has no room: in radii of a city and a price. */
const BESIDE = [0.5, -0.5, 0.8, -0.8, 1.1, -1.1, 1.5, -1.5, 2, -2, 2.6, -2.6];

/**
 * Links with a place for each price that covers no city and no other price.
 * @param {games.Link[]} links
 * @param {games.Rect[]} discs
 * @param {number} half
 * @param {number} radius
 */
function priced(links, discs, half, radius) {
  const ways = links.map(({ a, b }) => {
    const length = distance(a, b) || 1;
    const at = (/** @type {number} */ t, /** @type {number} */ beside) => ({
      ...square(
        a.x + t * (b.x - a.x) + (beside * (a.y - b.y)) / length,
        a.y + t * (b.y - a.y) + (beside * (b.x - a.x)) / length,
        half + 0.5,
      ),
      beside: beside !== 0,
    });
    return [
      ...ALONG.map(t => at(t, 0)),
      ...BESIDE.flatMap(far => [0.5, 0.25, 0.75, 0, 1].map(t => at(t, far * (radius + half)))),
    ];
  });
  const chosen = settled(ways, way => over(way, discs));
  return links.map((link, n) => {
    const { left, right, top, bottom, beside } = ways[n][chosen[n]];
    return { ...link, x: (left + right) / 2, y: (top + bottom) / 2, beside };
  });
}

/**
 * For each of several things one of its places, by number: what it covers of `fixed` things and of the others is least.
 * The first know nothing of those after them, so all look again until none finds a better one.
 * @template {games.Rect} T
 * @param {T[][]} all
 * @param {(way: T) => number} fixed
 */
function settled(all, fixed) {
  const still = all.map(ways => ways.map((way, n) => fixed(way) + n * 1e-4));
  const chosen = all.map(() => -1);
  for (let round = 0; round < ROUNDS_MAX; round++) {
    let changed = false;
    all.forEach((ways, at) => {
      const others = all.flatMap((other, place) => (place !== at && chosen[place] >= 0 ? [other[chosen[place]]] : []));
      let [best, least] = [0, Infinity];
      ways.forEach((way, n) => {
        const cost = still[at][n] < least ? still[at][n] + over(way, others) : Infinity;
        if (cost < least) [best, least] = [n, cost];
      });
      changed ||= best !== chosen[at];
      chosen[at] = best;
    });
    if (!changed) break;
  }
  return chosen;
}

/**
 * @param {games.City} a
 * @param {games.City} b
 * @param {number} price
 */
const between = (a, b, price) => ({ a, b, price, x: (a.x + b.x) / 2, y: (a.y + b.y) / 2, beside: false });

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
  regions.map(id => ({
    id,
    cities: cities.filter(({ region }) => region === id),
    links: links.filter(({ a, b }) => a.region === id && b.region === id),
  }));

/**
 * A name to each city, or one to a pair of twins (`Delhi 1`, `Delhi 2`), where it covers nothing. A name without such a
 * place is `hidden`: it is shown with its city only.
 * @param {games.City[]} cities
 * @param {games.Rect[]} taken
 * @param {(city: games.City) => number} rimOf
 * @param {games.Size} size
 * @param {games.Box} box
 * @param {(city: games.City) => string} nameOf
 */
function labels(cities, taken, rimOf, size, box, nameOf) {
  const groups = [...grouped(cities).values()].map(group => {
    const name = group.length > 1 ? nameOf(group[0]).replace(/ \d$/, "") : nameOf(group[0]);
    return [...new Set([name, inShort(name)])].flatMap(text =>
      group.flatMap(city =>
        around(city, rimOf(city), size.font, text, nameWidth(text) / size.scale).map((way, n, { length }) => ({
          ...way,
          of: group.map(({ id }) => id),
          from: n < (length * NEAR.length) / (NEAR.length + FAR.length) ? undefined : city,
        })),
      ),
    );
  });
  const fixed = (/** @type {games.Label} */ way) => over(way, taken) + outside(way, box);
  const chosen = settled(groups, fixed);
  const placed = groups.map((ways, n) => ways[chosen[n]]);
  const bare = placed.map(fixed);
  for (;;) {
    const seen = placed.filter(({ hidden }) => !hidden);
    const costs = seen.map(
      each =>
        bare[placed.indexOf(each)] +
        over(
          each,
          seen.filter(other => other !== each),
        ),
    );
    const worst = Math.max(0, ...costs);
    if (worst < 0.5 / size.scale) return placed;
    seen[costs.indexOf(worst)].hidden = true;
  }
}

/** `Nizhny Novgorod` as `N. Novgorod`, `Rostov-on-Don` as `Rostov`. @param {string} name */
const inShort = name => name.replace(/^(.)\S* (?=\S+$)/, "$1. ").replace(/-\S+-\S+$/, "");

/** @param {games.City[]} cities */
function grouped(cities) {
  /** @type {Map<string, games.City[]>} */
  const found = new Map();
  for (const city of cities)
    found.set(city.id.replace(/_\d$/, ""), [...(found.get(city.id.replace(/_\d$/, "")) ?? []), city]);
  return found;
}

/**
 * @param {number} x
 * @param {number} y
 * @param {number} half
 */
const square = (x, y, half) => ({ left: x - half, right: x + half, top: y - half, bottom: y + half });

/** The distances of a name to the rim of its city, in letters' heights: those that need no line to it, and others. */
const NEAR = [0.75, 1.4];
const FAR = [2.4, 3.6, 5, 6.5, 8];

/**
 * Below, above, right and left of a city, between those, and the same again farther away, in the order of preference.
 * @param {games.Point} it
 * @param {number} radius
 * @param {number} font
 * @param {string} text
 * @param {number} width
 */
function around({ x, y }, radius, font, text, width) {
  const way = (/** @type {number} */ cx, /** @type {number} */ cy) => ({
    text,
    x: cx,
    y: cy + font * 0.35,
    left: cx - width / 2,
    right: cx + width / 2,
    top: cy - font * 0.55,
    bottom: cy + font * 0.55,
    hidden: false,
  });
  return [...NEAR, ...FAR].flatMap(far => {
    const [near, beside] = [radius + font * far, radius + font * (far - 0.4)];
    const leans = [0.3, 0.6, 1].map(part => part * (width / 2 + radius * 0.4));
    return [
      way(x, y + near),
      way(x, y - near),
      way(x + beside + width / 2, y),
      way(x - beside - width / 2, y),
      ...leans.flatMap(lean =>
        [1, -1].flatMap(down => [way(x + lean, y + down * near), way(x - lean, y + down * near)]),
      ),
      ...[0.5, -0.5].flatMap(lift => [
        way(x + beside + width / 2, y + lift * radius),
        way(x - beside - width / 2, y + lift * radius),
      ]),
    ];
  });
}

/**
 * @param {games.Rect} a
 * @param {games.Rect} b
 */
const overlap = (a, b) =>
  Math.max(0, Math.min(a.right, b.right) - Math.max(a.left, b.left)) *
  Math.max(0, Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top));

/** The area of a place that others cover. @param {games.Rect} way @param {games.Rect[]} others */
function over(way, others) {
  let all = 0;
  for (const other of others) if (other.left < way.right && way.left < other.right) all += overlap(way, other);
  return all;
}

/** The part of a place outside the map, weighted. @param {games.Rect} way @param {games.Box} box */
const outside = (way, { left, top, width, height }) =>
  50 *
  (Math.max(0, left - way.left) +
    Math.max(0, way.right - left - width) +
    Math.max(0, top - way.top) +
    Math.max(0, way.bottom - top - height));

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
 * The places of `count` houses and prices in a city: alone in the middle, two side by side, three at 12, 4 and 8
 * o'clock.
 * @param {games.Point} it
 * @param {number} n
 * @param {number} count
 * @param {number} radius
 */
export function slotAt({ x, y }, n, count, radius) {
  if (count < 2) return { x, y };
  if (count === 2) return { x: x + (n ? 0.5 : -0.5) * radius, y };
  const angle = (2 * Math.PI * n) / count - Math.PI / 2;
  return { x: x + 0.56 * radius * Math.cos(angle), y: y + 0.5 * radius * Math.sin(angle) };
}

/**
 * The size of a price in a city with `count` houses and prices, where it covers none of the others.
 * @param {number} count
 * @param {number} radius
 * @param {games.Size} size
 * @param {string} price
 */
export const slotFont = (count, radius, { slot }, price) =>
  count < 2 ? radius * 0.85 : Math.min(slot, (0.82 * radius) / (LETTER * Math.max(2, price.length)));
