// This browser's storage. A browser may block it, or have no room left: then values stay in memory until the tab is
// closed.
import { signal } from "./vendor/preact.js";

/** Whether values outlive this tab. False once the browser refused to store one. */
export const isLasting = signal(true);

/**
 * The browser's own storage; null where it is blocked.
 * @param {"localStorage" | "sessionStorage"} name
 * @returns {Storage | null}
 */
function opened(name) {
  try {
    return globalThis[name];
  } catch {
    isLasting.value = false;
    return null;
  }
}

/** A storage that never throws. */
class Safe {
  /** Values that the browser did not take. @type {Map<string, string>} */
  #memory = new Map();

  /** @param {"localStorage" | "sessionStorage"} name */
  constructor(name) {
    this.place = opened(name);
    // another tab had room for it
    if (name === "localStorage") addEventListener("storage", ({ key }) => this.#memory.delete(key ?? ""));
  }

  /** @param {string} name @returns {string | null} */
  get(name) {
    const held = this.#memory.get(name);
    if (held !== undefined) return held;
    try {
      return this.place?.getItem(name) ?? null;
    } catch {
      return null;
    }
  }

  /** @param {string} name @param {string} value */
  set(name, value) {
    try {
      if (!this.place) throw new Error("blocked");
      this.place.setItem(name, value);
      this.#memory.delete(name);
    } catch {
      this.#memory.set(name, value);
      isLasting.value = false;
    }
  }

  /** @param {string} name */
  remove(name) {
    this.#memory.delete(name);
    try {
      this.place?.removeItem(name);
    } catch {
      isLasting.value = false;
    }
  }

  /** Names of stored values. */
  names() {
    return [...new Set([...Object.keys(this.place ?? {}), ...this.#memory.keys()])];
  }

  /**
   * A value stored as JSON; `otherwise` where it is absent, broken or of another kind.
   * @template T @param {string} name @param {T} otherwise @returns {T}
   */
  json(name, otherwise) {
    try {
      const found = JSON.parse(this.get(name) ?? "null");
      return kindOf(found) === kindOf(otherwise) ? found : otherwise;
    } catch {
      return otherwise;
    }
  }
}

const kindOf = (/** @type {unknown} */ value) =>
  Array.isArray(value) ? "list" : value === null ? "nothing" : typeof value;

export const local = new Safe("localStorage");
export const ofTab = new Safe("sessionStorage");
