// The map: regions, links with their prices, cities with their slots and houses, and what can be built where.
import { h, useEffect, useMemo, useRef, useState } from "../../vendor/preact.js";
import { draftOf } from "../draft.js";
import { canTouch, classes, isBusy, named, offered, Press, submit } from "../kit.js";
import { MarkAt } from "../marks.js";
import { layout, nearest, slotAt } from "./geometry.js";

const ZOOM = { least: 0.6, most: 4, step: 1.5 };
const within = (/** @type {number} */ zoom) => Math.max(ZOOM.least, Math.min(ZOOM.most, zoom));
const TOUCH_PX = 30;
/** So many pixels a unit has at least: where there is little room it pans, elsewhere all of it is seen. */
const PX_MIN = { narrow: 0.9, wide: 0.6 };
const NARROW_PX = 768;

/** @param {{game: games.Game, board: turnledger.PowerGridBoard, key?: any}} props */
export function MapPart({ game, board }) {
  const { data, file } = game.edition;
  const drawn = useMemo(() => layout(/** @type {turnledger.PowerGridMap} */ (data.map), board.regions, (city) => named(city.names, city.id)), [data, board.regions.join(), document.documentElement.lang]);
  const still = useMemo(() => stillOf(drawn), [drawn]);
  const [zoom, setZoom] = useState(1);
  const zoomNow = useRef(zoom);
  zoomNow.current = zoom;
  const draft = draftOf(game);
  const sites = bySite(offered(game, "connectCityOption"));
  const { left, top, width, height } = drawn.box;
  const shown = draft.shown.value ?? draft.picked.value;
  const box = useRef(/** @type {HTMLElement | null} */ (null));
  const first = [...sites.values()].flat().sort((a, b) => a.about.total - b.about.total)[0]?.about.city;
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
      /** @type {SVGElement} */ (place.firstElementChild).style.width = widthOf(drawn, wanted);
    };
    import("./pinch.js").then(({ followPinch }) => {
      followPinch(place, { zoom: () => zoomNow.current, zoomed: (wanted) => drawAs(within(wanted)) });
      place.dataset.pinch = "";
    });
  }, [drawn]);
  return h(
    "div",
    {},
    h(
      "div",
      { class: "g-zoom" },
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
          style: { width: widthOf(drawn, zoom) },
          role: "img",
          "aria-label": game.t("Map"),
          onClick: (/** @type {any} */ event) => touched(game, drawn, sites, event),
          onPointerMove: (/** @type {any} */ event) => event.pointerType === "mouse" && pointed(draft, drawn, sites, event),
          onPointerLeave: () => (draft.shown.value = null),
        },
        still.below,
        h(Path, { drawn, site: sites.get(shown)?.[0] }),
        still.prices,
        drawn.cities.map((city) => h(City, { key: city.id, game, board, city, radius: drawn.radius, file, site: sites.get(city.id), shown: shown === city.id || draft.picked.value === city.id })),
        still.labels,
        [...sites].map(([id, options]) => h(Total, { key: id, city: /** @type {games.City} */ (drawn.at.get(id)), options, radius: drawn.radius, font: drawn.font, shown: shown === id })),
      ),
    ),
  );
}

/** How broad a map is drawn. @param {games.Drawn} drawn @param {number} zoom */
const widthOf = ({ box: { width, height } }, zoom) => `calc(max(min(100%, 74vh * ${width / height}), ${Math.round(width * (innerWidth < NARROW_PX ? PX_MIN.narrow : PX_MIN.wide))}px) * ${zoom})`;

/** What of a map no move changes: made once, and passed over whenever the rest is drawn. @param {games.Drawn} drawn */
const stillOf = ({ regions, links, labels, radius, font }) => ({
  below: [
    regions.map((region) => h(Region, { key: region.id, region, radius })),
    links.map((link) => h("line", { key: `${link.a.id} ${link.b.id}`, class: "g-link", x1: link.a.x, y1: link.a.y, x2: link.b.x, y2: link.b.y })),
  ],
  prices: links.map((link) => h(Price, { key: `${link.a.id} ${link.b.id}`, link })),
  labels: labels.map(({ text, x, y, anchor }) => h("text", { key: text, class: "g-city-name", x, y, "text-anchor": anchor, "font-size": font }, text)),
});

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
  place.scrollTo((at.x - drawn.box.left) * scale - place.clientWidth / 2, (at.y - drawn.box.top) * scale - place.clientHeight / 2);
}

/**
 * The options by city: in Japan one city may be built in two ways.
 * @param {games.Offer<games.PowerGridAbout>[]} options
 */
