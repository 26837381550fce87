// Opening a table, with every option of the catalogue explained; and letting the server find opponents.
import { call } from "./api.js";
import { uuid } from "./browser.js";
import { useData, word } from "./chosen_options.js";
import { named, t } from "./i18n.js";
import { botLabel, botName, inOrder } from "./looks.js";
import { sitDown } from "./own_chance.js";
import { gameChoices, variants } from "./state.js";
import { goTo } from "./tables.js";
import { Button, Check, Dialog, Form, Loading, optionName, Select } from "./ui.js";
import { h, useEffect, useState } from "./vendor/preact.js";

/** @typedef {turnledger.Variant} Variant */

/** The meaning of an option, by its name; an option that is new here shows only its name. */
const MEANINGS = /** @type {Record<string, string>} */ ({
  regions: t("Which regions of the map are played. Drawn: the server draws as many as there are players."),
  flow_generator: t(
    "One more plant, which takes no fuel: its owner may supply more cities the more money is put into it.",
  ),
  renovation: t("Old plants may be closed for a compensation, which puts new ones on the market."),
  deck: t("The deck of the map as printed, or the one of the other edition."),
  first_pass: t("Whether the first player's pass removes the cheapest plant also when a network has outgrown it."),
  first_city: t("Where a network may begin: in any city with a free place, or only in an empty one."),
  first_round: t("Whether round 1 allows starts of networks only, or building as in other rounds."),
  dear_cities: t("Whether the cities for 15 and 20 are open from the start or from stage 2."),
  final_blackout: t("Whether a blackout in the last round reduces its extra income."),
  colony: t("Which colony is founded: each has rules of its own."),
  trust_takes: t(
    "Whether the trust company of a game for two takes its plant after the sold one is replaced, or before.",
  ),
  burnt_cards: t("Whether a fixed order says which resource cards are burnt, or their owner."),
  unpayable_cards: t(
    "Whether all laid cards but one must be payable, or all that cannot be paid are recycled for one effect.",
  ),
  pay_together: t("Whether such a module helps from the turn after it was built, or at once."),
  pictograms: t(
    "Whether a black symbol lowers resources at every arrival, once a game, or only while the marker stays there.",
  ),
  doubling: t("Whether doubling counts the bonuses that a module received."),
});

const CLOCKS = /** @type {Record<string, object | undefined>} */ ({
  none: undefined,
  live: { moveS: 60, bankS: 600, incrementS: 0, onTimeout: "TIMEOUT_ACTION_DEFAULT" },
  day: { moveS: 86_400, bankS: 172_800, incrementS: 0, vacationDays: 14, onTimeout: "TIMEOUT_ACTION_BOT" },
});
const clockNames = () =>
  /** @type {[string, string][]} */ ([
    ["none", t("none: as long as it takes")],
    ["live", t("one sitting: a minute a move, ten more minutes in all")],
    ["day", t("by correspondence: a day a move, two more days in all, vacation")],
  ]);

const PLAYERS = /** @type {Record<string, object | undefined>} */ ({
  any: undefined,
  most: { percent: 80, games: 5 },
  nearly: { percent: 95, games: 10 },
});
const playerNames = () =>
  /** @type {[string, string][]} */ ([
    ["any", t("all players")],
    ["most", t("who finished {percent} % of at least {games} games", PLAYERS.most)],
    ["nearly", t("who finished {percent} % of at least {games} games", PLAYERS.nearly)],
  ]);

/** @typedef {{tries: number, triesMax: number, tryMs: number}} ExpertCost */
/** Seconds of a core, as people say them. */
const inSeconds = (/** @type {number} */ ms) =>
  (ms < 10_000 ? Math.max(1, Math.round(ms / 100)) / 10 : Math.round(ms / 1_000)).toLocaleString(
    document.documentElement.lang,
  );
/** Named by what they cost; the empty one states nothing. @param {ExpertCost} expert @returns {[string, string][]} */
function budgets({ tries, triesMax, tryMs }) {
  const cost = (/** @type {number} */ n) => ({ n, s: inSeconds(n * tryMs) });
  const others = /** @type {[number, string][]} */ ([
    [8, t("quick: {n} tries, about {s} s", cost(8))],
    [Math.min(4 * tries, triesMax), t("patient: {n} tries, about {s} s", cost(Math.min(4 * tries, triesMax)))],
  ]);
  return [
    ["", t("as always: {n} tries, about {s} s", cost(tries))],
    ...others
      .filter(([n]) => n !== tries && n >= 2 && n <= triesMax)
      .map(([n, name]) => /** @type {[string, string]} */ ([String(n), name])),
  ];
}

const HINTS = ["0", "3", "10", "50"];

