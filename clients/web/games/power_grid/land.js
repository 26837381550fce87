// The land under a map: a coast around all cities of the edition, with bays and capes from a fixed noise. The outline
// is ours: it is computed from the places of the cities, and no artwork is copied.

const CELL = 10;
const SHORE = 62;
const ROUGH = 26;
const WAVE = 70;

/** A number from 0 to 1 that belongs to a point of the grid. @param {number} x @param {number} y */
function chance(x, y) {
  const n = Math.imul(x * 374761393 + y * 668265263, 1274126177);
  return ((n ^ (n >>> 15)) >>> 0) / 2 ** 32;
}

/** Smooth noise from 0 to 1. @param {number} x @param {number} y */
function noise(x, y) {
  const [left, top] = [Math.floor(x), Math.floor(y)];
  const [dx, dy] = [x - left, y - top].map(part => part * part * (3 - 2 * part));
  const row = (/** @type {number} */ at) => chance(left, at) * (1 - dx) + chance(left + 1, at) * dx;
  return row(top) * (1 - dy) + row(top + 1) * dy;
}

/** @param {games.Point} p @param {games.Point} a @param {games.Point} b */
function fromLink(p, a, b) {
  const [dx, dy] = [b.x - a.x, b.y - a.y];
  const along = Math.max(0, Math.min(1, ((p.x - a.x) * dx + (p.y - a.y) * dy) / (dx * dx + dy * dy || 1)));
  return Math.hypot(p.x - a.x - along * dx, p.y - a.y - along * dy);
}

/**
 * The coast as the path of an SVG.
 * @param {turnledger.PowerGridMap} map
 */
export function coast(map) {
  const at = new Map(map.cities.map(city => [city.id, { x: city.x ?? 0, y: city.y ?? 0 }]));
  const links = map.links
    .map(({ cityA, cityB }) => /** @type {[games.Point, games.Point]} */ ([at.get(cityA), at.get(cityB)]))
    .filter(([a, b]) => a && b && Math.hypot(a.x - b.x, a.y - b.y) < 260);
  const alone = [...at.values()].map(city => /** @type {[games.Point, games.Point]} */ ([city, city]));
  const xs = [...at.values()].map(({ x }) => x),
    ys = [...at.values()].map(({ y }) => y);
  const edge = SHORE + ROUGH + CELL;
  const [left, top] = [Math.min(...xs) - edge, Math.min(...ys) - edge];
  const [columns, rows] = [
    Math.ceil((Math.max(...xs) + edge - left) / CELL) + 1,
    Math.ceil((Math.max(...ys) + edge - top) / CELL) + 1,
  ];
  const height = new Float32Array(columns * rows).fill(-1e3);
  for (const [a, b] of [...links, ...alone]) raise(height, a, b);
  return outlines(height);

  /** Lifts the land near a link. @param {Float32Array} all @param {games.Point} a @param {games.Point} b */
  function raise(all, a, b) {
    const from = (/** @type {number} */ one, /** @type {number} */ other, /** @type {number} */ start) =>
      Math.max(0, Math.floor((Math.min(one, other) - edge - start) / CELL));
    for (let row = from(a.y, b.y, top); row < rows && top + row * CELL < Math.max(a.y, b.y) + edge; row++)
      for (
        let column = from(a.x, b.x, left);
        column < columns && left + column * CELL < Math.max(a.x, b.x) + edge;
        column++
      ) {
        const p = { x: left + column * CELL, y: top + row * CELL };
        const level =
          SHORE +
          ROUGH * (2 * noise(p.x / WAVE, p.y / WAVE) - 1) +
          7 * (2 * noise(p.x / 18, p.y / 18) - 1) -
          fromLink(p, a, b);
        const place = row * columns + column;
        if (level > all[place]) all[place] = level;
      }
  }

  /** The lines between land and sea, joined into closed paths (marching squares). @param {Float32Array} all */
  function outlines(all) {
    const level = (/** @type {number} */ column, /** @type {number} */ row) => all[row * columns + column];
    /** @type {Map<string, games.Point & {next: string}>} */
    const steps = new Map();
    const cut = (
      /** @type {number} */ c,
      /** @type {number} */ r,
      /** @type {number} */ c2,
      /** @type {number} */ r2,
    ) => {
      const [one, other] = [Math.max(-40, level(c, r)), Math.max(-40, level(c2, r2))];
      const t = one / (one - other);
      return {
        name: `${Math.min(c, c2)} ${Math.min(r, r2)} ${c === c2}`,
        x: left + (c + t * (c2 - c)) * CELL,
        y: top + (r + t * (r2 - r)) * CELL,
      };
    };
    for (let r = 0; r < rows - 1; r++)
      for (let c = 0; c < columns - 1; c++) {
        const corners = /** @type {[number, number][]} */ ([
          [c, r],
          [c + 1, r],
          [c + 1, r + 1],
          [c, r + 1],
        ]);
        /** @type {{ins: (games.Point & {name: string})[], outs: (games.Point & {name: string})[]}} */
        const { ins, outs } = { ins: [], outs: [] };
        corners.forEach(([x, y], n) => {
          const [x2, y2] = corners[(n + 1) % 4];
          const [land, next] = [level(x, y) > 0, level(x2, y2) > 0];
          if (land !== next) (land ? outs : ins).push(cut(x, y, x2, y2));
        });
        outs.forEach((out, n) => steps.set(out.name, { ...out, next: ins[n % ins.length].name }));
      }
    return paths(steps);
  }
}

/** @param {Map<string, games.Point & {next: string}>} steps */
function paths(steps) {
  const found = [];
  while (steps.size) {
    const points = [];
    for (let [name, step] = /** @type {[string, any]} */ (steps.entries().next().value); step; step = steps.get(name)) {
      steps.delete(name);
      points.push(step);
      name = step.next;
    }
    if (points.length > 5) found.push(smooth(points));
  }
  return found.join("");
}

/** A closed curve through the middles of its sides. @param {games.Point[]} points */
function smooth(points) {
  const one = (/** @type {number} */ n) => Math.round(n * 10) / 10;
  const middle = (/** @type {games.Point} */ a, /** @type {games.Point} */ b) =>
    `${one((a.x + b.x) / 2)} ${one((a.y + b.y) / 2)}`;
  const start = middle(/** @type {games.Point} */ (points.at(-1)), points[0]);
  const curves = points.map((p, n) => `Q${one(p.x)} ${one(p.y)} ${middle(p, points[(n + 1) % points.length])}`);
  return `M${start}${curves.join("")}Z`;
}
