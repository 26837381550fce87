// The operators' console: each account sees what its grants allow. The server refuses other callers; nothing here
// shows what is hidden in a running game.
import { all, call, ServiceError } from "../api.js";
import { accountOf } from "../around/found.js";
import { uuid } from "../browser.js";
import { dateAndTime, languages, named, t } from "../i18n.js";
import { nameOf } from "../looks.js";
import { me, token } from "../session.js";
import { catalogue, variantName } from "../state.js";
import { progress, statusOf, TableRow, usePublicTables } from "../tables.js";
import { Button, Confirm, explain, Form, Loading, Main, saysOf, TextField } from "../ui.js";
import { Fragment, h, signal, useEffect, useState } from "../vendor/preact.js";
import { actionSays, may, readGrants, Staff } from "./staff.js";

/** @typedef {turnledger.ListAccountActionsResponse} Actions */
const EVENTS = 100;

/** The table and the account that are looked at. */
const table$ = signal("");
const account$ = signal("");

export default function Operator() {
  const [refused, setRefused] = useState(/** @type {string | null} */ (null));
  useEffect(() => {
    catalogue().catch(() => {});
    // Callers that are not operators learn it before anything is shown.
    token()
      .then(() => call("Operators/ListAccountTables", { accountId: me.value?.accountId }))
      .then(readGrants)
      .then(
        () => setRefused(""),
        error => {
          if (!(error instanceof ServiceError)) throw error;
          setRefused(saysOf(error));
        },
      );
  }, []);
  if (refused === null) return h(Main, {}, h(Loading, {}));
  if (refused) return h(Main, {}, h("h1", {}, t("For operators")), h("p", {}, refused));
  return h(
    Main,
    { class: "a-operator" },
    h("h1", {}, t("For operators")),
    may("SetMaintenance") && h(Works, {}),
    h(Reports, {}),
    h(Ask, {}),
    account$.value && h(AccountOf, { key: account$.value, accountId: account$.value }),
    table$.value && h(TableOf, { key: table$.value, gameId: table$.value }),
    h(Tables, {}),
    h(Staff, {}),
  );
}

/** What players have reported and nobody has settled. */
function Reports() {
  const [reports, setReports] = useState(/** @type {turnledger.Report[]} */ ([]));
  const [answers, setAnswers] = useState(/** @type {Record<number, string>} */ ({}));
  const read = () => all("Operators/ListReports", {}, "reports").then(setReports, explain);
  useEffect(() => void read(), []);
  const settle = async (/** @type {number} */ number) => {
    await call("Operators/SettleReport", { number, text: answers[number]?.trim() ?? "" });
    await read();
  };
  return h(
    "section",
    { "aria-label": t("Reports") },
    h("h2", {}, t("Reports"), " ", h("small", {}, reports.length)),
    reports.length
      ? h(
          "ul",
          { class: "a-reports" },
          reports.map(({ number, gameId, reporter, about, message, text, createTime, facts }) =>
            h(
              "li",
              { key: number },
              h(
                "p",
                {},
                h("small", {}, dateAndTime(createTime)),
                " ",
                t("{who} about {whom}:", {
                  who: reporter?.displayName || t("deleted account"),
                  whom: about?.displayName || t("deleted account"),
                }),
                " ",
                text,
              ),
              message && h("blockquote", { class: "rule-text" }, message.text || h("em", {}, t("deleted"))),
              facts &&
                h(
                  "p",
                  { class: "small" },
                  inThisGame(facts),
                  " ",
                  facts.reliability?.games
                    ? t(
                        "Of the last {games} games: {finished} played to the end, {left} left, {timedOut} lost with the time.",
                        facts.reliability,
                      )
                    : "",
                ),
              may("SettleReport") &&
                h(TextField, {
                  label: t("Answer to the person who reported it, if any"),
                  value: answers[number] ?? "",
                  onInput: answer => setAnswers({ ...answers, [number]: answer }),
                  maxLength: 500,
                }),
              h(
                "div",
                { class: "buttons" },
                h(Button, { onClick: () => (table$.value = gameId) }, t("Look at the table")),
                about && h(Button, { onClick: () => (account$.value = about.accountId) }, t("Look at the account")),
                may("SettleReport") &&
                  h(
                    Button,
                    { onClick: () => settle(number), label: t("Settle report {number}", { number }) },
                    t("Settled"),
                  ),
              ),
            ),
          ),
        )
      : h("p", { class: "empty" }, t("Nothing was reported.")),
  );
}

