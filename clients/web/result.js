// The end of a game: places with their units, the reason in a sentence, and a picture to share.
import { gameOf } from "./games/index.js";
import { t } from "./i18n.js";
import { Rematch } from "./rematch.js";
import { variantName } from "./state.js";
import { seatOf } from "./tables.js";
import { Button, Chip } from "./ui.js";
import { h, useEffect, useRef, useState } from "./vendor/preact.js";

/** @typedef {import("./game.js").GameState} GameState @typedef {import("./games/index.js").About} About */

/** The rows of the board's own ranking, best first. @param {turnledger.Board | undefined} board @returns {any[]} */
function ranked(board) {
  const own = /** @type {any} */ (Object.values(board ?? {})[0]);
  return [...(own?.ranking ?? own?.result?.ranking ?? [])].sort((a, b) => a.rank - b.rank);
}

/**
 * The figure that decided between the winner and the viewer, or else the second.
 * @param {GameState} game
 * @param {About} about
 */
function why(game, { criteria }) {
  const [first, second, ...others] = ranked(game.snapshot.board);
  const own = [second, ...others].find(row => row?.seat === game.seat);
  const other = own ?? second;
  const place = other ? criteria.findIndex(([name]) => first[name] !== other[name]) : -1;
  if (place < 0) return "";
  const [name, says] = criteria[place];
  const figures = {
    winner: game.name(first.seat),
    other: game.name(other.seat),
    most: says(first[name]),
    less: says(other[name]),
  };
  const reason = own
    ? t("{winner} won: {most}. You had {less}.", figures)
    : first.seat === game.seat
      ? t("You won: {most}. {other} had {less}.", figures)
      : t("{winner} won: {most}. {other} had {less}.", figures);
  return place
    ? `${t("Level before the tie-break: {level}.", { level: criteria[0][1](first[criteria[0][0]]) })} ${reason}`
    : reason;
}

/** @param {{game: GameState, table: turnledger.Table}} props */
export function Standings({ game, table }) {
  const { outcome } = table;
  const place = useRef(/** @type {HTMLElement | null} */ (null));
  const [about, setAbout] = useState(/** @type {About | null} */ (null));
  const board = game.snapshot$.value?.board;
  useEffect(() => place.current?.scrollIntoView({ block: "nearest" }), []);
  useEffect(
    () =>
      void gameOf(board)
        ?.about()
        .then(setAbout, error => console.warn(error.message)),
    [Boolean(board)],
  );
  const scored = (/** @type {number} */ score) => about?.criteria[0][1](score) ?? score;
  const share = () =>
    import("./share.js").then(({ shareResult }) =>
      shareResult({
        title: variantName(table.variant),
        gameId: table.gameId,
        lines: (outcome?.standings ?? []).map(({ seat, rank, score }) => ({
          rank,
          name: game.name(seat),
          look: game.look(seat),
          scored: String(scored(score)),
        })),
        reason: about ? why(game, about) : "",
      }),
    );
  return h(
    "section",
    { ref: place, class: "standings", "aria-label": t("Result") },
    h("h2", {}, t("Result")),
    outcome?.standings.length
      ? h(
          "ol",
          {},
          outcome.standings.map(({ seat, rank, won, score }) =>
            h(
              "li",
              { key: seat, value: rank, class: won ? "won" : "" },
              h(Chip, { look: game.look(seat), name: game.name(seat) }),
              " ",
              h("span", { class: "score" }, scored(score)),
              won && h("strong", {}, " ", t("wins")),
            ),
          ),
        )
      : h("p", {}, t("The game ended without a result.")),
    about && board && h("p", { class: "why" }, why(game, about)),
    h(
      "div",
      { class: "buttons" },
      seatOf(table) >= 0 && h(Rematch, { table }),
      h("a", { class: "button", href: `#/game/${table.gameId}/${table.version}` }, t("Look back")),
      outcome?.standings.length ? h(Button, { quiet: true, onClick: share }, t("A picture to share")) : null,
    ),
  );
}
