// A finished game explained by the server: the decisions that mattered, each seat's chances by round, the luck of the
// draw.
import { stream } from "../api.js";
import { language, t } from "../i18n.js";
import { roundName } from "../state.js";
import { seatOf } from "../tables.js";
import { announce, Button, Chip, explain } from "../ui.js";
import { h, useEffect, useRef, useState } from "../vendor/preact.js";
import { playOn } from "./branches.js";
import { across, Chart, SeatsTable, up } from "./chart.js";
import { VersionLink } from "./told.js";

/**
 * @typedef {import("./past.js").Past} Past
 * @typedef {turnledger.Analysis} Analysis
 * @typedef {turnledger.AnalysisProgress} Progress
 */

const ALL = 1_000;
/** Own decisions that are shown, and the least that they cost: in thousandths, and in standard errors. */
const DEAREST = 3;
const LEAST = 10;
const SURE = 2;
const whole = new Intl.NumberFormat(language, { style: "percent" });
const percent = (/** @type {number} */ permille) => whole.format(permille / 1000);

/** @param {{past: Past}} props */
export function Explained({ past }) {
  const [found, setFound] = useState(/** @type {Analysis | null} */ (null));
  const [progress, setProgress] = useState(/** @type {Progress | null} */ (null));
  const work = useRef(/** @type {AbortController | null} */ (null));
  const title = useRef(/** @type {HTMLElement | null} */ (null));
  const stop = () => work.current?.abort();
  useEffect(() => stop, [past]);
  useEffect(() => {
    if (!found) return;
    announce(t("The game is explained."));
    title.current?.focus();
  }, [found]);
  const begin = async () => {
    const asked = (work.current = new AbortController());
    setProgress({ version: 0, lastVersion: past.table.version });
    try {
      for await (const each of stream("History/AnalyzeGame", { gameId: past.id }, asked.signal)) {
        if (each.analysis) setFound(each.analysis);
        else setProgress(each.progress);
      }
    } catch (error) {
      if (!asked.signal.aborted) explain(error);
    }
    setProgress(null);
  };
  if (!past.isOver) return null;
  return h(
    "section",
    { class: "b-explained", "aria-label": t("The game explained") },
    h("h2", { ref: title, tabIndex: -1 }, t("The game explained")),
    found ? h(Told, { past, found }) : h(Asked, { progress, begin, stop }),
  );
}

/**
 * One button for both, so that the focus stays.
 * @param {{progress: Progress | null, begin: () => void, stop: () => void}} props
 */
function Asked({ progress, begin, stop }) {
  const how = progress?.version
    ? t("Explained up to version {version} of {last}", { version: progress.version, last: progress.lastVersion })
    : t("The server begins as soon as it can.");
  return h(
    "div",
    {},
    h(
      "p",
      { class: "small" },
      t(
        "What would the bot Expert have done? Each decision is weighed as its seat saw it then. The first time this takes a minute or two.",
      ),
    ),
    progress &&
      h(
        "p",
        {},
        h("progress", { max: progress.lastVersion, value: progress.version, "aria-label": t("Explaining") }),
        " ",
        h("small", {}, how),
      ),
    h(
      Button,
      { primary: !progress, onClick: () => void (progress ? stop() : begin()) },
      progress ? t("Stop explaining") : t("Explain this game"),
    ),
  );
}

/** @param {{past: Past, found: Analysis}} props */
function Told({ past, found }) {
  return h(
    "div",
    {},
    h(OwnDecisions, { past, found }),
    h("h3", {}, t("Decisions that mattered most")),
    found.mattered.length === 0 && h("p", {}, t("No decision was much better or worse than another.")),
    h(
      "ol",
      {},
      found.mattered.map(version =>
        h(Decision, {
          key: version,
          past,
          decision: /** @type {turnledger.WeighedDecision} */ (found.decisions.find(each => each.version === version)),
        }),
      ),
    ),
    h(AllDecisions, { past, found }),
    h("h3", {}, t("Chances to win by round")),
    h(Chances, { past, found }),
    h("h3", {}, t("Luck of the draw")),
    h(
      "ul",
      {},
      ownFirst(past, found.luck).map(each =>
        h(
          "li",
          { key: each.seat },
          t("  {name}: {dealt} with the cards as they were dealt, {anew} in the mean of {deals} other deals.", {
            name: past.name(each.seat),
            dealt: percent(each.asDealtPermille),
            anew: `${percent(each.anewPermille)} ± ${percent(each.errorPermille)}`,
            deals: each.deals,
          }),
        ),
      ),
    ),
    h("p", { class: "small" }, t("Chances are those of quick players who play on from there, not of people.")),
  );
}

