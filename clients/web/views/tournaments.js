// Tournaments: one's own and all, the last opened first; and the opening of one.
import { call } from "../api.js";
import { uuid } from "../browser.js";
import { t } from "../i18n.js";
import { PagedLinks, usePages } from "../pages.js";
import { catalogue, gameChoices, variantName, variants } from "../state.js";
import { Button, Check, Dialog, Form, Main, Select, TextField } from "../ui.js";
import { h, useEffect, useState } from "../vendor/preact.js";

/** @type {[string, string][]} */
export const FORMS = [
  ["LEAGUE", t("League: each player meets each other player")],
  ["SWISS", t("Swiss rounds: those with as many points meet")],
  ["KNOCKOUT", t("Knock-out: the best of each table advance")],
  ["ARENA", t("Arena: quick games between players who are free")],
  ["GIVEN", t("Given pairings: the officials choose the tables")],
];
export const STATUSES = /** @type {Record<string, string>} */ ({
  ENTRY: t("entry is open"),
  STARTING: t("begins in a moment"),
  RUNNING: t("is being played"),
  ENDED: t("is over"),
});
export const word = (/** @type {string} */ code) =>
  code.replace(/^(TOURNAMENT_(STATUS|FORM)|ENTRANT_STATUS|PAIRING_STATUS)_/, "");
const DAY_S = 86_400;
const named = (/** @type {number[]} */ ...values) =>
  /** @type {[string, string][]} */ (values.map(each => [String(each), String(each)]));
const SPANS = named(15, 30, 60, 90, 120, 180, 240);
const PACES = named(15, 30, 60, 120, 300);
const numbers = (/** @type {number} */ from, /** @type {number} */ to) =>
  /** @type {[string, string][]} */ (
    Array.from({ length: to - from + 1 }, (_, n) => [String(from + n), String(from + n)])
  );

export default function Tournaments() {
  const [opening, setOpening] = useState(false);
  useEffect(() => void catalogue().catch(() => {}), []);
  return h(
    Main,
    {},
    h("h1", {}, t("Tournaments")),
    h(
      "div",
      { class: "buttons start" },
      h(Button, { primary: true, onClick: () => setOpening(true) }, t("Open a tournament")),
    ),
    h(List, { mine: true, title: t("Yours"), empty: t("You are in no tournament yet.") }),
    h(List, { mine: false, title: t("All tournaments"), empty: t("No tournament has been opened yet.") }),
    opening && h(Opening, { onClose: () => setOpening(false) }),
  );
}

/** @param {{mine: boolean, title: string, empty: string}} props */
const List = ({ mine, title, empty }) =>
  h(PagedLinks, {
    title,
    empty,
    pages: usePages("Tournaments/ListTournaments", "tournaments", { mine }),
    link: (/** @type {turnledger.Tournament} */ each) => ({
      href: `#/tournament/${each.eventId}`,
      name: each.terms?.name,
      says: [
        (each.terms?.variants ?? []).map(variantName).join(", "),
        t("{n} entrants", { n: each.players }),
        STATUSES[word(each.status)],
      ].join(" · "),
    }),
  });

/** @param {{onClose: () => void, clubId?: string}} props */
export function Opening({ onClose, clubId }) {
  const [name, setName] = useState("");
  const [form, setForm] = useState("LEAGUE");
  const [chosen, setVariant] = useState("");
  const [seats, setSeats] = useState(4);
  const [rounds, setRounds] = useState(5);
  const [late, setLate] = useState(0);
  const [days, setDays] = useState(1);
  const [minutes, setMinutes] = useState(60);
  const [seconds, setSeconds] = useState(60);
  const [waits, setWaits] = useState(false);
  const [request] = useState(uuid);
  const variant = variants.value.get(chosen || (variants.value.keys().next().value ?? ""));
  const most = Math.min(variant?.playersMax ?? 6, 6);
  const open = async () => {
    const terms = {
      name: name.trim(),
      form: `TOURNAMENT_FORM_${form}`,
      variants: [variant?.name],
      seats: Math.min(seats, most),
      rounds: form === "SWISS" ? rounds : 0,
      lateRounds: form === "SWISS" ? Math.min(late, rounds - 1) : 0,
      advance: form === "KNOCKOUT" ? 1 : 0,
      clubId,
      minutes: form === "ARENA" ? minutes : 0,
      draws: waits && variant?.drawsMayWait ? "beacon" : undefined,
      clock: { moveS: form === "ARENA" ? seconds : days * DAY_S, onTimeout: "TIMEOUT_ACTION_BOT" },
    };
    const { tournament } = await call("Tournaments/CreateTournament", { requestId: request, terms });
    location.hash = `#/tournament/${tournament.eventId}`;
  };
  return h(
    Dialog,
    { title: t("Open a tournament"), onClose },
    h(
      Form,
      { onSubmit: open },
      h(TextField, { label: t("Its name"), value: name, onInput: setName, maxLength: 80, required: true }),
      h(Select, { label: t("Pairings"), value: form, onChange: setForm, options: FORMS }),
      h(Select, {
        label: t("Game"),
        value: variant?.name ?? "",
        onChange: setVariant,
        options: gameChoices(),
      }),
      h(Select, {
        label: t("Players at a table"),
        value: String(Math.min(seats, most)),
        onChange: value => setSeats(Number(value)),
        options: numbers(2, most),
      }),
      form === "SWISS" &&
        h(Select, {
          label: t("Rounds"),
          value: String(rounds),
          onChange: value => setRounds(Number(value)),
          options: numbers(1, 12),
        }),
      form === "SWISS" &&
        rounds > 1 &&
        h(Select, {
          label: t("Late players may enter until round"),
          value: String(Math.min(late, rounds - 1)),
          onChange: value => setLate(Number(value)),
          options: [["0", t("no entries after the start")], ...numbers(1, rounds - 1)],
        }),
      form === "ARENA" &&
        h(Select, {
          label: t("Minutes that it lasts"),
          value: String(minutes),
          onChange: value => setMinutes(Number(value)),
          options: SPANS,
        }),
      form === "ARENA" &&
        h(Select, {
          label: t("Seconds for a move, then a bot plays on"),
          value: String(seconds),
          onChange: value => setSeconds(Number(value)),
          options: PACES,
        }),
      form !== "ARENA" &&
        h(Select, {
          label: t("Days for a move, then a bot plays on"),
          value: String(days),
          onChange: value => setDays(Number(value)),
          options: numbers(1, 7),
        }),
      variant?.drawsMayWait &&
        h(Check, {
          label: t("No card exists before it is drawn"),
          checked: waits,
          onChange: setWaits,
          hint: t("Each draw waits some seconds for a public random number. Not even the server knows the next card."),
        }),
      h(
        "div",
        { class: "buttons" },
        h(Button, { type: "submit", primary: true }, t("Open it")),
        h(Button, { onClick: onClose }, t("Cancel")),
      ),
    ),
  );
}
