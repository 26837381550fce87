// A standing order of the viewer's seat (docs/orders.md): set, shown, cancelled, and why one ended. The kinds are
// in the folder of each game.
import { call } from "../api.js";
import { uuid } from "../browser.js";
import { t } from "../i18n.js";
import { phaseName } from "../table_parts.js";
import { Button, Check, Dialog, explain, Select, TextField } from "../ui.js";
import { h, useEffect, useState } from "../vendor/preact.js";
import { gameOf } from "./index.js";

/**
 * A field of an item: a number, one `of` several, `some` of several, or a `yes`. `json`: one of several, each written
 * as JSON; an item is offered only while there is one.
 * @typedef {{label: string, of?: (game: games.Game) => [string, string][], some?: true, yes?: true,
 *   json?: true}} OrderField
 * @typedef {{phases: string[], says: string, fields: Record<string, OrderField>}} OrderItem
 * `stops`: reasons that end an order unless it ignores them, by code.
 * @typedef {{phases: string[], items: Record<string, OrderItem>, stops: Record<string, string>}} Orderable
 * @typedef {{kind: string, values: Record<string, any>}} Item
 * @typedef {{game: any, can: Orderable, orders: turnledger.SeatOrders,
 *   know: (now: turnledger.SeatOrders) => void}} Props
 */

const ITEMS_MAX = 8;
const ASK_AGAIN_MS = 2_000;
/** How often a hundred more events are read for something that the seat did in a round before. */
const EARLIER = 3;
/** Its player ended it or knew that it would end: no notice is needed. */
const OWN = ["ORDER_DONE", "OWN_COMMAND", "ORDER_CLEARED", "ORDER_REPLACED"];

/** @param {{game: any}} props */
export function Orders({ game }) {
  const orders = /** @type {turnledger.SeatOrders | null} */ (game.orders$.value);
  const know = (/** @type {turnledger.SeatOrders} */ now) => (game.orders$.value = now);
  const [can, setCan] = useState(/** @type {Orderable | null} */ (null));
  const [open, setOpen] = useState(false);
  const [asked, ask] = useState(0);
  const known = gameOf(game.snapshot$.value?.board);
  useEffect(() => {
    if (orders && !orders.standing && !open) return undefined;
    const stop = new AbortController();
    call("Play/GetOrders", { gameId: game.id }, stop.signal).then(
      answer => know(answer.orders),
      error => stop.signal.aborted || console.warn(error.message),
    );
    return () => stop.abort();
  }, [game.snapshot$.value?.version, open, asked]);
  const isWaited = Boolean(orders?.standing) && game.isMyTurn;
  useEffect(() => {
    // The game waits for the seat and the order has not answered: it ends without a move, or is just being carried out.
    const timer = isWaited ? setTimeout(() => ask(asked + 1), ASK_AGAIN_MS) : undefined;
    return () => clearTimeout(timer);
  }, [isWaited, asked]);
  if (!known || !orders || !game.edition$.value) return null;
  const show = () =>
    known
      .orders()
      .then(async module => {
        await readUp(game, module.default);
        setCan(module.default);
        setOpen(true);
      })
      .catch(error => console.warn(error.message));
  const last = orders.ended.at(-1);
  const why = orders.standing
    ? t("in force")
    : last && !OWN.includes(last.reason)
      ? t("has ended: {why}", { why: last.says })
      : "";
  return h(
    "div",
    { class: "orders" },
    h(Button, { quiet: true, onClick: show }, t("Standing order")),
    " ",
    h("span", { role: "status" }, why),
    open &&
      can &&
      h(
        Dialog,
        { title: t("Standing order"), onClose: () => setOpen(false), class: "wide" },
        h(orders.standing ? Standing : Give, { game, can, orders, know }),
        orders.ended.length > 0 &&
          h(
            "div",
            {},
            h("h3", {}, t("Earlier orders")),
            h(
              "ol",
              { class: "ended" },
              orders.ended
                .toReversed()
                .slice(0, 5)
                .map(({ number, says }) => h("li", { key: number, value: number }, says)),
            ),
          ),
        h("div", { class: "buttons" }, h(Button, { onClick: () => setOpen(false) }, t("Close"))),
      ),
  );
}