/**
 * The viewer's own decisions that cost most for sure, each with a table to try it again.
 * @param {{past: Past, found: Analysis}} props
 */
function OwnDecisions({ past, found: { decisions } }) {
  const seat = seatOf(past.table);
  if (seat < 0) return null;
  const lost = (/** @type {turnledger.WeighedDecision} */ each) => each.bestChancePermille - each.chancePermille;
  const dearest = decisions
    .filter(each => each.seat === seat && each.best && lost(each) >= LEAST && lost(each) > SURE * each.errorPermille)
    .sort((a, b) => lost(b) - lost(a))
    .slice(0, DEAREST);
  return h(
    "div",
    { class: "b-own-decisions" },
    h("h3", {}, t("Your dearest decisions")),
    dearest.length === 0 && h("p", {}, t("None of your decisions cost you much.")),
    h(
      "ol",
      {},
      dearest.map(decision =>
        h(
          Decision,
          { key: decision.version, past, decision },
          h(
            Button,
            {
              quiet: true,
              label: t("Try it from here: round {round}", { round: decision.round }),
              onClick: () => playOn(past, decision.version - 1, true),
            },
            t("Try it from here"),
          ),
        ),
      ),
    ),
  );
}

/** Drawn when it is opened: long games have hundreds. @param {{past: Past, found: Analysis}} props */
function AllDecisions({ past, found: { decisions } }) {
  const [open, setOpen] = useState(false);
  return h(
    "details",
    { class: "b-decisions", onToggle: (/** @type {any} */ event) => setOpen(event.currentTarget.open) },
    h("summary", {}, t("All decisions: {n}", { n: decisions.length })),
    open &&
      h(
        "ul",
        {},
        decisions.map(each =>
          each.best
            ? h(Decision, { key: each.version, past, decision: each })
            : h(
                "li",
                { key: each.version },
                h(
                  VersionLink,
                  { past, version: each.version },
                  roundName(past.table.variant, each.round),
                  ": ",
                  each.doneSays,
                ),
                " ",
                t("The expert does no other."),
              ),
        ),
      ),
  );
}

/** @param {{past: Past, decision: turnledger.WeighedDecision, children?: any, key?: any}} props */
function Decision({ past, decision, children }) {
  const more = percent(decision.bestChancePermille - decision.chancePermille);
  return h(
    "li",
    {},
    h(
      VersionLink,
      { past, version: decision.version },
      roundName(past.table.variant, decision.round),
      ": ",
      decision.doneSays,
    ),
    " ",
    t("The expert: {instead} That was worth {more} ± {error} more (tries: {tries}).", {
      instead: decision.bestSays,
      more,
      tries: decision.tries,
      error: percent(decision.errorPermille),
    }),
    children && h("div", {}, children),
  );
}

/** The viewer's own seat before the others. @param {Past} past @param {turnledger.SeatLuck[]} luck */
const ownFirst = (past, luck) =>
  [...luck].sort((a, b) => Number(b.seat === seatOf(past.table)) - Number(a.seat === seatOf(past.table)));

/** @param {{past: Past, found: Analysis}} props */
function Chances({ past, found: { line } }) {
  const seats = past.table.occupants.map((_, seat) => seat);
  const last = line.length - 1;
  const pathOf = (/** @type {number[]} */ values) =>
    "M" + values.map((each, n) => `${across(n, last).toFixed(1)} ${up(each, ALL).toFixed(1)}`).join("L");
  const lines = seats.map(seat => line.map(({ chancesPermille }) => chancesPermille[seat]));
  return h(
    "div",
    {},
    h(
      "div",
      { class: "b-chart" },
      h(Chart, {
        past,
        label: t("Chances to win over the rounds; the same stands in the table below."),
        most: ALL,
        values: [0, ALL / 2, ALL].map(each => [each, percent(each)]),
        last,
        rounds: line.map(({ round }, place) => [place, round]),
        lines: lines.map(values => ({ path: pathOf(values), signs: values.map((each, place) => [place, each]) })),
      }),
    ),
    h(
      "ul",
      { class: "b-legend" },
      seats.map(seat => h("li", { key: seat }, h(Chip, { look: past.look(seat), name: past.name(seat) }))),
    ),
    h(SeatsTable, {
      past,
      label: t("Chances as a table"),
      rows: line.map(({ version, round, chancesPermille }) => [
        h(VersionLink, { past, version }, round),
        ...chancesPermille.map(percent),
      ]),
    }),
  );
}
