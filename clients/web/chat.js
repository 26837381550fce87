// The chat of the table.
import { call, watch } from "./api.js";
import { uuid } from "./browser.js";
import { dateAndTime, t, timeOfDay } from "./i18n.js";
import { seatOf } from "./tables.js";
import { me } from "./state.js";
import { announce, Button, Dialog, Form, TextField } from "./ui.js";
import { h, useEffect, useState } from "./vendor/preact.js";

const READ = 50;

/**
 * Those at the table talk among themselves; who looks on has a chat apart, which they read once the game is over.
 * @param {{game: import("./game.js").GameState, table: turnledger.Table}} props
 */
export function Chats({ game, table }) {
  const sits = seatOf(table) >= 0 || table.hostAccountId === me.value?.accountId;
  const over = table.status === "TABLE_STATUS_FINISHED";
  return [
    sits && h(Chat, { game, table, watching: false, key: "table" }),
    !table.private &&
      table.status !== "TABLE_STATUS_OPEN" &&
      (over || !sits) &&
      h(Chat, { game, table, watching: true, key: "watching" }),
  ];
}

/** @param {{game: import("./game.js").GameState, table: turnledger.Table, watching: boolean, key?: any}} props */
function Chat({ game, table, watching }) {
  const [messages, setMessages] = useState(/** @type {turnledger.ChatMessage[]} */ ([]));
  const [text, setText] = useState("");
  useEffect(() => {
    const stop = new AbortController();
    follow(game.id, watching, setMessages, stop.signal);
    return () => stop.abort();
  }, [game.id]);
  const title = watching ? t("Spectators' chat") : t("Chat");
  const send = async () => {
    if (!text.trim()) return;
    await call("Chat/SendMessage", { requestId: uuid(), gameId: game.id, text: text.trim(), watching });
    setText(now => (now === text ? "" : now)); // the next thing may have been begun meanwhile
  };
  return h(
    "section",
    { class: "chat", "aria-label": title },
    h("h2", {}, title),
    watching && h("p", { class: "small" }, t("The players read it when the game is over.")),
    h(
      "ol",
      { class: "messages", tabIndex: 0, "aria-label": t("Messages") },
      messages.length
        ? messages.map(each => h("li", { key: each.number }, h(Message, { message: each, gameId: game.id, watching })))
        : h("li", { class: "empty" }, t("Nothing was said yet.")),
    ),
    h(
      Form,
      { onSubmit: send, class: "say" },
      h("input", {
        "aria-label": t("Say something"),
        placeholder: t("Say something"),
        value: text,
        maxLength: 500,
        onInput: (/** @type {any} */ event) => setText(event.currentTarget.value),
      }),
      h(Button, { type: "submit" }, t("Send")),
    ),
    !watching && h(ReportPlayer, { gameId: game.id, table }),
  );
}

/** @param {{message: turnledger.ChatMessage, gameId: string, watching: boolean}} props */
function Message({ message, gameId, watching }) {
  const { number, player, text, createTime } = message;
  const [reporting, setReporting] = useState(false);
  const mute = () => call("Chat/Mute", { accountId: player?.accountId });
  return [
    h("time", { title: dateAndTime(createTime) }, timeOfDay(createTime)),
    " ",
    h("strong", {}, player?.displayName || t("deleted account")),
    " ",
    text || h("em", {}, t("deleted")),
    " ",
    player &&
      player.accountId !== me.value?.accountId &&
      h(
        Button,
        { quiet: true, class: "small", onClick: mute, label: t("Mute {name}", { name: player.displayName }) },
        t("mute"),
      ),
    player &&
      player.accountId !== me.value?.accountId &&
      text &&
      h(
        Button,
        {
          quiet: true,
          class: "small",
          onClick: () => setReporting(true),
          label: t("Report {name}", { name: player.displayName }),
        },
        t("report"),
      ),
    player &&
      reporting &&
      h(ReportDialog, {
        gameId,
        accountId: player.accountId,
        name: player.displayName,
        number,
        quote: text,
        watching,
        onClose: () => setReporting(false),
      }),
  ];
}

/** Reports any player at the table. @param {{gameId: string, table: turnledger.Table}} props */
function ReportPlayer({ gameId, table }) {
  const [whom, setWhom] = useState(/** @type {turnledger.Occupant | null} */ (null));
  const others = table.occupants.filter(({ accountId }) => accountId && accountId !== me.value?.accountId);
  if (!others.length) return null;
  return h(
    "details",
    { class: "report" },
    h("summary", {}, t("Report a player")),
    h(
      "div",
      { class: "buttons" },
      others.map(each =>
        h(
          Button,
          {
            key: each.accountId,
            quiet: true,
            class: "small",
            onClick: () => setWhom(each),
            label: t("Report {name}", { name: each.displayName }),
          },
          each.displayName,
        ),
      ),
    ),
    whom &&
      h(ReportDialog, {
        gameId,
        accountId: whom.accountId,
        name: whom.displayName,
        number: 0,
        quote: "",
        watching: false,
        onClose: () => setWhom(null),
      }),
  );
}

/**
 * @param {{gameId: string, accountId: string, name: string, number: number, quote: string, watching: boolean,
 *   onClose: () => void}} props
 */
function ReportDialog({ gameId, accountId, name, number, quote, watching, onClose }) {
  const [why, setWhy] = useState("");
  const [requestId] = useState(uuid);
  const send = async () => {
    await call("Chat/Report", { requestId, gameId, accountId, number, text: why.trim(), watching });
    onClose();
    announce(t("The operators have it now."));
  };
  return h(
    Dialog,
    { title: t("Report {name}", { name }), onClose },
    h(
      Form,
      { onSubmit: send },
      quote && h("blockquote", { class: "rule-text" }, quote),
      h("p", {}, t("Only the operators of this service read it.")),
      h(TextField, { label: t("What is wrong?"), value: why, onInput: setWhy, required: true, maxLength: 500 }),
      h(
        "div",
        { class: "buttons" },
        h(Button, { type: "submit", primary: true }, t("Report")),
        h(Button, { onClick: onClose }, t("Cancel")),
      ),
    ),
  );
}

/**
 * The last ones, then each as it comes.
 * @param {string} gameId
 * @param {boolean} watching
 * @param {(change: (now: turnledger.ChatMessage[]) => turnledger.ChatMessage[]) => void} change
 * @param {AbortSignal} stop
 */
async function follow(gameId, watching, change, stop) {
  let afterNumber = 0;
  let known = false;
  const add = (/** @type {turnledger.ChatMessage[]} */ fresh) =>
    change(now => [...now.filter(({ number }) => !fresh.some(each => each.number === number)), ...fresh].slice(-200));
  const { messages } = await call(
    "Chat/ListMessages",
    { gameId, watching, pageSize: READ, newestFirst: true },
    stop,
  ).catch(() => ({ messages: [] }));
  if (stop.aborted) return;
  change(() => messages.toReversed());
  afterNumber = messages[0]?.number ?? 0;
  await watch(
    "Chat/WatchChat",
    () => ({ gameId, watching, afterNumber }),
    ({ messages: fresh, number }) => {
      afterNumber = number;
      if (!fresh.length) return void (known = true);
      add(fresh);
      const others = fresh.filter(
        (/** @type {turnledger.ChatMessage} */ { player }) => player?.accountId !== me.value?.accountId,
      );
      if (known || messages.length)
        announce(
          others
            .map((/** @type {turnledger.ChatMessage} */ { player, text }) => `${player?.displayName}: ${text}`)
            .join(". "),
        );
    },
    stop,
  );
}