/** @param {Orderable["items"][string]} item @param {any} game */
const isThere = ({ fields }, game) => Object.values(fields).every(({ of, json }) => !json || of?.(game).length);

/** Events before the known ones may have to be read. @param {any} game @param {Orderable} can */
async function readUp(game, can) {
  for (let n = 0; n < EARLIER && Object.values(can.items).some(item => !isThere(item, game)); n += 1)
    await game.readEarlier();
}

/** The active order. @param {Props} props */
function Standing({ game, can, orders: { standing }, know }) {
  if (!standing) return null;
  const back = async () =>
    know((await call("Play/SetOrders", { gameId: game.id, requestId: uuid(), items: [] })).orders);
  return h(
    "div",
    {},
    h("p", {}, t("For round {round}: {phase}.", { round: standing.round, phase: phaseName(game, standing.phase) })),
    h(
      "ol",
      {},
      standing.items.map((each, place) =>
        h(
          "li",
          { key: place, "aria-current": place === standing.item ? "step" : undefined },
          inWords(game, can, each),
          place === standing.item && standing.given ? ` (${t("done so far: {n}", { n: standing.given })})` : "",
        ),
      ),
    ),
    standing.ignore.length > 0 &&
      h(
        "p",
        {},
        t("It continues all the same when: {what}.", {
          what: standing.ignore.map(code => can.stops[code] ?? code).join(", "),
        }),
      ),
    h("p", {}, standing.endsTurn ? t("It ends your turn.") : t("After it the game waits for you.")),
    h(Button, { danger: true, onClick: back }, t("Take it back")),
  );
}

/** @param {any} game @param {Orderable} can @param {turnledger.Order} order */
function inWords(game, can, order) {
  const [kind, values] = /** @type {[string, any]} */ (Object.entries(Object.values(order)[0])[0]);
  const { says, fields } = can.items[kind] ?? { says: kind, fields: {} };
  const told = Object.entries(fields).map(([name, { label, of, some, yes, json }]) => {
    const value = json ? JSON.stringify(values[name]) : (values[name] ?? "");
    const names = new Map(of?.(game));
    if (some) return value.map((/** @type {string} */ each) => names.get(each) ?? each).join(", ") || "–";
    return yes ? value && label : of ? (names.get(value) ?? value) : `${label}: ${value}`;
  });
  return [says, ...told].filter(Boolean).join(" · ");
}

