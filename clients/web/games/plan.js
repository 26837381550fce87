// “Plan my round”: the sketch in place of the question, and how it is given, by commands or as a standing order.
import { call } from "../api.js";
import { uuid } from "../browser.js";
import { phaseName } from "../table_parts.js";
import { Button, explain, saysOf } from "../ui.js";
import { h, useEffect, useRef, useState } from "../vendor/preact.js";
import { gameOf } from "./index.js";
import { classes, Press, Stepper, Wanted } from "./kit.js";
import { isEmpty, Sketch } from "./sketch.js";

const MORE_MAX = 20;
/** Items of an order, as the server takes them. */
const ITEMS_MAX = 8;

/**
 * The sketch of a game; null until it is loaded, or where the game has none.
 * @param {games.Game} game
 * @returns {Sketch | null}
 */
export function useSketch(game) {
  const [sketch, set] = useState(/** @type {Sketch | null} */ (null));
  const load = gameOf(game.snapshot.board)?.sketch;
  const isReady = Boolean(load && game.edition);
  useEffect(() => {
    if (!isReady) return;
    load?.().then(
      module => set(new Sketch(game, module.default)),
      error => console.warn(error.message),
    );
  }, [game, isReady]);
  return sketch;
}

/**
 * The button that opens and closes the plan; it also plays the plan, as long as the player wants that.
 * @param {{game: any, key?: any}} props
 */
export function PlanButton({ game }) {
  const sketch = useSketch(game);
  usePlaying(game, sketch);
  const close = () => {
    game.sketch$.value = null;
    game.playing$.value = false;
  };
  useEffect(() => close, [game]);
  if (!sketch) return null;
  const isOpen = game.sketch$.value === sketch;
  const steps =
    isEmpty(sketch.wishes) || sketch.isStale
      ? 0
      : sketch.reading().steps.filter(({ state }) => state === "open").length;
  return h(
    "span",
    {},
    h(
      Button,
      { quiet: true, pressed: isOpen, onClick: () => (game.sketch$.value = isOpen ? null : sketch) },
      game.t("Plan my round"),
    ),
    " ",
    h(
      "span",
      { role: "status" },
      game.playing$.value ? game.t("The plan is played.") : steps ? game.t("steps sketched: {n}", { n: steps }) : "",
    ),
  );
}

/** Gives the next command of the plan whenever the game asks for it. @param {any} game @param {Sketch | null} sketch */
function usePlaying(game, sketch) {
  const isOn = game.playing$.value;
  const { version } = game.snapshot;
  const sent = useRef(0);
  const isBusy = game.busy.value;
  useEffect(() => {
    if (!isOn || !sketch || isBusy) return;
    const stop = (/** @type {string} */ why) => {
      game.playing$.value = false;
      sketch.said$.value = why;
      game.say(why);
    };
    const { steps } = sketch.reading();
    const isDone = steps.every(({ state }) => state !== "open");
    if (sketch.isStale && !isDone) return stop(game.t("The round is over."));
    const next = game.isMyTurn ? sketch.model.next(game, sketch.wishes, sketch.reading()) : null;
    if (!next && isDone) {
      sketch.clear();
      return stop(game.t("The plan is done."));
    }
    if (next?.why) return stop(game.t("The plan stopped: {why}", { why: next.why }));
    if (!next?.command || sent.current === version) return;
    sent.current = version;
    game
      .submit({ command: next.command })
      .catch((/** @type {any} */ error) => stop(game.t("The plan stopped: {why}", { why: saysOf(error) })));
  }, [isOn, version, isBusy, sketch]);
}

/** The plan in place of the question. @param {{game: any, key?: any}} props */
export function Plan({ game }) {
  const sketch = /** @type {Sketch} */ (game.sketch$.value);
  const { wishes, model } = sketch;
  const round = model.roundOf(game);
  if (sketch.isStale)
    return h(
      Wanted,
      { says: game.t("This plan was for round {round}.", { round: wishes.round }) },
      h(
        "div",
        { class: "g-line" },
        h(
          Press,
          { game, main: true, does: "plan-renew", onPress: () => sketch.renew() },
          game.t("Use it for round {round}", { round }),
        ),
        h(Press, { game, does: "plan-clear", onPress: () => sketch.clear() }, game.t("Empty it")),
        h(Close, { game }),
      ),
    );
  const { steps, left } = sketch.reading();
  const isAskedHere =
    game.isMyTurn && !(game.playing$.value && (game.busy.value || model.next(game, wishes, sketch.reading())));
  const troubled = steps.some(({ trouble }) => trouble);
  return h(
    Wanted,
    { says: game.t("Your plan for round {round}, at the prices of now.", { round }) },
    isAskedHere ? h("p", { class: "g-note" }, game.t("The game waits for you.")) : null,
    h("p", { class: "g-note" }, model.hint(game)),
    h(model.Inputs, { sketch }),
    steps.length
      ? h(
          "ol",
          { class: "g-plan", "aria-label": game.t("Steps of the plan") },
          steps.map(step => h(StepLine, { key: step.id, game, sketch, step })),
        )
      : null,
    steps.length ? h(How, { game, sketch }) : null,
    h("p", { role: "status", class: "g-refused" }, sketch.said$.value),
    h(
      "div",
      { class: "g-line g-planned-line" },
      h("b", { class: classes("g-left", left < 0 && "g-refused"), role: "status" }, game.t("{n} left", { n: left })),
      h(PlayButton, { game, sketch }),
      troubled
        ? h(Press, { game, does: "plan-renew", onPress: () => sketch.renew() }, game.t("Take the prices of now"))
        : null,
      h(
        Press,
        {
          game,
          does: "plan-undo",
          label: game.t("Step back"),
          title: game.t("Step back"),
          why: !sketch.canUndo,
          onPress: () => sketch.undo(),
        },
        "↶",
      ),
      h(Close, { game }),
    ),
  );
}

