// The player's own part in the dice of a game that is proven: that it is in them, as this browser kept it.
import { dateAndTime, t } from "../i18n.js";
import { chanceIn, heldTo } from "../own_chance.js";
import { me } from "../session.js";
import { h } from "../vendor/preact.js";

const HELD = {
  nonce: t("Your own chance is in the seed of the dice."),
  commitment: t("The server was bound to the same secret when you sat down."),
  round: t("The round of chance is the one that the start named."),
};
const BROKEN = {
  nonce: t("Your own chance is not in the seed of the dice: the server left it out."),
  commitment: t("When you sat down the server was bound to another secret."),
  round: t("The start named another round of chance."),
};

/** @param {{found: import("../verify/verify.js").Found}} props */
export function OwnChance({ found }) {
  const seat = found.players.indexOf(me.value?.accountId ?? "");
  const kept = chanceIn(found.game);
  if (seat < 0 || !found.commitment) return null;
  if (!kept)
    return h(
      "p",
      { class: "small" },
      "○ ",
      t("You played here, but this browser kept nothing of it: you sat down in another one."),
    );
  const held = heldTo(kept, found, seat);
  const told = /** @type {const} */ (["nonce", "commitment", "round"]).filter(
    each => (each !== "nonce" || found.nonces.length) && (each !== "round" || (kept.round && found.beacon)),
  );
  return h(
    "div",
    { class: "b-own" },
    h("h4", {}, t("Your own part")),
    h(
      "ul",
      { class: "b-parts" },
      told.map(each => h("li", { key: each }, held[each] ? `✔ ${HELD[each]}` : `✘ ${BROKEN[each]}`)),
      !found.nonces.length &&
        h("li", {}, "○ ", t("Whether your own chance is in the seed shows when the game is over.")),
    ),
    h(
      "details",
      {},
      h("summary", {}, t("Stored in this browser")),
      h(
        "dl",
        { class: "b-hex" },
        h("dt", {}, t("Your own chance")),
        h("dd", {}, kept.nonce),
        h("dt", {}, t("Committed to, when you sat down at {time}", { time: dateAndTime(kept.satDown) })),
        h("dd", {}, kept.commitment),
        kept.round && [
          h("dt", { key: "t" }, t("Round of the beacon, named at {time}", { time: dateAndTime(kept.started) })),
          h("dd", { key: "d" }, kept.round),
        ],
      ),
    ),
  );
}
