// What a client keeps: tokens, requests that are not answered, its own chance.

/**
 * As `localStorage` and React Native's AsyncStorage have it. What `setItem` was given is there after a restart once it has
 * returned, or its promise has.
 * @typedef {{
 *   getItem(name: string): string | null | Promise<string | null>,
 *   setItem(name: string, value: string): void | Promise<void>,
 *   removeItem(name: string): void | Promise<void>,
 * }} Storage
 */

/** Kept as long as the program runs. @returns {Storage} */
export function memoryStorage() {
  const kept = new Map();
  return {
    getItem: (name) => kept.get(name) ?? null,
    setItem: (name, value) => void kept.set(name, value),
    removeItem: (name) => void kept.delete(name),
  };
}

/** @type {Map<string, Promise<unknown>>} */
const running = new Map();

/**
 * One after the other under a name: in all tabs of a browser where it has locks, else in this program.
 * @template T
 * @param {string} name
 * @param {() => Promise<T>} act
 * @returns {Promise<T>}
 */
export function alone(name, act) {
  const locks = globalThis.navigator?.locks;
  if (locks) return /** @type {Promise<T>} */ (locks.request(name, act));
  const next = (running.get(name) ?? Promise.resolve()).then(act, act);
  const last = next.catch(() => {}).finally(() => running.get(name) === last && running.delete(name));
  running.set(name, last);
  return next;
}

/** A value of a storage that is read and written whole, in JSON. @template T */
export class Kept {
  /** @param {Storage} storage @param {string} name @param {T} empty */
  constructor(storage, name, empty) {
    this.storage = storage;
    this.name = name;
    this.empty = empty;
  }

  /** @returns {Promise<T>} */
  async read() {
    const text = await this.storage.getItem(this.name);
    return text ? JSON.parse(text) : this.empty;
  }

  /** @param {T} value */
  async write(value) {
    await this.storage.setItem(this.name, JSON.stringify(value));
  }

  /** Nobody else reads or writes it meanwhile. @param {(value: T) => T} change */
  change(change) {
    return alone(this.name, async () => this.write(change(await this.read())));
  }
}