const first = () => variants.value.values().next().value?.name ?? "";
const seatCounts = (/** @type {Variant | undefined} */ variant) =>
  /** @type {[string, string][]} */ (
    variant
      ? Array.from({ length: variant.playersMax - variant.playersMin + 1 }, (_, n) => [
          String(variant.playersMin + n),
          t("{n} players", { n: variant.playersMin + n }),
        ])
      : []
  );

/** @param {turnledger.GetGameDataResponse | null} data @param {number} seats @returns {[string, string][]} */
function regionSets(data, seats) {
  const map = data?.data?.powerGrid?.map;
  const names = new Map(map?.regions.map(each => [each.id, named(each.names, each.id)]));
  return (data?.data?.powerGrid?.regionSets ?? [])
    .filter(({ players }) => players === seats)
    .map(({ value }) => [
      value,
      value
        .split(",")
        .map(id => names.get(id) ?? id)
        .join(", "),
    ]);
}

/**
 * @param {{variant: Variant, seats: number, options: Record<string, string>,
 *   setOptions: (options: Record<string, string>) => void}} props
 */
function Options({ variant, seats, options, setOptions }) {
  const data = useData(variant.name);
  return h(
    "fieldset",
    {},
    h("legend", {}, t("Options")),
    variant.options.map(option => {
      const values = /** @type {[string, string][]} */ (option.values.map(value => [value, word(data, value)]));
      const more = option.name === "regions" ? regionSets(data, seats) : [];
      return h(Select, {
        key: option.name,
        label: optionName(option),
        hint: MEANINGS[option.name],
        value: options[option.name] ?? option.values[0],
        options: [...values, ...more],
        onChange: value => setOptions({ ...options, [option.name]: value }),
      });
    }),
  );
}

/**
 * `withBots`: all other seats are bots' until the reader says otherwise.
 * @param {{onClose: () => void, clubId?: string, withBots?: boolean}} props
 */
export function NewTable({ onClose, clubId, withBots = false }) {
  const [chosen, setName] = useState("");
  const name = chosen || first();
  const variant = variants.value.get(name);
  const [seats, setSeats] = useState(0);
  const [options, setOptions] = useState(/** @type {Record<string, string>} */ ({}));
  const [bots, setBots] = useState(withBots ? Infinity : 1);
  const [bot, setBot] = useState("");
  const [isPrivate, setPrivate] = useState(false);
  const [rated, setRated] = useState(true);
  const [ready, setReady] = useState(false);
  const [full, setFull] = useState(false);
  const [forced, setForced] = useState(false);
  const [clock, setClock] = useState("none");
  const [players, setPlayers] = useState("any");
  const [hints, setHints] = useState("0");
  const [tries, setTries] = useState("");
  const [waits, setWaits] = useState(false);
  if (!variant) return h(Dialog, { title: t("New table"), onClose }, h(Loading, {}));
  const count =
    seats >= variant.playersMin && seats <= variant.playersMax
      ? seats
      : Math.min(Math.max(3, variant.playersMin), variant.playersMax);
  const strategy = variant.bots.includes(bot) ? bot : (variant.bots.at(-1) ?? "");
  const seated = Math.min(bots, count - 1);
  const open = async (/** @type {boolean} */ start) => {
    const changed = Object.fromEntries(
      Object.entries(options).filter(([key, value]) =>
        variant.options.some(each => each.name === key && each.values[0] !== value),
      ),
    );
    const terms = {
      clock: CLOCKS[clock],
      readyCheck: ready,
      startsWhenFull: full,
      leastFinished: PLAYERS[players],
      forcedMoves: forced || undefined,
      clubId,
      hints: rated || hints === "0" ? undefined : Number(hints),
      tries: tries ? Number(tries) : undefined,
      draws: waits && variant.drawsMayWait ? "beacon" : undefined,
    };
    const table = await sitDown("Lobby/CreateTable", {
      requestId: uuid(),
      variant: variant.name,
      seats: count,
      options: changed,
      private: isPrivate,
      unrated: !rated,
      join: true,
      bots: Array(seated).fill(strategy),
      start,
      terms,
    });
    onClose();
    goTo(table.gameId);
  };
  const all = seated === count - 1;
  const thinking =
    !!variant.expert?.triesMax &&
    h(Select, {
      label: t("Expert thinks about a move"),
      value: tries,
      onChange: setTries,
      options: budgets(variant.expert),
      hint: t("Each bot Expert at this table, also one that takes a seat over. All players see it."),
    });
  return h(
    Dialog,
    { title: withBots ? t("Play against bots") : t("New table"), onClose, class: "wide" },
    h(
      Form,
      { onSubmit: () => open(all && !ready), class: "new-table" },
      h(Select, {
        label: t("Game"),
        value: name,
        onChange: value => {
          setName(value);
          setOptions({});
          setTries("");
        },
        options: gameChoices(),
      }),
      h(Select, {
        label: t("Players"),
        value: String(count),
        onChange: value => {
          setSeats(Number(value));
          setOptions({ ...options, regions: "drawn" });
        },
        options: seatCounts(variant),
        hint: t("How many may sit down. The game can begin with fewer."),
      }),
      h(
        "div",
        { class: "pair" },
        h(Select, {
          label: t("Bots"),
          value: String(seated),
          onChange: value => setBots(Number(value)),
          options: Array.from({ length: count }, (_, n) => /** @type {[string, string]} */ ([String(n), String(n)])),
          hint: t("They sit down at once. More can be seated at the table."),
        }),
        h(Select, {
          label: t("How they play"),
          value: strategy,
          onChange: setBot,
          options: inOrder(variant.bots).map(
            each => /** @type {[string, string]} */ ([each, `${botLabel(each)}, ${botName(each)}`]),
          ),
        }),
      ),
      strategy === "expert" && thinking,
      h(Options, { key: name, variant, seats: count, options, setOptions }),
      h(
        "fieldset",
        {},
        h("legend", {}, t("Table")),
        h(Select, {
          label: t("Time to think"),
          value: clock,
          onChange: setClock,
          options: clockNames(),
          hint: t("When the time is up, the server plays on for the player."),
        }),
        h(Select, {
          label: t("Open to"),
          value: players,
          onChange: setPlayers,
          options: playerNames(),
          hint: t("Of their last twenty games. Whom you invite by name is not asked."),
        }),
        h(Check, {
          label: t("Private"),
          checked: isPrivate,
          onChange: setPrivate,
          hint: t("Not listed: only who has its link may sit down."),
        }),
        h(Check, {
          label: t("Counts for the rating"),
          checked: rated,
          onChange: setRated,
          hint: t("Games with bots have a rating of their own, games with guests have none."),
        }),
        strategy !== "expert" && thinking,
        !rated &&
          h(Select, {
            label: t("Hints for each player"),
            value: hints,
            onChange: setHints,
            options: HINTS.map(each => /** @type {[string, string]} */ ([each, each])),
            hint: t("The move that the bot Expert would make. All players see that a hint was taken."),
          }),
        h(Check, {
          label: t("Wait until each seat is ready"),
          checked: ready,
          onChange: setReady,
          hint: t("The game begins only when all are."),
        }),
        h(Check, { label: t("Begins by itself when it is full"), checked: full, onChange: setFull }),
        h(Check, {
          label: t("Moves without a choice are made at once"),
          checked: forced,
          onChange: setForced,
          hint: t("Where a seat can do one thing only, the server does it."),
        }),
        variant.drawsMayWait &&
          h(Check, {
            label: t("No card exists before it is drawn"),
            checked: waits,
            onChange: setWaits,
            hint: t(
              "Each draw waits some seconds for a public random number. Not even the server knows the next card.",
            ),
          }),
      ),
      h(
        "div",
        { class: "buttons" },
        h(Button, { type: "submit", primary: true }, all && !ready ? t("Play") : t("Open the table")),
        h(Button, { onClick: onClose }, t("Cancel")),
      ),
    ),
  );
}

