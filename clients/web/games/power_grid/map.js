// The map: regions, links with their prices, cities with their slots and houses, and what can be built where.
import { Fragment, h, useEffect, useLayoutEffect, useMemo, useRef, useState } from "../../vendor/preact.js";
import { draftOf } from "../draft.js";
import { canTouch, classes, isBusy, named, offered, Press, submit } from "../kit.js";
import { HouseAt } from "../marks.js";
import { fitting, frame, layout, nearest, RING, slotAt, slotFont, stepOf } from "./geometry.js";

const ZOOM = { least: 0.6, most: 4, step: 1.5 };
const within = (/** @type {number} */ zoom) => Math.max(ZOOM.least, Math.min(ZOOM.most, zoom));
const TOUCH_PX = 30;
/** So many pixels a unit has at least: where there is less room, the map pans. */
const PX_MIN = { narrow: 0.9, wide: 0.6 };
const NARROW_PX = 768;

/** So many times larger names and prices are on a map in a large window, where cities are large, too. */
const enlarged = () => Math.max(1, Math.min(innerWidth / 1_920, innerHeight / 1_080));

/**
 * While regions are chosen (the turn order of round 1) the whole map is shown.
 * @param {games.Game["edition"]["data"]} data
 * @param {turnledger.PowerGridBoard} board
 */
export const shownRegions = (data, board) =>
  board.phase === "TURN_ORDER" ? (data.map?.regions ?? []).map(({ id }) => id) : board.regions;

/** @param {{game: games.Game, board: turnledger.PowerGridBoard, key?: any}} props */
export function MapPart({ game, board }) {
  const { data, file } = game.edition;
  const map = /** @type {turnledger.PowerGridMap} */ (data.map);
  const regions = shownRegions(data, board);
  const box = useRef(/** @type {HTMLElement | null} */ (null));
  const place = usePlace(box);
  const [zoom, setZoom] = useState(1);
  const zoomNow = useRef(zoom);
  zoomNow.current = zoom;
  const framed = useMemo(() => frame(map, regions), [map, regions.join()]);
  const scale = fitting(framed, place, innerWidth < NARROW_PX ? PX_MIN.narrow : PX_MIN.wide) * zoom;
  const scaleNow = useRef(scale);
  scaleNow.current = scale;
  const step = stepOf(scale / enlarged());
  const drawn = useMemo(
    () => layout(map, regions, city => named(city.names, city.id), step, file.start_cities),
    [map, regions.join(), step, document.documentElement.lang],
  );
  const still = useMemo(() => stillOf(drawn), [drawn]);
  const land = useLand(map);
  const draft = draftOf(game);
  const sketch = game.sketch$?.value;
  const planned = sketch?.reading().planned ?? [];
  const sites = sketch?.reading().sites ?? bySite(offered(game, "connectCityOption"));
  const { left, top, width, height } = drawn.box;
  const shown = draft.shown.value ?? draft.picked.value;
  const first = [...sites.values()].flat().sort((a, b) => a.about.total - b.about.total)[0]?.about.city;
  const picked = [shown, draft.picked.value];
  const totals = drawn.cities.map(({ id }) => sites.get(id)?.[0].about.total);
  const cities = useMemo(
    () =>
      whole(
        drawn.cities.map((city, n) =>
          h(City, {
            key: city.id,
            game,
            board,
            city,
            drawn,
            file,
            total: totals[n],
            shown: picked.includes(city.id),
            planned: planned.includes(city.id),
          }),
        ),
      ),
    [game, drawn, file, JSON.stringify([board.houses, board.stage, totals, picked, planned])],
  );
  const by = (/** @type {number} */ factor) => {
    setZoom(within(zoom * factor));
    requestAnimationFrame(() => centre(box.current, drawn, draft.picked.value ?? first));
  };
  useEffect(() => centre(box.current, drawn, draft.picked.value ?? first), [sites.size > 0]);
  useEffect(() => {
    if (!navigator.maxTouchPoints) return;
    const place = /** @type {HTMLElement} */ (box.current);
    const drawAs = (/** @type {number} */ wanted) => {
      setZoom(wanted);
      /** @type {SVGElement} */ (place.firstElementChild).style.width =
        `${(width * scaleNow.current * wanted) / zoomNow.current}px`;
    };
    import("./pinch.js").then(({ followPinch }) => {
      followPinch(place, { zoom: () => zoomNow.current, zoomed: wanted => drawAs(within(wanted)) });
      place.dataset.pinch = "";
    });
  }, [framed]);
  return h(
    "div",
    { class: classes("g-mapplace", width < height && "g-tall") },
    h(
      "div",
      { class: classes("g-zoom", isFreeLeft(drawn) && "g-left") },
      h(Press, { game, label: game.t("Zoom in"), onPress: () => by(ZOOM.step) }, "+"),
      h(Press, { game, label: game.t("Zoom out"), onPress: () => by(1 / ZOOM.step) }, "−"),
    ),
    h(
      "div",
      { class: "g-mapscroll", ref: box, tabIndex: 0, role: "region", "aria-label": game.t("Map") },
      h(
        "svg",
        {
          class: classes("g-map", sites.size && "g-building"),
          viewBox: `${left} ${top} ${width} ${height}`,
          style: { width: `${Math.floor(width * scale)}px` },
          role: "img",
          "aria-label": game.t("Map: its cities and prices are in “The board as tables”"),
          onClick: (/** @type {any} */ event) => touched(game, drawn, sites, event),
          onPointerMove: (/** @type {any} */ event) =>
            event.pointerType === "mouse" && pointed(draft, drawn, sites, event),
          onPointerLeave: () => (draft.shown.value = null),
        },
        h("path", { class: "g-land", d: land }),
        h("clipPath", { id: "g-shore" }, h("path", { d: land })),
        still.below,
        h(Path, { drawn, site: sites.get(shown)?.[0] }),
        still.prices,
        cities,
        still.labels,
        drawn.labels
          .filter(({ hidden, of }) => hidden && of.includes(shown ?? ""))
          .map(label => h(Name, { key: label.text, label, size: drawn.size })),
      ),
    ),
  );
}