/** What the game's history says of who was reported. @param {turnledger.ReportedFacts} facts */
function inThisGame({ seat, resigned, timedOut, botPlays, rank }) {
  if (seat === undefined) return t("Does not sit in this game.");
  const told = [
    resigned && t("has resigned"),
    timedOut && t("lost the seat with the time"),
    botPlays && t("a bot plays the seat"),
    rank && t("place {n}", { n: rank }),
  ].filter(Boolean);
  return told.length ? t("In this game: {facts}.", { facts: told.join(", ") }) : t("In this game: nothing but moves.");
}

/** The notice of planned works on the service. */
function Works() {
  const [notice, setNotice] = useState(/** @type {turnledger.MaintenanceNotice | undefined} */ (undefined));
  const [start, setStart] = useState("");
  const [end, setEnd] = useState("");
  const [texts, setTexts] = useState(/** @type {Record<string, string>} */ ({}));
  const read = () => call("Catalogue/GetServer").then(({ maintenance }) => setNotice(maintenance), explain);
  useEffect(() => void read(), []);
  const set = async () => {
    const [startTime, endTime] = [start, end].map(each => new Date(each).toISOString());
    const said = Object.fromEntries(Object.entries(texts).filter(([, text]) => text.trim()));
    await call("Operators/SetMaintenance", { requestId: uuid(), maintenance: { startTime, endTime, texts: said } });
    await read();
  };
  const clear = async () => {
    await call("Operators/ClearMaintenance", { requestId: uuid() });
    await read();
  };
  return h(
    "section",
    { "aria-label": t("Works on the service") },
    h("h2", {}, t("Works on the service")),
    notice
      ? h(
          "div",
          {},
          h(
            "p",
            {},
            t("Works on the service from {from} to {until}.", {
              from: dateAndTime(notice.startTime),
              until: dateAndTime(notice.endTime),
            }),
            " ",
            named(notice.texts),
          ),
          h(Button, { onClick: clear }, t("Withdraw the announcement")),
        )
      : h("p", { class: "empty" }, t("No works are announced.")),
    h(
      "details",
      {},
      h("summary", {}, t("Announce works")),
      h(
        Form,
        { onSubmit: set },
        h(TextField, { label: t("From"), type: "datetime-local", value: start, onInput: setStart, required: true }),
        h(TextField, { label: t("Until"), type: "datetime-local", value: end, onInput: setEnd, required: true }),
        Object.keys(languages).map(each =>
          h(TextField, {
            key: each,
            label: t("Text of the announcement, in {language}", { language: languages[each] }),
            value: texts[each] ?? "",
            onInput: (/** @type {string} */ text) => setTexts({ ...texts, [each]: text }),
            required: each === "en",
            maxLength: 200,
          }),
        ),
        h("div", { class: "buttons" }, h(Button, { type: "submit" }, t("Announce"))),
      ),
    ),
  );
}

function Ask() {
  const [id, setId] = useState("");
  const [account, setAccount] = useState("");
  return h(
    "div",
    { class: "pair" },
    h(
      Form,
      { onSubmit: () => (table$.value = id.trim()) },
      h(TextField, { label: t("Id of a table"), value: id, onInput: setId, required: true }),
      h(Button, { type: "submit" }, t("Look at the table")),
    ),
    h(
      Form,
      { onSubmit: async () => (account$.value = (await accountOf(account)) || account$.value) },
      h(TextField, {
        label: t("Name of a player, or id of an account"),
        value: account,
        onInput: setAccount,
        required: true,
      }),
      h(Button, { type: "submit" }, t("Look at the account")),
    ),
  );
}

/** Public tables, live. */
function Tables() {
  const lists = usePublicTables();
  return h(
    "section",
    { "aria-label": t("Public tables") },
    h("h2", {}, t("Public tables")),
    ["open", "running", "finished"].map(status =>
      h(
        "ul",
        { key: status, class: "table-list" },
        lists.of(status, "").map(table => h(TableRow, { key: table.gameId, table }, h(LookAt, { table }))),
      ),
    ),
  );
}

/** @param {{table: turnledger.Table}} props */
const LookAt = ({ table }) =>
  h(
    Button,
    {
      label: t("Look at the table {id}", { id: table.gameId }),
      onClick: () => {
        table$.value = table.gameId;
        scrollTo(0, 0);
      },
    },
    t("Look"),
  );

