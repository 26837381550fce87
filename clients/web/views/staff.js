// The staff in the console: what the account may do, who holds which grant, giving and taking one, recorded actions.
import { all, call } from "../api.js";
import { accountOf } from "../around/found.js";
import { uuid } from "../browser.js";
import { now } from "../clock.js";
import { dateAndTime, span, t } from "../i18n.js";
import { usePages } from "../pages.js";
import { keepAccount, me } from "../session.js";
import { announce, Button, Dialog, explain, Form, Select, TextField } from "../ui.js";
import { h, signal, useEffect, useState } from "../vendor/preact.js";

/** @typedef {turnledger.StaffGrant} Grant */

const grants$ = signal(/** @type {Record<string, string>} */ ({}));

/** Reads the grant of each method and those of the account. Raises ServiceError. */
export async function readGrants() {
  const methods = fetch("grants.json").then(answer => answer.json());
  const { account } = await call("Accounts/GetMe");
  keepAccount(account);
  grants$.value = await methods.catch(() => ({}));
}

/** Whether the account may call a method of the service Operators. */
export function may(/** @type {string} */ method) {
  const held = /** @type {string[]} */ (me.value?.grants ?? []);
  const wanted = grants$.value[`Operators/${method}`];
  return held.includes("GRANT_SETTING") || held.includes(wanted) || (wanted === "GRANT_READ" && held.length > 0);
}

/** The grants that can be given. @type {[string, string][]} */
const GRANTS = [
  ["GRANT_READ", t("Read reports, chats and actions")],
  ["GRANT_MODERATE", t("Mute, settle reports, decide in clubs")],
  ["GRANT_TABLES", t("Stop tables")],
  ["GRANT_TOURNAMENTS", t("Act as an official of every tournament")],
  ["GRANT_ACCOUNTS", t("Rename and ban accounts")],
];
const ACTIONS = /** @type {Record<string, string>} */ ({
  RENAMED: t("renamed"),
  BANNED: t("shut out"),
  BAN_LIFTED: t("let in again"),
  NOTICE_SET: t("works announced"),
  NOTICE_CLEARED: t("announcement withdrawn"),
  GRANT_GIVEN: t("grant given"),
  GRANT_TAKEN: t("grant taken"),
});

const grantName = (/** @type {string} */ grant) => GRANTS.find(([each]) => each === grant)?.[1] ?? grant;

/**
 * A recorded action in words: `grant given (Stop tables, until 28 Nov 2026): helps`.
 * @param {turnledger.AccountAction} action
 */
export function actionSays({ action, text, grant, grantEndTime }) {
  const until = grantEndTime && t("until {time}", { time: dateAndTime(grantEndTime) });
  const about = [grant !== "GRANT_UNSPECIFIED" && grantName(grant), until].filter(Boolean).join(", ");
  return (ACTIONS[action] ?? action) + (about && ` (${about})`) + (text && `: ${text}`);
}

const names$ = signal(/** @type {Record<string, string>} */ ({}));
const asked = new Set();

/** The account by its name, once that is known. @param {{accountId: string}} props */
function Account({ accountId }) {
  useEffect(() => {
    if (asked.has(accountId)) return;
    asked.add(accountId);
    call("Views/GetPlayer", { accountId }).then(
      ({ player }) => (names$.value = { ...names$.value, [accountId]: player.displayName }),
      () => asked.delete(accountId), // a deleted account has an id alone
    );
  }, [accountId]);
  return h("a", { href: `#/player/${accountId}` }, names$.value[accountId] || accountId);
}

const DAY_S = 86_400;
/** @type {[string, string][]} */
const SPANS = [1, 7, 30, 90, 365].map(days => [String(days), span(days * DAY_S)]);

export function Staff() {
  const [grants, setGrants] = useState(/** @type {Grant[] | null} */ (null));
  const [taking, setTaking] = useState(/** @type {Grant | null} */ (null));
  const read = () => all("Operators/ListGrants", {}, "grants").then(setGrants, explain);
  useEffect(() => void read(), []);
  if (!grants) return null;
  return h(
    "section",
    { "aria-label": t("Grants of the staff") },
    h("h2", {}, t("Grants of the staff")),
    grants.length
      ? h(
          "ul",
          { class: "rows" },
          grants.map(each => h(Held, { key: each.number, held: each, onTake: () => setTaking(each) })),
        )
      : h("p", { class: "empty" }, t("No account holds a grant.")),
    may("GiveGrant") && h(Give, { read }),
    taking && h(Take, { held: taking, read, onClose: () => setTaking(null) }),
    h(Actions, { key: grants.map(({ number }) => number).join() }),
  );
}

