// For programs under Node: a storage in a file.
import { open, readFile, rename } from "node:fs/promises";

/**
 * In one file of JSON, readable by its owner alone. A value is on the disk when `setItem` returns. One program at a
 * time.
 * @param {string} path
 * @returns {import("./layer/kept.js").Storage}
 */
export function fileStorage(path) {
  /** @type {Promise<Record<string, string>> | undefined} */
  let kept;
  let last = Promise.resolve();
  const all = () => (kept ??= readFile(path, "utf8").then(JSON.parse, nothing));
  const change = (/** @type {(all: Record<string, string>) => void} */ how) => {
    const next = last.then(async () => {
      const now = await all();
      how(now);
      await write(path, JSON.stringify(now));
    });
    last = next.catch(() => {});
    return next;
  };
  return {
    getItem: async (name) => (await all())[name] ?? null,
    setItem: (name, value) => change((now) => void (now[name] = value)),
    removeItem: (name) => change((now) => void delete now[name]),
  };
}

/** @param {NodeJS.ErrnoException} error */
function nothing(error) {
  if (error.code === "ENOENT") return {};
  throw error;
}

/** Whole or not at all. @param {string} path @param {string} text */
async function write(path, text) {
  const file = await open(`${path}.new`, "w", 0o600);
  try {
    await file.writeFile(text);
    await file.sync();
  } finally {
    await file.close();
  }
  await rename(`${path}.new`, path);
}
