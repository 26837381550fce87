// Names of the values that options of tables have, where no game names them.
import { t } from "./i18n.js";

export const VALUES = /** @type {Record<string, string>} */ ({ drawn: t("drawn by lot"), drafted: t("chosen in turn"), off: t("no"), on: t("yes"), as_printed: t("as printed"), swapped: t("swapped"),
  removes: t("always removes it"), spares_outgrown: t("not an outgrown one"), any_free_place: t("any free place"), empty_city: t("an empty city"), starts_only: t("starts only"), free: t("as in other rounds"), open: t("open from the start"), from_stage_2: t("from stage 2"), reduced: t("reduced"), full: t("paid in full"), twice: t("paid twice"),
  after_replacement: t("after the replacement"), before_replacement: t("before the replacement"), fixed: t("in a fixed order"), chosen: t("chosen by the owner"),
  not_laid: t("not laid"), recycled: t("all recycled"), from_next_turn: t("from the next turn"), at_once: t("at once"), every_arrival: t("at every arrival"), once: t("once a game"), given_back: t("given back"), with_bonuses: t("with bonuses"), without_bonuses: t("without bonuses") });