/** @param {{held: Grant, onTake: () => void}} props */
function Held({ held: { holder, grant, endTime, giverId, text }, onTake }) {
  const name = holder?.displayName ?? "";
  return h(
    "li",
    {},
    h(
      "span",
      {},
      h("a", { href: `#/player/${holder?.accountId}` }, name),
      `: ${grantName(grant)} `,
      h(
        "small",
        {},
        t("until {time}", { time: dateAndTime(endTime) }),
        " · ",
        t("given by"),
        " ",
        h(Account, { accountId: giverId }),
        `: ${text}`,
      ),
    ),
    may("TakeGrant") &&
      h(
        Button,
        { label: t("Take from {name}: {grant}", { name, grant: grantName(grant) }), onClick: onTake },
        t("Take…"),
      ),
  );
}

/** @param {{read: () => Promise<void>}} props */
function Give({ read }) {
  const [who, setWho] = useState("");
  const [grant, setGrant] = useState("GRANT_READ");
  const [days, setDays] = useState("30");
  const [text, setText] = useState("");
  const give = async () => {
    const accountId = await accountOf(who);
    if (!accountId) return;
    const endTime = new Date(now() + Number(days) * DAY_S * 1_000).toISOString();
    await call("Operators/GiveGrant", { requestId: uuid(), accountId, grant, endTime, text });
    setWho("");
    setText("");
    announce(t("The grant was given."));
    await read();
  };
  return h(
    "details",
    {},
    h("summary", {}, t("Give a grant")),
    h(
      Form,
      { onSubmit: give },
      h(TextField, {
        label: t("Account that gets it: name or id"),
        value: who,
        onInput: setWho,
        required: true,
      }),
      h(Select, { label: t("Grant"), value: grant, onChange: setGrant, options: GRANTS }),
      h(Select, { label: t("Valid for"), value: days, onChange: setDays, options: SPANS }),
      h(Why, { text, onInput: setText }),
      h("div", { class: "buttons" }, h(Button, { type: "submit" }, t("Give it"))),
    ),
  );
}

/** @param {{text: string, onInput: (text: string) => void}} props */
const Why = ({ text, onInput }) =>
  h(TextField, { label: t("Why? Other operators read it."), value: text, onInput, required: true, maxLength: 500 });

/**
 * Asks before a grant is taken, and why.
 * @param {{held: Grant, read: () => Promise<void>, onClose: () => void}} props
 */
function Take({ held: { holder, grant }, read, onClose }) {
  const [text, setText] = useState("");
  const take = async () => {
    await call("Operators/TakeGrant", { requestId: uuid(), accountId: holder?.accountId, grant, text });
    onClose();
    await read();
  };
  return h(
    Dialog,
    { title: t("Take a grant from {name}?", { name: holder?.displayName }), onClose },
    h("p", {}, grantName(grant), ". ", t("It ends at once, on all devices.")),
    h(
      Form,
      { onSubmit: take },
      h(Why, { text, onInput: setText }),
      h(
        "div",
        { class: "buttons" },
        h(Button, { onClick: onClose }, t("Cancel")),
        h(Button, { type: "submit", danger: true }, t("Take the grant")),
      ),
    ),
  );
}

/** Actions of operators, the last first. */
function Actions() {
  const { found, isMore, more } = usePages("Operators/ListOperatorActions", "actions", {});
  return h(
    "details",
    {},
    h("summary", {}, t("Actions of the staff")),
    h(
      "ul",
      {},
      found?.map((/** @type {turnledger.AccountAction} */ each) =>
        h(
          "li",
          { key: each.number },
          h("small", {}, dateAndTime(each.createTime)),
          " ",
          h(Account, { accountId: each.operatorId }),
          " → ",
          each.accountId && h(Account, { accountId: each.accountId }),
          ` ${actionSays(each)}`,
        ),
      ),
    ),
    isMore && h("div", { class: "buttons" }, h(Button, { onClick: more }, t("More"))),
  );
}
