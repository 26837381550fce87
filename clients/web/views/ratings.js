// How a rating went: after each game that counted, as a line with its deviation, and as a table. Loaded by who opens
// it.
import { dateAndTime, t } from "../i18n.js";
import { usePages } from "../pages.js";
import { variantName } from "../state.js";
import { Button, DataTable, Loading, Select } from "../ui.js";
import { h, useState } from "../vendor/preact.js";
import { Rating } from "./rating.js";

const WIDTH = 600;
const HEIGHT = 200;
const LEFT = 44;
const EDGE = 14;
const PAGE = 100;

/** @param {{accountId: string, records: turnledger.PlayerRecord[]}} props */
export function Ratings({ accountId, records }) {
  const [variant, setVariant] = useState("");
  const variants = /** @type {[string, string][]} */ (
    records.map(each => [each.variant, each.variant ? variantName(each.variant) : t("All games")])
  );
  const { withBots: bots, pace } = records[0];
  return h(
    "div",
    {},
    variants.length > 2 && h(Select, { label: t("Game"), value: variant, options: variants, onChange: setVariant }),
    h(Games, { key: variant, request: { accountId, variant, bots, pace, pageSize: PAGE } }),
  );
}

/** @param {{key: string, request: object}} props */
function Games({ request }) {
  const { found: games, isMore, more } = usePages("Views/ListRatings", "games", request);
  if (!games?.length) return h(Loading, {});
  return h(
    "div",
    {},
    h(Line, { games: games.toReversed() }),
    h(AsTable, { games }),
    isMore && h("div", { class: "buttons" }, h(Button, { onClick: more }, t("Earlier games"))),
  );
}

/**
 * Oldest first. Up to where the rating is no longer provisional the line is dashed.
 * @param {{games: turnledger.RatedGame[]}} props
 */
function Line({ games }) {
  const low = Math.min(...games.map(({ rating, deviation }) => rating - deviation));
  const high = Math.max(...games.map(({ rating, deviation }) => rating + deviation));
  const across = (/** @type {number} */ n) => LEFT + ((WIDTH - LEFT - EDGE) * n) / Math.max(1, games.length - 1);
  const up = (/** @type {number} */ value) =>
    HEIGHT - EDGE - ((HEIGHT - 2 * EDGE) * (value - low)) / Math.max(1, high - low);
  const points = (/** @type {(game: turnledger.RatedGame) => number} */ value) =>
    games.map((game, n) => `${across(n).toFixed(1)} ${up(value(game)).toFixed(1)}`);
  const band = [
    ...points(({ rating, deviation }) => rating + deviation),
    ...points(({ rating, deviation }) => rating - deviation).toReversed(),
  ];
  const rated = points(({ rating }) => rating);
  return h(
    "svg",
    {
      class: "a-line",
      viewBox: `0 0 ${WIDTH} ${HEIGHT}`,
      role: "img",
      "aria-label": t("The rating after each game, with its deviation; the same stands in the table below."),
    },
    [low, Math.round((low + high) / 2), high].map(each =>
      h(
        "g",
        { key: each },
        h("path", { class: "a-grid", d: `M${LEFT} ${up(each)}H${WIDTH - EDGE}` }),
        h("text", { x: LEFT - 5, y: up(each) + 4, "text-anchor": "end" }, each),
      ),
    ),
    h("path", { class: "a-band", d: `M${band.join("L")}Z` }),
    rated.slice(1).map((point, n) =>
      h("path", {
        key: point,
        class: games[n + 1].provisional ? "a-provisional" : "a-settled",
        d: `M${rated[n]}L${point}`,
      }),
    ),
    rated.length === 1 && h("circle", { cx: across(0), cy: up(games[0].rating), r: 4 }),
  );
}

/** The last game first. @param {{games: turnledger.RatedGame[]}} props */
const AsTable = ({ games }) =>
  h(
    "details",
    {},
    h("summary", {}, t("As a table")),
    h(DataTable, {
      label: t("As a table"),
      head: [t("Ended"), t("Rating"), t("Game")],
      rows: games.map(game => [
        dateAndTime(game.endedAt),
        h(Rating, { record: game }),
        game.gameId ? h("a", { href: `#/game/${game.gameId}/1` }, t("Look back")) : t("Private"),
      ]),
    }),
  );
