// Standing orders of Colony-61.
import { t } from "../../i18n.js";
import { cardName } from "./cards.js";

/** @type {import("../orders.js").OrderField} */
const cards = {
  label: t("Cards"),
  some: true,
  of: game => (game.snapshot.board?.colony61?.own?.hand ?? []).map(card => [card, cardName(game, card)]),
};
const STEPS = ["START", "LAY", "DECIDE", "INCOME", "SWAP", "KEEP"];

/** @type {import("../orders.js").Orderable} */
export default {
  phases: STEPS,
  stops: { END_CONDITION_MET: t("an end condition is met") },
  items: {
    layThese: { phases: ["LAY"], says: t("Lay these cards"), fields: { cards } },
    swapThese: { phases: ["SWAP"], says: t("Give up these cards"), fields: { cards } },
    takeDefault: { phases: STEPS, says: t("Take what the server would choose"), fields: {} },
  },
};
