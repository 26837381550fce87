// Where the account gets its notices, and when not (docs/notices.md).
import { call } from "../api.js";
import { useOwner } from "../around/owner.js";
import { t } from "../i18n.js";
import { me } from "../session.js";
import { local } from "../storage.js";
import { Button, Check, explain, Form, Loading, Main, Select, tell, TextField } from "../ui.js";
import { h, useEffect, useState } from "../vendor/preact.js";

/** Which of the targets is this browser. */
const HERE = "turnledger.push";
/** @type {[string, string][]} */
const KINDS = [
  ["YOUR_TURN", t("my turn")],
  ["TIME_IS_SHORT", t("little time is left")],
  ["SEAT_LOST", t("a bot plays my seat")],
  ["ORDER_ENDED", t("an order of mine ended")],
  ["GAME_OVER", t("a game is over")],
  ["INVITED", t("an invitation")],
  ["MENTIONED", t("my name in a chat")],
  ["REPORT_ANSWERED", t("an answer to a report")],
  ["ADMITTED", t("a place in a tournament")],
  ["ROUND_BEGAN", t("a round of a tournament begins")],
  ["TOURNAMENT_OVER", t("a tournament is over")],
];
/** @type {[string, string][]} */
const FORMATS = [
  ["UNSPECIFIED", t("signed JSON for a program")],
  ["DISCORD", "Discord"],
  ["SLACK", "Slack"],
  ["TELEGRAM", "Telegram"],
];
/** @type {[string, string][]} */
const PACES = [
  ["UNSPECIFIED", t("all games")],
  ["LIVE", t("live games")],
  ["SLOW", t("games over days")],
];
const clock = (/** @type {number} */ minutes) => new Date(minutes * 60_000).toISOString().slice(11, 16);
const minutes = (/** @type {string} */ text) => text.split(":").reduce((all, each) => 60 * all + Number(each), 0);
const canPush = () => isSecureContext && "PushManager" in window && Boolean(navigator.serviceWorker);

export default function Notices() {
  const [targets, setTargets] = useState(/** @type {turnledger.Target[] | null} */ (null));
  const [pushKey, setPushKey] = useState("");
  const read = () => call("Notifications/ListTargets").then(answer => setTargets(answer.targets), explain);
  const mine = me.value?.accountId;
  useEffect(() => {
    if (!mine) return;
    read();
    call("Notifications/GetPushKey").then(({ publicKey }) => setPushKey(publicKey), explain);
  }, [mine]);
  const set = async (/** @type {object} */ target, proof = {}) => {
    const { secret, target: made } = await call("Notifications/SetTarget", { target, ...proof });
    if (secret) tell({ title: t("The key of this webhook, shown this once"), text: secret });
    await read();
    return made;
  };
  if (!targets) return h(Main, {}, h(Loading, {}));
  return h(
    Main,
    { class: "a-settings a-player" },
    h("h1", {}, t("Notices")),
    h("p", { class: "small" }, t("Notices for the time when you are away. They never say what is on the table.")),
    pushKey && canPush() && h(ThisBrowser, { targets, pushKey, set, read }),
    h(
      "section",
      { "aria-label": t("Where to") },
      h("h2", {}, t("Where to")),
      targets.length
        ? h(
            "ul",
            { class: "rows" },
            targets.map(each => h(TargetRow, { key: each.targetId, target: each, set, read })),
          )
        : h("p", { class: "empty" }, t("Nowhere yet.")),
    ),
    h(AddMail, { set }),
    h(AddWebhook, { set }),
    h(Hours, {}),
  );
}

/**
 * A switch: this browser gets notices, also while the page is closed.
 * @param {{targets: turnledger.Target[], pushKey: string, set: (target: object) => Promise<turnledger.Target>,
 *   read: () => Promise<unknown>}} props
 */
function ThisBrowser({ targets, pushKey, set, read }) {
  const here = local.get(HERE);
  const on = targets.some(({ targetId, off }) => targetId === here && !off);
  const turn = async (/** @type {boolean} */ wanted) => {
    const { pushManager } = await navigator.serviceWorker.ready;
    if (!wanted) {
      await (await pushManager.getSubscription())?.unsubscribe();
      if (here) await call("Notifications/DeleteTarget", { targetId: here });
      return read();
    }
    if ((await Notification.requestPermission()) !== "granted")
      return tell({ title: t("This browser does not allow notifications of this page.") });
    const { endpoint, keys } = (
      await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: pushKey })
    ).toJSON();
    local.set(HERE, (await set({ webPush: { url: endpoint, ...keys } })).targetId);
  };
  const failed = (/** @type {any} */ error) =>
    error instanceof DOMException
      ? tell({ title: t("This browser cannot be reached: its push service does not answer."), small: error.message })
      : explain(error);
  return h(Check, {
    label: t("Tell this browser, also when the page is closed"),
    checked: on,
    onChange: wanted => turn(wanted).catch(failed).then(read),
  });
}

/**
 * @param {{target: turnledger.Target, set: (target: object) => Promise<unknown>, read: () => Promise<unknown>,
 *   key?: any}} props
 */