export function bySite(options) {
  const found = new Map();
  for (const each of options) found.set(each.about.city, [...(found.get(each.about.city) ?? []), each].sort((a, b) => a.about.total - b.about.total));
  return found;
}

/** @param {{region: games.Region, radius: number, key?: any}} props */
const Region = ({ region, radius }) =>
  h(
    "g",
    { class: `g-region g-region-${region.id}` },
    region.links.map(({ a, b }) => h("line", { x1: a.x, y1: a.y, x2: b.x, y2: b.y })),
    region.cities.map(({ x, y }) => h("circle", { cx: x, cy: y, r: radius + 15 })),
  );

/** @param {{link: games.Link, key?: any}} props */
const Price = ({ link: { x, y, price } }) =>
  h("g", { class: "g-price" }, h("circle", { cx: x, cy: y, r: 9 }), h("text", { x, y: y + 3.6, "text-anchor": "middle", "font-size": 10.5 }, price));

/**
 * The links along the cheapest connection to a city that can be built.
 * @param {{drawn: games.Drawn, site?: games.Offer<games.PowerGridAbout>, key?: any}} props
 */
function Path({ drawn, site }) {
  const along = (site?.about.path ?? []).flatMap((id) => drawn.at.get(id) ?? []);
  return along.length > 1 ? h("polyline", { class: "g-path", points: along.map(({ x, y }) => `${x},${y}`).join(" ") }) : null;
}

/** @param {{game: games.Game, board: turnledger.PowerGridBoard, city: games.City, radius: number, file: games.MapFile, site?: games.Offer<games.PowerGridAbout>, shown: boolean, key?: any}} props */
function City({ game, board, city, radius, file, site, shown }) {
  const seats = board.houses?.find((each) => each.city === city.id)?.seats ?? [];
  const open = file.cities?.find(({ id }) => id === city.id)?.open_slots?.[board.stage - 1] ?? game.edition.base.open_slots_by_stage?.[board.stage - 1] ?? city.slots.length;
  const looks = seats.map((seat) => game.look(seat));
  const seen = [open, radius, Boolean(site), shown, ...looks.flatMap(({ color, shape }) => [color, shape])].join(" ");
  return useMemo(() => drawnCity({ city, radius, file, looks, open, offered: Boolean(site), shown }), [city, file, seen]);
}

/** @param {{city: games.City, radius: number, file: games.MapFile, looks: games.Look[], open: number, offered: boolean, shown: boolean}} props */
function drawnCity({ city, radius, file, looks, open, offered, shown }) {
  const start = file.start_cities?.includes(city.id);
  return h(
    "g",
    { class: classes("g-city", offered && "g-offered", shown && "g-shown"), "data-city": city.id },
    h("title", {}, named(city.names, city.id)),
    start ? h("circle", { class: "g-start", cx: city.x, cy: city.y, r: radius + 4 }) : null,
    h("circle", { class: "g-disc", cx: city.x, cy: city.y, r: radius }),
    city.slots.map((price, n) => {
      const { x, y } = slotAt(city, n, city.slots.length, radius);
      if (looks[n]) return h(MarkAt, { look: looks[n], x, y, size: radius * 1.02 });
      return h("text", { class: n < open ? "g-slot g-open-slot" : "g-slot", x, y: y + radius * 0.17, "text-anchor": "middle", "font-size": radius * 0.47 }, price);
    }),
  );
}

/**
 * What building there costs altogether.
 * @param {{city: games.City, options: games.Offer<games.PowerGridAbout>[], radius: number, font: number, shown: boolean, key?: any}} props
 */
function Total({ city, options, radius, font, shown }) {
  const { total } = options[0].about;
  const [width, height] = [font * (0.75 * String(total).length + 0.7), font * 1.3];
  const [x, y] = [city.x + radius * 0.9, city.y - radius * 1.05];
  return h(
    "g",
    { class: classes("g-total", shown && "g-shown"), "data-total": city.id },
    h("rect", { x: x - width / 2, y: y - height / 2, width, height, rx: height / 2 }),
    h("text", { x, y: y + font * 0.36, "text-anchor": "middle", "font-size": font }, total),
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
  const point = { x: drawn.box.left + (event.clientX - left) * scale, y: drawn.box.top + (event.clientY - top) * scale };
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
 * A mouse has seen path and price already, and builds; a finger sees them first. Elsewhere one is told why not.
 * @param {games.Game} game
 * @param {games.Drawn} drawn
 * @param {games.Sites} sites
 * @param {any} event
 */
function touched(game, drawn, sites, event) {
  const city = cityAt(drawn, event);
  if (!city || !canTouch(game) || isBusy(game)) return;
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
