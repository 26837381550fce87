// Two fingers on a map: it grows around the point between them. One finger pans, which the browser does by itself.

/** @typedef {{x: number, y: number, apart: number}} Grip */

/** @param {TouchList} touches @returns {Grip} */
function gripOf([one, other]) {
  const [dx, dy] = [one.clientX - other.clientX, one.clientY - other.clientY];
  return {
    x: (one.clientX + other.clientX) / 2,
    y: (one.clientY + other.clientY) / 2,
    apart: Math.max(1, Math.hypot(dx, dy)),
  };
}

/**
 * While two fingers are on `place`, which scrolls, `zoomed(wanted)` gets the wanted size of the map, and draws it so at
 * once; then the point between the fingers is moved there again.
 *
 * @param {HTMLElement} place @param {{zoom: () => number, zoomed: (wanted: number) => void}} map
 */
export function followPinch(place, { zoom, zoomed }) {
  /**
   * Where on the map, as parts of its size, the fingers took hold, and how large it was.
   * @type {{zoom: number, apart: number, across: number, down: number} | null}
   */
  let held = null;
  const map = () => /** @type {Element} */ (place.firstElementChild).getBoundingClientRect();
  const down = (/** @type {TouchEvent} */ event) => {
    if (event.touches.length !== 2) return;
    event.preventDefault();
    const [grip, { left, top, width, height }] = [gripOf(event.touches), map()];
    held = { zoom: zoom(), apart: grip.apart, across: (grip.x - left) / width, down: (grip.y - top) / height };
  };
  const move = (/** @type {TouchEvent} */ event) => {
    if (!held || event.touches.length !== 2) return;
    event.preventDefault();
    const grip = gripOf(event.touches);
    zoomed((held.zoom * grip.apart) / held.apart);
    const { left, top, width, height } = map();
    place.scrollBy(left + held.across * width - grip.x, top + held.down * height - grip.y);
  };
  const up = (/** @type {TouchEvent} */ event) => {
    if (event.touches.length < 2) held = null;
  };
  place.addEventListener("touchstart", down, { passive: false });
  place.addEventListener("touchmove", move, { passive: false });
  for (const end of /** @type {const} */ (["touchend", "touchcancel"])) place.addEventListener(end, up);
}