function TargetRow({ target, set, read }) {
  const { targetId, webhook, mail, fcm, apns, off, proven, kinds, pace, waitS, daily } = target;
  const name = webhook
    ? webhook.url
    : mail
      ? mail.address
      : fcm || apns
        ? t("an app on a phone")
        : targetId === local.get(HERE)
          ? t("this browser")
          : t("a browser");
  const state = off
    ? t("switched off")
    : proven
      ? ""
      : mail
        ? t("waits for the link in the mail")
        : t("waits for an answer to its challenge");
  const change = (/** @type {object} */ more) => set({ ...target, ...more });
  const chosen = (/** @type {string} */ kind) =>
    !kinds.length || kinds.includes(/** @type {any} */ (`NOTICE_KIND_${kind}`));
  const tick = (/** @type {string} */ kind, /** @type {boolean} */ wanted) =>
    change({
      kinds: KINDS.map(([each]) => each)
        .filter(each => (each === kind ? wanted : chosen(each)))
        .map(each => `NOTICE_KIND_${each}`),
    });
  return h(
    "li",
    {},
    h("span", { class: "a-wrap" }, name, " ", h("em", {}, state)),
    h(
      "span",
      { class: "buttons" },
      h(
        Button,
        {
          class: "small",
          label: t("Test: {name}", { name }),
          disabled: off || !proven,
          onClick: () => call("Notifications/SendTestNotice", { targetId }),
        },
        t("Test"),
      ),
      h(
        Button,
        {
          class: "small",
          label: t("Remove: {name}", { name }),
          onClick: () => call("Notifications/DeleteTarget", { targetId }).then(read),
        },
        t("Remove"),
      ),
    ),
    !(target.webPush || fcm || apns) &&
      h(
        "details",
        {},
        h("summary", {}, t("Kinds and times")),
        KINDS.map(([kind, says]) =>
          h(Check, {
            key: kind,
            label: says,
            checked: chosen(kind),
            onChange: wanted => tick(kind, wanted).catch(explain),
          }),
        ),
        h(Select, {
          label: t("Of"),
          value: pace.replace("GAME_PACE_", ""),
          options: PACES,
          onChange: each => change({ pace: `GAME_PACE_${each}` }).catch(explain),
        }),
        h(Select, {
          label: t("Tell my turn"),
          value: String(waitS),
          options: [
            ["0", t("at once")],
            ["300", t("after five minutes")],
            ["3600", t("after an hour")],
          ],
          onChange: each => change({ waitS: Number(each) }).catch(explain),
        }),
        h(Check, {
          label: t("Once a day, all together"),
          checked: daily,
          onChange: each => change({ daily: each }).catch(explain),
        }),
      ),
  );
}

/** @param {{set: (target: object, proof?: object) => Promise<unknown>}} props */
function AddMail({ set }) {
  const [address, setAddress] = useState("");
  const { field, prove } = useOwner("");
  const add = async () => {
    await set({ mail: { address: address.trim() } }, await prove());
    tell({ title: t("A link is on its way to {address}. It also becomes a way back into the account.", { address }) });
    setAddress("");
  };
  return h(
    Form,
    { onSubmit: add },
    h(
      "fieldset",
      {},
      h("legend", {}, t("A mailbox")),
      h(TextField, {
        label: t("Address"),
        type: "email",
        autocomplete: "email",
        required: true,
        value: address,
        onInput: setAddress,
      }),
      field,
      h(Button, { type: "submit" }, t("Add the mailbox")),
    ),
  );
}

/** @param {{set: (target: object) => Promise<unknown>}} props */
function AddWebhook({ set }) {
  const [url, setUrl] = useState("");
  const [format, setFormat] = useState("DISCORD");
  return h(
    Form,
    {
      onSubmit: async () => {
        await set({ webhook: { url: url.trim(), format: `WEBHOOK_FORMAT_${format}` } });
        setUrl("");
      },
    },
    h(
      "fieldset",
      {},
      h("legend", {}, t("A webhook")),
      h(Select, { label: t("As"), value: format, options: FORMATS, onChange: setFormat }),
      h(TextField, { label: "URL", type: "url", required: true, maxLength: 2000, value: url, onInput: setUrl }),
      h(Button, { type: "submit" }, t("Add the webhook")),
    ),
  );
}

function Hours() {
  const [hours, setHours] = useState(/** @type {turnledger.Hours | null} */ (null));
  useEffect(() => void call("Notifications/GetHours").then(answer => setHours(answer.hours), explain), []);
  if (!hours) return null;
  const time = (/** @type {"quietFrom" | "quietUntil" | "digestMinute"} */ name, /** @type {string} */ label) =>
    h(TextField, {
      label,
      type: "time",
      required: true,
      value: clock(hours[name]),
      onInput: text => text && setHours({ ...hours, [name]: minutes(text) }),
    });
  const save = async () => {
    setHours(
      (
        await call("Notifications/SetHours", {
          hours: { ...hours, timeZone: hours.timeZone || Intl.DateTimeFormat().resolvedOptions().timeZone },
        })
      ).hours,
    );
    tell({ title: t("Kept.") });
  };
  return h(
    Form,
    { onSubmit: save },
    h(
      "fieldset",
      {},
      h("legend", {}, t("Quiet hours")),
      h(
        "p",
        { class: "small" },
        t("Nothing is sent then, but afterwards what is still true. The same twice: no quiet hours."),
      ),
      h(
        "div",
        { class: "pair" },
        time("quietFrom", t("From")),
        time("quietUntil", t("Until")),
        time("digestMinute", t("Once a day, at")),
      ),
      h(TextField, {
        label: t("Time zone"),
        value: hours.timeZone,
        onInput: timeZone => setHours({ ...hours, timeZone }),
        placeholder: Intl.DateTimeFormat().resolvedOptions().timeZone,
        maxLength: 60,
      }),
      h(Button, { type: "submit" }, t("Keep")),
    ),
  );
}
