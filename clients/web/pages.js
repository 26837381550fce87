// Lists that are read page by page, as their reader asks for more.
import { callUntilAnswered } from "./api.js";
import { t } from "./i18n.js";
import { Button, explain, Loading } from "./ui.js";
import { h, useEffect, useState } from "./vendor/preact.js";

/**
 * `found`: null until the first page has arrived. `isMore`: whether another one follows, which `more` adds. The request
 * is that of the first drawing: another one wants another key.
 * @param {string} method
 * @param {string} field
 * @param {object} request
 * @returns {{found: any[] | null, isMore: boolean, more: () => Promise<void>}}
 */
export function usePages(method, field, request) {
  const [found, setFound] = useState(/** @type {any[] | null} */ (null));
  const [next, setNext] = useState("");
  const read = async (/** @type {string} */ pageToken, /** @type {AbortSignal | undefined} */ signal) => {
    const answer = await callUntilAnswered(method, { ...request, pageToken }, signal);
    setFound(before => (pageToken ? [...(before ?? []), ...answer[field]] : answer[field]));
    setNext(answer.nextPageToken);
  };
  useEffect(() => {
    const stop = new AbortController();
    read("", stop.signal).catch(error => stop.signal.aborted || explain(error));
    return () => stop.abort();
  }, []);
  return { found, isMore: next !== "", more: () => read(next, undefined) };
}

/**
 * A section of links, with a button for the next page. `link`: of an item, with what is said behind it; its address is
 * its key.
 * @param {{
 *   title: string, empty: string, pages: ReturnType<typeof usePages>,
 *   link: (item: any) => {href: string, name: string | undefined, says: string},
 * }} props
 */
export function PagedLinks({ title, empty, pages: { found, isMore, more }, link }) {
  const item = (/** @type {ReturnType<typeof link>} */ { href, name, says }) =>
    h("li", { key: href }, h("a", { href }, name), " ", h("small", {}, says));
  return h(
    "section",
    { "aria-label": title },
    h("h2", {}, title),
    !found
      ? h(Loading, {})
      : found.length
        ? h("ul", { class: "table-list" }, found.map(link).map(item))
        : h("p", { class: "empty" }, empty),
    isMore ? h("div", { class: "buttons" }, h(Button, { onClick: more }, t("More"))) : null,
  );
}
