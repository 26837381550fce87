// What happened, in sentences, the newest first; the beginning of a round stands out.
import { dateAndTime, t, timeOfDay } from "./i18n.js";
import { Button } from "./ui.js";
import { h } from "./vendor/preact.js";

const isRound = (/** @type {turnledger.GameEvent} */ event) => {
  const detail = /** @type {any} */ (Object.values(event.game ?? {})[0]);
  return Boolean(detail?.roundBegan ?? detail?.turnBegan);
};

/** @param {{game: import("./game.js").GameState}} props */
export function Log({ game }) {
  const events = game.log$.value.filter(({ says }) => says);
  const first = game.log$.value[0]?.version ?? 1;
  return h("section", { class: "log", "aria-label": t("What happened") },
    h("h2", {}, t("What happened"), " ", h("a", { class: "small", href: `#/game/${game.id}/${game.snapshot$.value?.version ?? 1}` }, t("Look back"))),
    h("ol", { class: "feed", tabIndex: 0, "aria-label": t("Events, the newest first") }, events.toReversed().map((event) =>
      h("li", { key: event.version, class: isRound(event) ? "round" : "" }, h("a", { href: `#/game/${game.id}/${event.version}`, title: dateAndTime(event.eventTime) }, timeOfDay(event.eventTime) || event.version), " ", event.says)),
      first > 1 && h("li", {}, h(Button, { quiet: true, onClick: () => game.readEarlier() }, t("Earlier")))));
}