/** @param {{onClose: () => void}} props */
export function QuickMatch({ onClose }) {
  const [chosen, setName] = useState("");
  const name = chosen || first();
  const [seats, setSeats] = useState(0);
  const [clock, setClock] = useState("none");
  const [players, setPlayers] = useState("any");
  const variant = variants.value.get(name);
  const count =
    variant && seats >= variant.playersMin && seats <= variant.playersMax ? seats : (variant?.playersMin ?? 2);
  const match = async () => {
    const table = await sitDown("Lobby/QuickMatch", {
      requestId: uuid(),
      variant: name,
      seats: count,
      clock: CLOCKS[clock],
      leastFinished: PLAYERS[players],
    });
    onClose();
    goTo(table.gameId);
  };
  return h(
    Dialog,
    { title: t("Quick match"), onClose },
    h(
      Form,
      { onSubmit: match },
      h(
        "p",
        {},
        t(
          "Gives you a seat at a public table of this kind, or opens a table. The game begins when the last seat is taken.",
        ),
      ),
      h(Select, { label: t("Game"), value: name, onChange: setName, options: gameChoices() }),
      h(Select, {
        label: t("Players"),
        value: String(count),
        onChange: value => setSeats(Number(value)),
        options: seatCounts(variant),
      }),
      h(Select, { label: t("Time to think"), value: clock, onChange: setClock, options: clockNames() }),
      h(Select, {
        label: t("Open to"),
        value: players,
        onChange: setPlayers,
        options: playerNames(),
        hint: t("Counts the last twenty games of each player, yours too."),
      }),
      h(
        "div",
        { class: "buttons" },
        h(Button, { type: "submit", primary: true }, t("Find opponents")),
        h(Button, { onClick: onClose }, t("Cancel")),
      ),
    ),
  );
}
