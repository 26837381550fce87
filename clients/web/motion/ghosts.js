// Copies that travel over the page while the real things are already where they belong. Nothing here can be pressed.

const NAMES = ["id", "role", "title", "aria-label"];

export class Ghosts {
  /** @type {HTMLElement | null} */
  #layer = null;

  /** The layer above the page. */
  #above() {
    if (this.#layer) return this.#layer;
    const layer = document.createElement("div");
    layer.className = "m-layer";
    layer.inert = true;
    layer.setAttribute("aria-hidden", "true");
    document.body.append(layer);
    this.#layer = layer;
    return layer;
  }

  clear() {
    this.#layer?.remove();
    this.#layer = null;
  }

  /**
   * A copy at the end of its way, and how it gets there; null where start or end is out of sight.
   * @param {Element} what @param {DOMRect} from @param {DOMRect} to
   * @returns {{element: HTMLElement, frames: Keyframe[]} | null}
   */
  of(what, from, to) {
    if (!isInSight(from) || !isInSight(to)) return null;
    const element = /** @type {HTMLElement} */ (what.cloneNode(true));
    for (const each of [element, ...element.querySelectorAll("*")]) strip(each);
    this.#above().append(element);
    const box = element.getBoundingClientRect();
    const x = to.left + (to.width - box.width) / 2;
    const y = to.top + (to.height - box.height) / 2;
    element.style.left = `${x}px`;
    element.style.top = `${y}px`;
    const across = from.left + (from.width - box.width) / 2 - x;
    const down = from.top + (from.height - box.height) / 2 - y;
    return { element, frames: [{ translate: `${across}px ${down}px` }, { translate: "0 0" }] };
  }

  /** A bid as a chip, to be copied. @param {Element | null} sign @param {string} says */
  bid(sign, says) {
    const chip = document.createElement("span");
    chip.className = "m-bid";
    chip.append(...(sign ? [sign.cloneNode(true)] : []), says);
    return chip;
  }
}

/** A copy has no names: nothing that looks for the real thing finds it. @param {Element} each */
function strip(each) {
  for (const { name } of [...each.attributes])
    if (NAMES.includes(name) || name.startsWith("data-")) each.removeAttribute(name);
}

/** @param {DOMRect} box */
const isInSight = ({ width, left, right, top, bottom }) =>
  width > 0 && right > 0 && bottom > 0 && left < innerWidth && top < innerHeight;
