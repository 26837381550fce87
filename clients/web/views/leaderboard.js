// The best players: by variant, by what is ranked, of a month, live or over days, with bots; from the top, or around a
// player.
import { callUntilAnswered } from "../api.js";
import { language, t } from "../i18n.js";
import { calledBy } from "../looks.js";
import { catalogue, gameChoices, me } from "../state.js";
import { Button, DataTable, explain, Loading, Main, Select } from "../ui.js";
import { h, useEffect, useState } from "../vendor/preact.js";
import { Rating } from "./rating.js";

/** @type {[string, string][]} */
const PACES = [
  ["SLOW", t("games over days")],
  ["LIVE", t("live games")],
];
const ROWS = 50;
const AROUND = 5;
const SEASONS = 12;
/** @type {[string, string][]} */
const RANKINGS = [
  ["RATING", t("Rating")],
  ["GAMES", t("Games")],
  ["WINS", t("Won")],
  ["WIN_RATE", t("Share won")],
  ["BEST_SCORE", t("Best score")],
  ["STREAK", t("Won in a row")],
];
/** @type {[string, string][]} */
const AMONG = [
  ["", t("people")],
  ["bots", t("people and bots, together")],
  ["programs", t("programs")],
];
const month = new Intl.DateTimeFormat(language, { year: "numeric", month: "long", timeZone: "UTC" });

/** The last months, the present one first. @returns {[string, string][]} */
function seasons() {
  const now = new Date();
  return Array.from({ length: SEASONS }, (_, n) => {
    const each = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - n, 1));
    return [each.toISOString().slice(0, 7), month.format(each)];
  });
}

/** @param {{query: URLSearchParams}} props */
export default function Leaderboard({ query }) {
  const [variant, setVariant] = useState("");
  const [ranking, setRanking] = useState("RATING");
  const [season, setSeason] = useState("");
  const [pace, setPace] = useState("SLOW");
  const [among, setAmong] = useState("");
  const [around, setAround] = useState(query.get("around") ?? "");
  const [rows, setRows] = useState(/** @type {turnledger.LeaderboardRow[] | null} */ (null));
  const [next, setNext] = useState("");
  const request = {
    variant,
    ranking: `RANKING_${ranking}`,
    season,
    bots: among === "bots",
    programs: among === "programs",
    pace: `GAME_PACE_${pace}`,
    pageSize: around ? AROUND : ROWS,
    aroundAccountId: around,
  };
  useEffect(() => void catalogue().catch(() => {}), []);
  useEffect(() => {
    const stop = new AbortController();
    setRows(null);
    callUntilAnswered("Views/GetLeaderboard", request, stop.signal).then(
      answer => {
        setRows(answer.rows);
        setNext(answer.nextPageToken);
      },
      error => stop.signal.aborted || explain(error),
    );
    return () => stop.abort();
  }, [variant, ranking, season, pace, among, around]);
  const more = async () => {
    const answer = await callUntilAnswered("Views/GetLeaderboard", { ...request, pageToken: next });
    setRows([...(rows ?? []), ...answer.rows]);
    setNext(answer.nextPageToken);
  };
  const mine = me.value?.accountId ?? "";
  return h(
    Main,
    { class: "a-leaders" },
    h("h1", {}, t("Leaderboard")),
    h(
      "div",
      { class: "pair" },
      h(Select, {
        label: t("Game"),
        value: variant,
        onChange: setVariant,
        options: [["", t("All games")], ...gameChoices()],
      }),
      h(Select, { label: t("Ranked by"), value: ranking, onChange: setRanking, options: RANKINGS }),
      h(Select, { label: t("Of"), value: season, onChange: setSeason, options: [["", t("all time")], ...seasons()] }),
      h(Select, { label: t("Pace"), value: pace, onChange: setPace, options: PACES }),
      h(Select, { label: t("Among"), value: among, onChange: setAmong, options: AMONG }),
    ),
    h(
      "div",
      { class: "buttons" },
      h(Button, { pressed: !around, onClick: () => setAround("") }, t("From the top")),
      mine && h(Button, { pressed: around === mine, onClick: () => setAround(mine) }, t("Around me")),
    ),
    h(Rows, { rows, ranking, mine, around }),
    next && !around && rows ? h("div", { class: "buttons" }, h(Button, { onClick: more }, t("More"))) : null,
  );
}

/** @param {{rows: turnledger.LeaderboardRow[] | null, ranking: string, mine: string, around: string}} props */
function Rows({ rows, ranking, mine, around }) {
  if (!rows) return h(Loading, {});
  if (!rows.length)
    return h(
      "p",
      { class: "empty", role: "status" },
      around
        ? t("Not on this leaderboard: whose rating is provisional has no place yet.")
        : t("This leaderboard is still empty."),
    );
  return h(DataTable, {
    label: t("Leaderboard"),
    head: [t("Place"), t("Player"), RANKINGS.find(([each]) => each === ranking)?.[1], t("Games"), t("Won")],
    heading: 1,
    own: rows.findIndex(({ player }) => player?.accountId === mine),
    rows: rows.map(({ rank, player, value, record }) => [
      rank,
      h(Name, { player }),
      ranking === "RATING" && record
        ? h(Rating, { record })
        : ranking === "WIN_RATE"
          ? `${(value / 100).toFixed(1)} %`
          : value,
      record?.games,
      record?.wins,
    ]),
  });
}

/** A bot has no profile. @param {{player?: turnledger.Player}} props */
const Name = ({ player }) =>
  player?.accountId && !player.accountId.startsWith("bot:")
    ? h("a", { href: `#/player/${player.accountId}` }, calledBy(player))
    : h("span", {}, t(calledBy(player)));
