// Proving a history file from disk, of any game of any server.
import { t } from "../i18n.js";
import ProofOf from "../looking_back/proof.js";
import { Main } from "../ui.js";
import { h } from "../vendor/preact.js";

export default function Prove() {
  return h(Main, {}, h("h1", {}, t("Prove a game")), h(ProofOf, {}));
}
