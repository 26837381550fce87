// Parts that every screen is made of: buttons, fields, dialogs, notes, chips, and the live region that a screen reader
// reads.
import { named, t } from "./i18n.js";
import { ServiceError } from "./layer/connect.js";
import { PATHS } from "./looks.js";
import { h, signal, useEffect, useId, useRef, useState } from "./vendor/preact.js";

/** @typedef {import("./vendor/preact.js").ComponentChildren} Children */

// ---- messages without a request ----

const TOLD_MS = 5_000;
/** @type {HTMLElement | null} */
let region = null;
/** Tells a screen reader. Each text is a node of its own for some seconds, so that none is lost or read twice. */
export function announce(/** @type {string} */ text) {
  const at = performance.now();
  const line = Object.assign(document.createElement("p"), { textContent: text });
  line.dataset.at = String(at);
  while (at - Number(/** @type {any} */ (region?.firstElementChild)?.dataset.at) >= TOLD_MS)
    region?.firstElementChild?.remove();
  region?.append(line);
}
/** Filled by hand: Preact would compare all its lines whenever one comes. */
export const LiveRegion = () =>
  h("div", {
    ref: (/** @type {HTMLElement | null} */ node) => (region = node),
    class: "visually-hidden",
    role: "log",
    "aria-live": "polite",
  });

/** @typedef {{title: string, text?: string, rule?: string, legal?: string[], small?: string}} Note */
/** The note that app.js shows over the page. */
export const note = signal(/** @type {Note | null} */ (null));
export const tell = (/** @type {Note} */ what) => {
  note.value = what;
};

/** Why, for the person; the network says nothing in their language. */
export const saysOf = (/** @type {ServiceError} */ error) => error.says || error.message;

/** The server's refusal, or that it does not answer. */
export function explain(/** @type {unknown} */ error) {
  if (!(error instanceof ServiceError)) throw error;
  if (error.code === "unavailable" && error.reason !== "ISSUER_AWAY") return announce(t("The server does not answer."));
  tell({ title: saysOf(error), rule: error.rule, small: error.reason || error.code });
}

/** The same of a move: with what is legal instead. */
export function explainInstead(/** @type {unknown} */ error) {
  if (!(error instanceof ServiceError)) throw error;
  const legal = (error.legal?.commands ?? []).map(({ kind }) => kindName(kind));
  tell({ title: saysOf(error), rule: error.rule, legal, small: error.reason || error.code });
}

/** Words for kinds of commands: set by the game's module. */
export const kindNames = signal(/** @type {Record<string, string>} */ ({}));
const kindName = (/** @type {string} */ kind) => kindNames.value[kind] ?? kind.replaceAll("_", " ");

// ---- buttons and fields ----

/**
 * @param {{onClick?: (event: MouseEvent) => unknown, primary?: boolean, quiet?: boolean, danger?: boolean,
 *   disabled?: boolean, type?: string, class?: string, title?: string, label?: string, pressed?: boolean,
 *   autofocus?: boolean, children?: Children}} props
 */
export function Button({
  onClick,
  primary,
  quiet,
  danger,
  type = "button",
  label,
  pressed,
  class: more = "",
  children,
  ...rest
}) {
  const [busy, setBusy] = useState(false);
  const click = async (/** @type {MouseEvent} */ event) => {
    if (busy) return;
    setBusy(true);
    try {
      await onClick?.(event);
    } catch (error) {
      explain(error);
    } finally {
      setBusy(false);
    }
  };
  const kind = [primary && "primary", quiet && "quiet", danger && "danger", more].filter(Boolean).join(" ");
  return h(
    "button",
    {
      ...rest,
      type,
      class: `button ${kind}`,
      onClick: onClick && click,
      "aria-label": label,
      "aria-pressed": pressed,
      "aria-busy": busy || undefined,
    },
    children,
  );
}

/**
 * A component of a module that is read when it is first wanted, so that the first board waits for none of it.
 *
 * @param {{load: () => Promise<any>, name: string, onClose?: () => void, [prop: string]: any}} props
 */
export function Later({ load, name, ...props }) {
  const [Found, setFound] = useState(/** @type {any} */ (null));
  useEffect(() => {
    load().then(
      module => setFound(() => module[name]),
      error => {
        console.warn(error.message);
        announce(t("The server does not answer."));
        if (props.onClose) setFound(() => () => null);
        props.onClose?.();
      },
    );
  }, []);
  return Found ? h(Found, props) : h(props.onClose ? Coming : Loading, {});
}

export const Loading = () => h("p", { class: "waiting" }, t("Loading…"));

/** The main part of a screen. @param {{class?: string, children?: Children}} props */
export const Main = ({ children, ...more }) => h("main", { id: "main", tabIndex: -1, ...more }, children);

/** “Loading…”, shown once a request takes longer than a moment. */
export const Coming = () => h("p", { class: "coming", role: "status" }, t("Loading…"));

/** @param {{label: string, hint?: string, children: (id: string, hintId: string | undefined) => Children}} props */
export function Field({ label, hint, children }) {
  const id = useId();
  const hintId = hint ? `${id}-hint` : undefined;
  return h(
    "div",
    { class: "field" },
    h("label", { for: id }, label),
    children(id, hintId),
    hint && h("span", { id: hintId, class: "hint" }, hint),
  );
}

/**
 * @param {{label: string, value: string, onInput: (value: string) => void, hint?: string, [more: string]: any}} props
 */
