// Looking back at a game: any version of it, what led there, its figures, its proof, and playing on from there.
import { AsTables } from "../as_tables.js";
import { gameModule } from "../games/index.js";
import { t } from "../i18n.js";
import { Branches, PlayOn } from "../looking_back/branches.js";
import { Controls, moveByKey } from "../looking_back/controls.js";
import { Explained } from "../looking_back/explained.js";
import { FiguresOf } from "../looking_back/figures.js";
import { openPast } from "../looking_back/past.js";
import { Told } from "../looking_back/told.js";
import { catalogue, variantName } from "../state.js";
import { About, RulesBeside } from "../table_parts.js";
import { Button, Chip, Loading, Main, saysOf } from "../ui.js";
import { effect, h, useEffect, useMemo, useState } from "../vendor/preact.js";

/** @typedef {import("../looking_back/past.js").Past} Past */

const ADDRESS_MS = 300;

/** @param {{params: string[]}} props */
export default function Replay({ params: [id, version] }) {
  const past = useMemo(() => {
    const opened = openPast(id);
    opened.version = Number(version) || 1;
    if (opened.boards$.value.length) opened.show(opened.placeOf(opened.version));
    return opened;
  }, [id, version]);
  useEffect(() => void catalogue(), []);
  useEffect(() => inTheAddress(past), [past]);
  useEffect(() => {
    const keys = (/** @type {KeyboardEvent} */ event) => moveByKey(past, event);
    addEventListener("keydown", keys);
    return () => removeEventListener("keydown", keys);
  }, [past]);
  const refused = past.refused$.value;
  if (refused) return h(Main, {}, h("h1", {}, saysOf(refused)), h("p", {}, h("a", { href: "#/" }, t("To the games"))));
  if (!past.table) return h(Main, {}, h(Loading, {}));
  return h(Shown, { past });
}

/** Keeps the address at the version that is shown, once it stays there: every version has a link. @param {Past} past */
function inTheAddress(past) {
  let timer = 0;
  const stop = effect(() => {
    const version = past.boards$.value[past.wanted$.value]?.version;
    clearTimeout(timer);
    if (version && !past.version)
      timer = window.setTimeout(() => history.replaceState(null, "", `#/game/${past.id}/${version}`), ADDRESS_MS);
  });
  return () => {
    clearTimeout(timer);
    stop();
  };
}

/** @param {{past: Past}} props */
function Shown({ past }) {
  const begun = past.boards$.value.length > 0;
  return h(
    Main,
    { class: "game b-back" },
    h(
      "h1",
      { class: "b-title" },
      t("{game}: looking back", { game: variantName(past.table.variant) }),
      " ",
      h("a", { class: "small", href: `#/game/${past.id}` }, t("To the table")),
    ),
    !begun && h("p", { class: "waiting" }, past.whole$.value ? t("The game has not begun.") : t("Loading…")),
    begun && h(Controls, { past }),
    begun &&
      h(
        "div",
        { class: "columns" },
        h("div", { class: "board" }, h(Players, { past }), h(Board, { past })),
        h(
          "div",
          { class: "side" },
          h(About, { table: past.table }),
          h("div", { class: "buttons" }, h(PlayOn, { past })),
          h(Told, { past }),
          h(AsTables, { game: past }),
          h(Branches, { past }),
          h(RulesBeside, { variant: past.table.variant, board: past.boards$.value[0].board }),
        ),
        h("div", { class: "b-below" }, h(FiguresOf, { past }), h(Explained, { key: past.id, past })),
      ),
    begun && h(Proof, { past }),
  );
}

/** @param {{past: Past}} props */
function Players({ past }) {
  const { toAct } = past.snapshot;
  return h(
    "ol",
    { class: "seats", "aria-label": t("Players") },
    past.table.occupants.map(({ accountId }, seat) =>
      h(
        "li",
        { key: seat },
        h(Chip, {
          look: past.look(seat),
          name: past.name(seat),
          acting: toAct.includes(seat),
          mark: toAct.includes(seat) ? t("to act") : undefined,
          href: accountId ? `#/player/${accountId}` : undefined,
        }),
      ),
    ),
  );
}

/** @param {{past: Past}} props */
function Board({ past }) {
  const [module, setModule] = useState(/** @type {any} */ (null));
  const { board } = past.boards$.value[0];
  useEffect(() => {
    if (board) gameModule(board).then(setModule);
  }, [past]);
  if (!module) return h(Loading, {});
  return h(module.Board, { game: past, edition: past.edition$.value });
}

/** The verifier is loaded by who wants a proof. @param {{past: Past}} props */
function Proof({ past }) {
  const [ProofOf, setProof] = useState(/** @type {any} */ (null));
  const load = async () => {
    const { default: found } = await import("../looking_back/proof.js");
    setProof(() => found);
  };
  if (ProofOf) return h(ProofOf, { past });
  return h(
    "section",
    { "aria-label": t("Proof") },
    h("h2", {}, t("Proof")),
    h(Button, { onClick: load }, t("Is this history genuine?")),
  );
}