/** @param {Props} props */
function Give({ game, can, know }) {
  const now = game.snapshot.moment?.phase;
  const kindsOf = (/** @type {string} */ phase) =>
    Object.entries(can.items)
      .filter(([, item]) => item.phases.includes(phase) && isThere(item, game))
      .map(([kind, { says }]) => /** @type {[string, string]} */ ([kind, says]));
  const fresh = (/** @type {string} */ at) => ({ kind: kindsOf(at)[0][0], values: {} });
  const [phase, setPhase] = useState(can.phases.includes(now) ? now : can.phases[0]);
  const [items, setItems] = useState(/** @type {Item[]} */ ([fresh(phase)]));
  const [ignore, setIgnore] = useState(/** @type {string[]} */ ([]));
  const [says, setSays] = useState("");
  const change = (/** @type {Item[]} */ to) => {
    setItems(to);
    setSays("");
  };
  const ask = async (/** @type {boolean} */ validateOnly) => {
    const given = items.map(({ kind, values }) => ({
      [Object.keys(game.snapshot.board)[0]]: {
        [kind]: Object.fromEntries(
          Object.entries(can.items[kind].fields)
            .map(([name, field]) => [name, written(field, valueOf(game, field, values[name]))])
            .filter(([, value]) => value !== ""),
        ),
      },
    }));
    const { events, orders } = await call("Play/SetOrders", {
      gameId: game.id,
      requestId: uuid(),
      phase,
      items: given,
      ignore,
      parts: { words: true },
      validateOnly,
    });
    setSays(
      events
        .map((/** @type {turnledger.GameEvent} */ event) => event.says)
        .filter(Boolean)
        .join(" ") || t("Nothing at once: it waits."),
    );
    if (!validateOnly) know(orders);
  };
  return h(
    "div",
    {},
    h(
      "p",
      { class: "small" },
      t("The server carries it out while you are away, by the same rules. Other players do not learn of it."),
    ),
    h(Select, {
      label: t("In the phase"),
      value: phase,
      onChange: each => {
        setPhase(each);
        change([fresh(each)]);
      },
      options: can.phases.map(each => [each, phaseName(game, each)]),
    }),
    items.map((item, place) =>
      h(
        "fieldset",
        { key: place, class: "pair" },
        h("legend", {}, place ? t("Then") : t("First")),
        h(Select, {
          label: t("Kind"),
          value: item.kind,
          onChange: kind => change(items.with(place, { kind, values: {} })),
          options: kindsOf(phase),
        }),
        Object.entries(can.items[item.kind].fields).map(([name, field]) =>
          h(OrderInput, {
            key: name,
            game,
            field,
            value: item.values[name],
            set: value => change(items.with(place, { ...item, values: { ...item.values, [name]: value } })),
          }),
        ),
        place > 0 && h(Button, { onClick: () => change(items.toSpliced(place, 1)) }, t("Leave this out")),
      ),
    ),
    items.length < ITEMS_MAX && h(Button, { onClick: () => change([...items, fresh(phase)]) }, t("And then…")),
    h(
      "fieldset",
      {},
      h("legend", {}, t("Continues all the same when")),
      Object.entries(can.stops).map(([code, label]) =>
        h(Check, {
          key: code,
          label,
          checked: ignore.includes(code),
          onChange: checked => {
            setIgnore(checked ? [...ignore, code] : ignore.filter(each => each !== code));
            setSays("");
          },
        }),
      ),
    ),
    h("p", { role: "status" }, says),
    h(
      "div",
      { class: "buttons" },
      h(Button, { primary: true, onClick: () => ask(false).catch(explain) }, t("Give this order")),
      h(Button, { onClick: () => ask(true).catch(explain) }, t("What would it do at once?")),
    ),
  );
}

const valueOf = (/** @type {any} */ game, /** @type {OrderField} */ { of, some, yes }, /** @type {any} */ value) =>
  value ?? (some ? [] : yes ? false : of ? (of(game)[0]?.[0] ?? "") : 1);

const written = (/** @type {OrderField} */ { json }, /** @type {any} */ value) => (json ? JSON.parse(value) : value);

/** @param {{game: any, field: OrderField, value: any, set: (value: any) => void, key?: any}} props */
function OrderInput({ game, field, value: given, set }) {
  const { label, of, some, yes } = field;
  const value = valueOf(game, field, given);
  if (some)
    return h(
      "div",
      {},
      of?.(game).map(([id, name]) =>
        h(Check, {
          key: id,
          label: name,
          checked: value.includes(id),
          onChange: checked =>
            set(checked ? [...value, id] : value.filter((/** @type {string} */ each) => each !== id)),
        }),
      ),
    );
  if (yes) return h(Check, { label, checked: value, onChange: set });
  if (of) return h(Select, { label, value, onChange: set, options: of(game) });
  return h(TextField, {
    label,
    type: "number",
    inputMode: "numeric",
    min: 1,
    max: 999,
    value: String(value),
    onInput: text => set(Number(text)),
  });
}