/** @param {{game: any, key?: any}} props */
const Close = ({ game }) =>
  h(Press, { game, does: "plan-close", onPress: () => (game.sketch$.value = null) }, game.t("Close"));

/** @param {{game: any, sketch: Sketch, key?: any}} props */
function PlayButton({ game, sketch }) {
  const { steps, left } = sketch.reading();
  const open = steps.filter(({ state }) => state === "open");
  if (game.playing$.value)
    return h(
      Press,
      { game, main: true, does: "plan-stop", onPress: () => (game.playing$.value = false) },
      game.t("Stop the plan"),
    );
  if (!open.length) return null;
  const why = open.find(({ trouble }) => trouble)?.trouble;
  const play = () => {
    sketch.said$.value = "";
    if (why || left < 0) game.say((sketch.said$.value = why ?? ""));
    else game.playing$.value = true;
  };
  return h(Press, { game, main: true, does: "plan-play", why, onPress: play }, game.t("Play the plan"));
}

/** @param {{game: any, sketch: Sketch, step: games.Step, key?: any}} props */
const StepLine = ({ game, sketch, step: { id, says, price, state, trouble, left } }) =>
  h(
    "li",
    { class: `g-${state}` },
    h("span", {}, says),
    h("b", {}, game.t("{n} E", { n: price })),
    h(
      "small",
      {},
      state === "done"
        ? game.t("done")
        : state === "over"
          ? game.t("its time is over")
          : game.t("{n} left", { n: left }),
    ),
    h(
      Press,
      {
        game,
        does: `plan-out-${id.replace(" ", "-")}`,
        label: game.t("Leave out: {what}", { what: says }),
        onPress: () => sketch.model.leaveOut(sketch, id),
      },
      "×",
    ),
    trouble ? h("span", { class: "g-refused", role: "status" }, trouble) : null,
  );

/**
 * How the plan is given: what may cost more, whether it ends the turn, and which part the server does.
 * @param {{game: any, sketch: Sketch, key?: any}} props
 */
function How({ game, sketch }) {
  const { wishes, model } = sketch;
  const reading = sketch.reading();
  const phases = model.phases.filter(phase =>
    reading.steps.some(step => step.phase === phase && step.state === "open"),
  );
  const standing = game.orders$.value?.standing;
  const dearer = model.dearer?.(game);
  return h(
    "details",
    { class: "g-how" },
    h("summary", {}, game.t("Standing order and limits")),
    dearer
      ? h(
          "div",
          { class: "g-line" },
          dearer,
          h(Stepper, {
            game,
            label: dearer,
            value: wishes.more,
            min: 0,
            max: MORE_MAX,
            onChange: more => sketch.change({ more }),
          }),
        )
      : null,
    h(
      "label",
      { class: "g-toggle" },
      h("input", {
        type: "checkbox",
        checked: wishes.ends,
        onChange: (/** @type {any} */ { currentTarget }) => sketch.change({ ends: currentTarget.checked }),
      }),
      game.t("End my turn after each part"),
    ),
    h(
      "div",
      { class: "g-line" },
      phases.map(phase =>
        h(
          Press,
          { key: phase, game, does: `plan-order-${phase}`, onPress: () => order(game, sketch, phase) },
          game.t("Leave it to the server: {phase}", { phase: phaseName(game, phase) }),
        ),
      ),
    ),
    h(
      "p",
      { class: "g-note" },
      standing
        ? game.t("An order is in force for this phase: {phase}. A new one replaces it.", {
            phase: phaseName(game, standing.phase),
          })
        : game.t("The server then does this part also while you are away. A seat has one order at a time."),
    ),
  );
}

/** @param {any} game @param {Sketch} sketch @param {string} phase */
async function order(game, sketch, phase) {
  const items = sketch.model.orders(sketch.wishes, sketch.reading(), phase).slice(0, ITEMS_MAX);
  const request = { gameId: game.id, requestId: uuid(), phase, items, parts: { words: true } };
  try {
    const { orders, events } = await call("Play/SetOrders", request);
    game.orders$.value = orders;
    const says = events.map((/** @type {turnledger.GameEvent} */ { says: each }) => each).filter(Boolean);
    game.say(says.join(" ") || game.t("Nothing at once: it waits."));
  } catch (error) {
    explain(error);
  }
}