export const TextField = ({ label, value, onInput, hint, ...more }) =>
  h(Field, {
    label,
    hint,
    children: (/** @type {string} */ id, /** @type {string | undefined} */ hintId) =>
      h("input", {
        ...more,
        id,
        value,
        "aria-describedby": hintId,
        onInput: (/** @type {any} */ event) => onInput(event.currentTarget.value),
      }),
  });

/**
 * @param {{label: string, value: string, onChange: (value: string) => void, options: [string, string][],
 *   hint?: string}} props
 */
export const Select = ({ label, value, onChange, options, hint }) =>
  h(Field, {
    label,
    hint,
    children: (/** @type {string} */ id, /** @type {string | undefined} */ hintId) =>
      h(
        "select",
        {
          id,
          value,
          "aria-describedby": hintId,
          onChange: (/** @type {any} */ event) => onChange(event.currentTarget.value),
        },
        options.map(([each, name]) => h("option", { key: each, value: each, selected: each === value }, name)),
      ),
  });

/** @param {{label: string, checked: boolean, onChange: (checked: boolean) => void, hint?: string}} props */
export function Check({ label, checked, onChange, hint }) {
  const id = useId();
  return h(
    "div",
    { class: "check" },
    h("input", {
      id,
      type: "checkbox",
      checked,
      "aria-describedby": hint && `${id}-hint`,
      onChange: (/** @type {any} */ event) => onChange(event.currentTarget.checked),
    }),
    h("label", { for: id }, label),
    hint && h("span", { id: `${id}-hint`, class: "hint" }, hint),
  );
}

/** A form that is sent by Enter too. @param {{onSubmit: () => unknown, class?: string, children: Children}} props */
export function Form({ onSubmit, class: kind, children }) {
  const send = async (/** @type {Event} */ event) => {
    event.preventDefault();
    try {
      await onSubmit();
    } catch (error) {
      explain(error);
    }
  };
  return h("form", { onSubmit: send, class: kind }, children);
}

// ---- dialogs ----

/**
 * The browser's own modal dialog: it keeps the focus, gives it back, and Escape closes it.
 * @param {{title: string, onClose: () => void, class?: string, children?: Children}} props
 */
export function Dialog({ title, onClose, class: kind = "", children }) {
  const box = useRef(/** @type {HTMLDialogElement | null} */ (null));
  const id = useId();
  useEffect(() => {
    box.current?.showModal();
    addEventListener("hashchange", onClose); // the dialog closes with the screen below it
    return () => (removeEventListener("hashchange", onClose), box.current?.close());
  }, []);
  const outside = (/** @type {MouseEvent} */ event) => event.target === box.current && onClose();
  return h(
    "dialog",
    { ref: box, class: kind, "aria-labelledby": id, onClose, onClick: outside },
    h("div", { class: "inside" }, h("h2", { id }, title), children),
  );
}

/**
 * Asks before what cannot be taken back.
 * @param {{title: string, yes: string, onYes: () => unknown, onClose: () => void, children?: Children}} props
 */
export const Confirm = ({ title, yes, onYes, onClose, children }) =>
  h(
    Dialog,
    { title, onClose },
    children,
    h(
      "div",
      { class: "buttons" },
      h(Button, { onClick: onClose }, t("Cancel")),
      h(
        Button,
        {
          danger: true,
          onClick: async () => {
            await onYes();
            onClose();
          },
        },
        yes,
      ),
    ),
  );

// ---- tables ----

/**
 * A table in a box of its own, which scrolls where the screen is narrower than its rows. `heading`: the place of the
 * cell that names its row. `own`: the place of the viewer's row.
 * @param {{label: string, head: any[], rows: any[][], caption?: string, heading?: number, own?: number, box?: string,
 *   kind?: string, key?: any}} props
 */
export const DataTable = ({ label, head, rows, caption, heading = 0, own, box = "a-scroll", kind = "a-table" }) =>
  h(
    "div",
    { class: box, tabIndex: 0, role: "group", "aria-label": label },
    h(
      "table",
      { class: kind },
      caption && h("caption", {}, caption),
      h(
        "thead",
        {},
        h(
          "tr",
          {},
          head.map((each, n) => h("th", { key: n, scope: "col" }, each)),
        ),
      ),
      h(
        "tbody",
        {},
        rows.map((row, n) =>
          h(
            "tr",
            { key: n, class: n === own ? "a-mine" : "" },
            row.map((each, place) =>
              place === heading ? h("th", { key: place, scope: "row" }, each) : h("td", { key: place }, each),
            ),
          ),
        ),
      ),
    ),
  );

// ---- people ----

/** A seat's sign: colour and shape. @param {{look: import("./looks.js").Look, size?: number}} props */
export const SeatSign = ({ look, size = 16 }) =>
  h(
    "svg",
    { class: "sign", viewBox: "0 0 20 20", width: size, height: size, "aria-hidden": "true" },
    h("path", { d: PATHS[look.shape], fill: look.color, stroke: "var(--sign-line)", "stroke-width": 1.5 }),
  );

/**
 * The player of a seat.
 * @param {{look: import("./looks.js").Look, name: string, mark?: string, acting?: boolean, href?: string}} props
 */
export const Chip = ({ look, name, mark, acting, href }) =>
  h(
    "span",
    { class: `chip${acting ? " acting" : ""}` },
    h(SeatSign, { look }),
    href ? h("a", { href }, name) : h("span", {}, name),
    mark && h("span", { class: "mark" }, mark),
  );

/** Its name in the reader's language. */
export const optionName = (/** @type {turnledger.VariantOption} */ option) => named(option.names, option.name);