/** @param {{accountId: string}} props */
function AccountOf({ accountId }) {
  const [tables, setTables] = useState(/** @type {turnledger.Table[] | null} */ (null));
  const [actions, setActions] = useState(/** @type {Actions | null} */ (null));
  const [name, setName] = useState("");
  const [asking, setAsking] = useState(false);
  const read = async () => {
    setActions(await call("Operators/ListAccountActions", { accountId }));
    setName((await call("Views/GetPlayer", { accountId })).player?.displayName ?? "");
  };
  useEffect(() => {
    all("Operators/ListAccountTables", { accountId }, "tables").then(setTables, error => {
      account$.value = "";
      explain(error);
    });
    read().catch(explain);
  }, [accountId]);
  if (!tables) return null;
  const mute = async (/** @type {string} */ method) => {
    await call(`Operators/${method}`, { accountId });
    await read();
  };
  return h(
    "section",
    { "aria-label": t("Account") },
    h("h2", {}, t("Account"), " ", h("a", { href: `#/player/${accountId}` }, name || accountId)),
    name && h("p", { class: "small" }, h("code", {}, accountId)),
    h(
      "p",
      { role: "status" },
      actions &&
        (actions.muted
          ? t("The account is muted: its messages, old and new, are hidden from others.")
          : t("The account is not muted.")),
    ),
    actions &&
      h(
        "div",
        { class: "buttons" },
        actions.muted
          ? may("UnmuteAccount") && h(Button, { onClick: () => mute("UnmuteAccount") }, t("Take the mute back"))
          : may("MuteAccount") && h(Button, { danger: true, onClick: () => setAsking(true) }, t("Mute")),
      ),
    asking &&
      h(
        Confirm,
        {
          title: t("Mute {name}?", { name: name || accountId }),
          yes: t("Mute this account"),
          onYes: () => mute("MuteAccount"),
          onClose: () => setAsking(false),
        },
        h("p", {}, t("Its messages, old and new, are hidden from others until you take the mute back.")),
      ),
    h(KeepOut, { accountId, who: name || accountId, found: actions, read }),
    tables.length
      ? h(
          "ul",
          { class: "table-list" },
          tables.map(table => h(TableRow, { key: table.gameId, table }, h(LookAt, { table }))),
        )
      : h("p", { class: "empty" }, t("It sits at no open or running table.")),
  );
}

/**
 * Another name, a ban, and what was done before.
 * @param {{accountId: string, who: string, found: Actions | null, read: () => Promise<void>}} props
 */
function KeepOut({ accountId, who, found, read }) {
  const [name, setName] = useState("");
  const [why, setWhy] = useState("");
  const [asking, setAsking] = useState(false);
  const act = async (/** @type {string} */ method, /** @type {object} */ more = {}) => {
    await call(`Operators/${method}`, { requestId: uuid(), accountId, text: why.trim(), ...more });
    setWhy("");
    await read();
  };
  const ban = found?.banned
    ? may("LiftBan") && h(Button, { onClick: () => act("LiftBan") }, t("Let it in again"))
    : may("BanAccount") && h(Button, { danger: true, onClick: () => setAsking(true) }, t("Shut it out"));
  return h(
    Fragment,
    {},
    (may("RenameAccount") || ban) &&
      h(
        "details",
        {},
        h("summary", {}, t("Rename it, or shut it out")),
        h(TextField, { label: t("Why? Other operators read it."), value: why, onInput: setWhy, maxLength: 500 }),
        may("RenameAccount") &&
          h(
            Form,
            { onSubmit: () => act("RenameAccount", { displayName: name.trim() }) },
            h(TextField, { label: t("Another name"), value: name, onInput: setName, required: true, maxLength: 32 }),
            h(Button, { type: "submit" }, t("Rename")),
          ),
        h("div", { class: "buttons" }, ban),
      ),
    asking &&
      h(
        Confirm,
        {
          title: t("Shut {name} out?", { name: who }),
          yes: t("Shut this account out"),
          onYes: () => act("BanAccount"),
          onClose: () => setAsking(false),
        },
        h(
          "p",
          {},
          t("It leaves its games and tables. Its devices are signed out. Letting it in restores none of this."),
        ),
      ),
    found?.actions.length
      ? h(
          "ul",
          {},
          found.actions.map(each =>
            h("li", { key: each.number }, h("small", {}, dateAndTime(each.createTime)), " ", actionSays(each)),
          ),
        )
      : null,
  );
}

