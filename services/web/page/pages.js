// Lists that are read page by page, as their reader asks for more.
import { callUntilAnswered } from "./api.js";
import { explain } from "./ui.js";
import { useEffect, useState } from "./vendor/preact.js";

/**
 * `found`: null until the first page is there. `isMore`: whether another one follows, which `more` adds. The request is
 * that of the first drawing: another one wants another key.
 * @param {string} method @param {string} field @param {object} request @returns {{found: any[] | null, isMore: boolean, more: () => Promise<void>}}
 */
export function usePages(method, field, request) {
  const [found, setFound] = useState(/** @type {any[] | null} */ (null));
  const [next, setNext] = useState("");
  const read = async (/** @type {string} */ pageToken, /** @type {AbortSignal | undefined} */ signal) => {
    const answer = await callUntilAnswered(method, { ...request, pageToken }, signal);
    setFound((before) => (pageToken ? [...(before ?? []), ...answer[field]] : answer[field]));
    setNext(answer.nextPageToken);
  };
  useEffect(() => {
    const stop = new AbortController();
    read("", stop.signal).catch((error) => stop.signal.aborted || explain(error));
    return () => stop.abort();
  }, []);
  return { found, isMore: next !== "", more: () => read(next, undefined) };
}