/**
 * The size of the element that a map is drawn in, as it changes; while it is hidden, as it would be.
 * @param {{current: HTMLElement | null}} box
 */
function usePlace(box) {
  const [size, set] = useState({ width: 0, height: 0 });
  useLayoutEffect(() => {
    const element = /** @type {HTMLElement} */ (box.current);
    const measure = () => {
      const { clientWidth: width, clientHeight: height } = element;
      if (width) set(known => (known.width === width && known.height === height ? known : { width, height }));
    };
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  return size.width ? size : { width: innerWidth * 0.6, height: innerHeight * 0.6 };
}

const coasts = new WeakMap();

/** The coast of a map; empty until its module is loaded. @param {turnledger.PowerGridMap} map */
function useLand(map) {
  const [land, set] = useState(coasts.get(map) ?? "");
  useEffect(() => {
    if (coasts.has(map)) return set(coasts.get(map));
    import("./land.js").then(
      ({ coast }) => {
        coasts.set(map, coast(map));
        set(coasts.get(map));
      },
      error => console.warn(error.message),
    );
  }, [map]);
  return land;
}

/** Several parts as one, which is skipped as a whole while it is the same. @param {any[]} parts */
const whole = parts => h(Fragment, {}, parts);

/** Whether the upper left corner has more room for buttons than the right one. @param {games.Drawn} drawn */
function isFreeLeft({ cities, box: { left, top, width } }) {
  const [atLeft, atRight] = [left, left + width].map(x =>
    Math.min(...cities.map(city => Math.hypot(city.x - x, city.y - top))),
  );
  return atLeft > atRight;
}

/**
 * The parts of a map that no move changes: made once, and skipped when the rest is drawn.
 * @param {games.Drawn} drawn
 */
const stillOf = ({ regions, links, labels, radius, size }) => ({
  below: whole([
    h(
      "g",
      { "clip-path": "url(#g-shore)" },
      regions.map(region => h(Region, { key: region.id, region, radius })),
    ),
    links.map(link =>
      h("line", {
        key: `${link.a.id} ${link.b.id}`,
        class: "g-link",
        x1: link.a.x,
        y1: link.a.y,
        x2: link.b.x,
        y2: link.b.y,
      }),
    ),
    links
      .filter(({ beside }) => beside)
      .map(({ a, b, x, y }) =>
        h("line", {
          key: `${a.id} ${b.id} price`,
          class: "g-leader",
          x1: (a.x + b.x) / 2,
          y1: (a.y + b.y) / 2,
          x2: x,
          y2: y,
        }),
      ),
    labels.map(({ from, hidden, text, left, right, top, bottom }) =>
      from && !hidden
        ? h("line", {
            key: text,
            class: "g-leader",
            x1: from.x,
            y1: from.y,
            x2: Math.max(left, Math.min(right, from.x)),
            y2: Math.max(top, Math.min(bottom, from.y)),
          })
        : null,
    ),
  ]),
  prices: whole(links.map(link => h(Price, { key: `${link.a.id} ${link.b.id}`, link, size }))),
  labels: whole(labels.filter(({ hidden }) => !hidden).map(label => h(Name, { key: label.text, label, size }))),
});

/** @param {{label: games.Label, size: games.Size, key?: any}} props */
const Name = ({ label: { text, x, y }, size: { font } }) =>
  h(
    "text",
    { class: "g-city-name", x, y, "text-anchor": "middle", "font-size": font, "stroke-width": font * 0.22 },
    text,
  );

/**
 * Scrolls a map that is larger than its place to a city.
 * @param {HTMLElement | null} place
 * @param {games.Drawn} drawn
 * @param {string | undefined} city
 */
function centre(place, drawn, city) {
  const at = city && drawn.at.get(city);
  if (!place || !at) return;
  const scale = (place.firstElementChild?.clientWidth ?? 0) / drawn.box.width;
  place.scrollTo(
    (at.x - drawn.box.left) * scale - place.clientWidth / 2,
    (at.y - drawn.box.top) * scale - place.clientHeight / 2,
  );
}

/**
 * The options by city: in Japan one city may be built in two ways.
 * @param {games.Offer<games.PowerGridAbout>[]} options
 */
export function bySite(options) {
  const found = new Map();
  for (const each of options)
    found.set(
      each.about.city,
      [...(found.get(each.about.city) ?? []), each].sort((a, b) => a.about.total - b.about.total),
    );
  return found;
}

/** @param {{region: games.Region, radius: number, key?: any}} props */
const Region = ({ region, radius }) =>
  h(
    "g",
    { class: `g-region g-region-${region.id}` },
    region.links.map(({ a, b }) => h("line", { x1: a.x, y1: a.y, x2: b.x, y2: b.y })),
    region.cities.map(({ x, y }) => h("circle", { cx: x, cy: y, r: radius + 28 })),
  );

/** @param {{link: games.Link, size: games.Size, key?: any}} props */
const Price = ({ link: { x, y, price }, size: { disc, price: font } }) =>
  h(
    "g",
    { class: "g-price" },
    h("circle", { cx: x, cy: y, r: disc }),
    h("text", { x, y: y + font * 0.35, "text-anchor": "middle", "font-size": font }, price),
  );

/**
 * The links along the cheapest connection to a city that can be built.
 * @param {{drawn: games.Drawn, site?: games.Offer<games.PowerGridAbout>, key?: any}} props
 */
function Path({ drawn, site }) {
  const along = (site?.about.path ?? []).flatMap(id => drawn.at.get(id) ?? []);
  return along.length > 1
    ? h("polyline", { class: "g-path", points: along.map(({ x, y }) => `${x},${y}`).join(" ") })
    : null;
}

/**
 * The slots of a city that are open at this stage.
 * @param {games.Game} game
 * @param {turnledger.PowerGridBoard} board
 * @param {turnledger.PowerGridCity} city
 */
export const openSlots = ({ edition: { file, base } }, board, city) =>
  file.cities?.find(({ id }) => id === city.id)?.open_slots?.[board.stage - 1] ??
  base.open_slots_by_stage?.[board.stage - 1] ??
  city.slots.length;

/**
 * @param {{game: games.Game, board: turnledger.PowerGridBoard, city: games.City, drawn: games.Drawn,
 *   file: games.MapFile, total?: number, shown: boolean, planned: boolean, key?: any}} props
 */
function City({ game, board, city, drawn, file, total, shown, planned }) {
  const seats = board.houses?.find(each => each.city === city.id)?.seats ?? [];
  const open = openSlots(game, board, city);
  const looks = [...seats, ...(planned ? [game.seat ?? 0] : [])].map(seat => game.look(seat));
  const seen = [open, total, shown, planned, ...looks.flatMap(({ color, shape }) => [color, shape])].join(" ");
  return useMemo(() => drawnCity({ city, drawn, file, looks, open, total, shown, planned }), [city, drawn, file, seen]);
}

/**
 * A city: its houses, then the price of the next open slot, or the total cost of building where the viewer may, then
 * the other open slots. Slots of later stages are dots on its edge.
 * @param {{city: games.City, drawn: games.Drawn, file: games.MapFile, looks: games.Look[], open: number,
 *   total?: number, shown: boolean, planned?: boolean}} props
 */
function drawnCity({ city, drawn: { radius, size }, file, looks, open, total, shown, planned }) {
  const start = file.start_cities?.includes(city.id);
  const prices = city.slots.slice(looks.length, Math.max(open, looks.length));
  const written = total === undefined ? prices : [total];
  const count = looks.length + written.length;
  const later = city.slots.length - Math.max(open, looks.length);
  return h(
    "g",
    {
      class: classes("g-city", total !== undefined && "g-offered", shown && "g-shown", planned && "g-planned"),
      "data-city": city.id,
    },
    h("title", {}, `${named(city.names, city.id)}: ${city.slots.join(", ")}`),
    start ? h("circle", { class: "g-start", cx: city.x, cy: city.y, r: radius + RING }) : null,
    h("circle", { class: "g-disc", cx: city.x, cy: city.y, r: radius }),
    Array.from({ length: later }, (_, n) =>
      h("circle", {
        class: "g-later-slot",
        cx: city.x + (n - (later - 1) / 2) * radius * 0.34,
        cy: city.y + radius * 0.82,
        r: radius * 0.1,
      }),
    ),
    looks.map((look, n) => {
      const { x, y } = slotAt(city, n, count, radius);
      return h(HouseAt, { key: n, look, x, y, size: radius * (count < 2 ? 1.5 : 1.02) });
    }),
    written.map((price, n) => {
      const { x, y } = slotAt(city, looks.length + n, count, radius);
      const font = slotFont(count, radius, size, String(price));
      return h(
        "text",
        {
          class: total === undefined ? "g-slot" : "g-slot g-total",
          "data-total": total === undefined ? undefined : city.id,
          x,
          y: y + font * 0.35,
          "text-anchor": "middle",
          "font-size": font,
        },
        price,
      );
    }),
  );
}

/**
 * @param {games.Drawn} drawn
 * @param {{currentTarget: SVGSVGElement, clientX: number, clientY: number}} event
 */
function cityAt(drawn, event) {
  const svg = event.currentTarget;
  const { width, left, top } = svg.getBoundingClientRect();
  const scale = drawn.box.width / width;
  const point = {
    x: drawn.box.left + (event.clientX - left) * scale,
    y: drawn.box.top + (event.clientY - top) * scale,
  };
  return nearest(drawn.cities, point, Math.max(TOUCH_PX * scale, drawn.radius));
}

/**
 * @param {games.Draft} draft
 * @param {games.Drawn} drawn
 * @param {games.Sites} sites
 * @param {any} event
 */
function pointed(draft, drawn, sites, event) {
  const city = cityAt(drawn, event);
  draft.shown.value = city && sites.has(city.id) ? city.id : null;
}

/**
 * With a mouse the path and price are visible already, so a click builds; a touch shows them first. Cities that cannot
 * be built show the reason.
 * @param {games.Game} game
 * @param {games.Drawn} drawn
 * @param {games.Sites} sites
 * @param {any} event
 */
function touched(game, drawn, sites, event) {
  const city = cityAt(drawn, event);
  if (!city || !canTouch(game) || isBusy(game)) return;
  if (game.sketch$?.value) return game.sketch$.value.touchCity(city.id);
  const draft = draftOf(game);
  const ways = sites.get(city.id);
  if (!ways) game.whyNot({ powerGrid: { connectCity: { city: city.id } } });
  else if (ways.length === 1 && (event.pointerType === "mouse" || draft.picked.value === city.id)) build(game, ways[0]);
  else {
    draft.shown.value = null;
    draft.picked.value = city.id;
  }
}

/**
 * @param {games.Game} game
 * @param {games.Offer<games.PowerGridAbout>} it
 */
export function build(game, { first }) {
  const draft = draftOf(game);
  draft.done += 1;
  draft.picked.value = draft.shown.value = null;
  return submit(game, { command: first });
}