/** @param {{gameId: string}} props */
function TableOf({ gameId }) {
  const [table, setTable] = useState(/** @type {turnledger.Table | null} */ (null));
  const [asking, setAsking] = useState(false);
  useEffect(() => {
    call("Lobby/GetTable", { gameId }).then(
      answer => setTable(answer.table),
      error => {
        table$.value = "";
        explain(error);
      },
    );
  }, [gameId]);
  if (!table) return null;
  const status = statusOf(table);
  const stop = async () => setTable((await call("Operators/StopTable", { requestId: uuid(), gameId })).table);
  return h(
    "section",
    { "aria-label": t("Table") },
    h("h2", {}, variantName(table.variant), " ", h("a", { href: `#/game/${gameId}` }, gameId)),
    h(
      "p",
      {},
      [t("Version {version}", { version: table.version }), h("code", {}, status), progress(table)].flatMap(each => [
        each,
        " ",
      ]),
    ),
    h(
      "ul",
      {},
      table.occupants.map((each, seat) =>
        h(
          "li",
          { key: seat },
          nameOf(each),
          " ",
          each.accountId
            ? h(
                Button,
                { quiet: true, class: "small", onClick: () => (account$.value = each.accountId) },
                t("Look at the account"),
              )
            : null,
        ),
      ),
    ),
    may("StopTable") &&
      ["open", "starting", "running"].includes(status) &&
      h("div", { class: "buttons" }, h(Button, { danger: true, onClick: () => setAsking(true) }, t("Stop the table"))),
    asking &&
      h(
        Confirm,
        { title: t("Stop the table?"), yes: t("Stop it for good"), onYes: stop, onClose: () => setAsking(false) },
        h("p", {}, t("A game that runs ends without results. Its history names you.")),
      ),
    h(Messages, { gameId }),
    h(Events, { gameId, key: table.version }),
  );
}

/** Also of who is muted. @param {{gameId: string}} props */
function Messages({ gameId }) {
  const [messages, setMessages] = useState(/** @type {turnledger.ChatMessage[]} */ ([]));
  useEffect(() => void all("Operators/ListTableMessages", { gameId }, "messages").then(setMessages, explain), [gameId]);
  return h(
    "details",
    {},
    h("summary", {}, t("Messages: {n}", { n: messages.length })),
    h(
      "ul",
      { class: "a-events" },
      messages.map(({ number, player, createTime, text }) =>
        h(
          "li",
          { key: number },
          h("small", {}, dateAndTime(createTime)),
          " ",
          h("strong", {}, player?.displayName || t("deleted account")),
          ": ",
          text,
        ),
      ),
    ),
  );
}

/**
 * The events as the public sees them, each with what adjudicating its command again found.
 * @param {{gameId: string}} props
 */
function Events({ gameId }) {
  const [events, setEvents] = useState(/** @type {turnledger.GameEvent[] | null} */ (null));
  const [verdict, setVerdict] = useState(/** @type {turnledger.VerifyGameResponse | null} */ (null));
  const read = async () => {
    const [found, list] = await Promise.all([
      call("History/VerifyGame", { gameId }),
      all("History/ListEvents", { gameId, asSpectator: true, words: true, pageSize: EVENTS }, "events"),
    ]);
    setVerdict(found);
    setEvents(list);
  };
  const bad = verdict?.fault?.version ?? 0;
  const mark = (/** @type {number} */ version) => (verdict?.right || version < bad ? "✔" : version === bad ? "✘" : "–");
  return h(
    "div",
    {},
    h("div", { class: "buttons" }, h(Button, { onClick: read }, t("Events, and adjudicate them again"))),
    verdict &&
      h(
        "p",
        { role: "status" },
        verdict.right
          ? t("Commands {commands}, events {events}: all right.", {
              commands: verdict.commands,
              events: verdict.events,
            })
          : t("Wrong at event {version}: {code}, rule {rule}.", {
              version: bad,
              code: verdict.fault?.code,
              rule: verdict.fault?.rule,
            }),
        " ",
        verdict.fault?.says,
      ),
    events &&
      h(
        "ol",
        { class: "a-events", tabIndex: 0, "aria-label": t("Events") },
        events.map(event =>
          h(
            "li",
            { key: event.version, class: event.version === bad ? "a-bad" : "" },
            mark(event.version),
            " ",
            h("a", { href: `#/game/${gameId}/${event.version}` }, event.version),
            " ",
            h("small", {}, dateAndTime(event.eventTime)),
            " ",
            event.says || h("em", {}, t("hidden")),
          ),
        ),
      ),
  );
}
