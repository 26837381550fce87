// Leads players who do not see the page: after a move of theirs the focus is on the next question, and a question that
// another player's move brought is announced. Each is read once.
import { t } from "./i18n.js";
import { announce, note } from "./ui.js";
import { useEffect, useRef } from "./vendor/preact.js";

const QUESTION = ".actions .g-wanted, .actions .waits, .standings h2";

/** Finds the question, once its module is loaded. @param {(node: HTMLElement) => void} found */
function whenThere(found) {
  const look = () => /** @type {HTMLElement | null} */ (document.querySelector(QUESTION));
  const now = look();
  if (now) return found(now);
  const observer = new MutationObserver(() => {
    const there = look();
    if (!there) return;
    observer.disconnect();
    found(there);
  });
  observer.observe(document.querySelector("main") ?? document.body, { childList: true, subtree: true });
  return () => observer.disconnect();
}

/** Whether the focus is nowhere, or at what was asked before. */
const isFree = () => {
  const at = document.activeElement;
  return !at || at === document.body || Boolean(at.closest(".actions, .board"));
};

/** @param {{game: import("./game.js").GameState}} props */
export function Attention({ game }) {
  const { version } = game.snapshot;
  const asked = JSON.stringify([version, game.isMyTurn, game.table$.value?.status]);
  const before = useRef({ moves: game.moves, asked: "" });
  const isWaiting = game.busy.value || Boolean(note.value);
  useEffect(() => {
    if (isWaiting) return undefined;
    const led = game.moves > before.current.moves;
    const isNew = asked !== before.current.asked;
    const lost = document.activeElement === document.body;
    before.current = { moves: game.moves, asked };
    if (!led && !lost && !(isNew && game.isMyTurn)) return undefined;
    return whenThere(question => {
      if (led || lost || isFree()) {
        if (document.activeElement === question) return announce(question.innerText);
        question.tabIndex = -1;
        question.focus({ preventScroll: true });
      } else announce(`${t("Your move")}. ${question.innerText}`);
    });
  }, [asked, isWaiting]);
  return null;
}
