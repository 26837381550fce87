// Signals for a player who looks elsewhere: the title, the icon, and, if allowed, a sound and a notification.
import { t } from "./i18n.js";
import { local } from "./storage.js";
import { me, variantName, waiting } from "./state.js";
import { effect, signal } from "./vendor/preact.js";

const KEPT = "turnledger.calls";
/** Whether a sound, and a notification of the system, may tell that it is the player's turn. */
export const allowed = signal(
  /** @type {{sound: boolean, notification: boolean}} */ ({
    sound: false,
    notification: false,
    ...local.json(KEPT, {}),
  }),
);

/** @param {Partial<{sound: boolean, notification: boolean}>} chosen */
export async function allow(chosen) {
  if (chosen.notification && (!("Notification" in window) || (await Notification.requestPermission()) !== "granted"))
    chosen = { ...chosen, notification: false };
  allowed.value = { ...allowed.value, ...chosen };
  local.set(KEPT, JSON.stringify(allowed.value));
}
/** Notifications need https, or this very machine. */
export const canNotify = () => "Notification" in window && isSecureContext;

const icon = (/** @type {boolean} */ mine) => (mine ? "icon-turn.svg" : "icon.svg");

/** Follows `waiting` for as long as the page is open. */
export function callPlayer() {
  /** @type {Set<string> | null} */
  let before = null;
  let account = "";
  effect(() => {
    const games = waiting.value;
    const now = new Set(games.map(({ table }) => table.gameId));
    document.title = now.size ? `(${now.size}) ${t("Your turn")} · Turnledger` : "Turnledger";
    document.querySelector("link[rel=icon]")?.setAttribute("href", icon(now.size > 0));
    const whose = me.value?.accountId ?? "";
    const fresh = before && whose === account ? games.filter(({ table }) => !before?.has(table.gameId)) : [];
    before = now;
    account = whose;
    if (fresh.length && document.visibilityState === "hidden") call(fresh[0].table);
  });
}

function call(/** @type {turnledger.Table} */ table) {
  const { sound, notification } = allowed.value;
  if (sound) chime();
  if (!notification || !canNotify() || Notification.permission !== "granted") return;
  const shown = new Notification(t("Your turn"), {
    body: variantName(table.variant),
    tag: table.gameId,
    icon: "icon-turn.svg",
  });
  shown.onclick = () => {
    focus();
    location.hash = `#/game/${table.gameId}`;
    shown.close();
  };
}

/** Two soft notes, made here: no file to load. */
export function chime() {
  const audio = new AudioContext();
  [660, 880].forEach((pitch, place) => {
    const tone = audio.createOscillator();
    const volume = audio.createGain();
    const start = audio.currentTime + 0.16 * place;
    tone.frequency.value = pitch;
    volume.gain.setValueAtTime(0.12, start);
    volume.gain.exponentialRampToValueAtTime(0.001, start + 0.35);
    tone.connect(volume).connect(audio.destination);
    tone.start(start);
    tone.stop(start + 0.4);
  });
  setTimeout(() => audio.close(), 1_000);
}
