// The public log's entries about a proven game, and the parties that vouch for them.
import { dateAndTime, t } from "../i18n.js";
import { Button } from "../ui.js";
import { h, useState } from "../vendor/preact.js";
import { trustPolicy } from "./seen_log.js";

/** @typedef {import("./seen_log.js").Told} Told */

/** @typedef {{origin: string, witnesses: string, time: string}} Seen */
const KINDS = /** @type {Record<string, (seen: Seen) => string>} */ ({
  open: seen => t("The opening is in the log {origin}, seen by {witnesses} at {time}.", seen),
  start: seen => t("The start is in the log {origin}, seen by {witnesses} at {time}.", seen),
  end: seen => t("The end is in the log {origin}, seen by {witnesses} at {time}.", seen),
});
const UNSEEN = /** @type {Record<string, (seen: Seen) => string>} */ ({
  open: seen => t("The opening is in the log {origin}, which no witness has seen.", seen),
  start: seen => t("The start is in the log {origin}, which no witness has seen.", seen),
  end: seen => t("The end is in the log {origin}, which no witness has seen.", seen),
});
const FAULTS = /** @type {Record<string, string>} */ ({
  LOG: t("It is not proven to stand in the log, as its witnesses saw it."),
  LOG_OTHER: t("The log holds another course of this game: it was cut and continued otherwise."),
  LOG_LATE: t(
    "No quorum of witnesses saw the start before its round of chance came: it may have been written afterwards.",
  ),
});

/**
 * A server that hides its log is reported first, each time.
 * @param {{log: import("./seen_log.js").Gone["gone"]}} props
 */
export function LogGone({ log: { policy, trees } }) {
  const line = (/** @type {(typeof trees)[number]} */ { origin, size, root, at }) =>
    h(
      "li",
      { key: origin },
      t("Seen by this browser at {time}: the log {origin}, lines: {size}.", { time: dateAndTime(at), origin, size }),
      " ",
      h("code", {}, root),
    );
  return h(
    "div",
    { class: "b-wrong", role: "alert" },
    h("h3", {}, "✘ ", t("This server showed a public log before, and shows none now.")),
    h(
      "p",
      {},
      t(
        "A server that removes a log may have rewritten it. Keep this file and the lines below, and show both to others.",
      ),
    ),
    h("ul", { class: "b-parts b-hex" }, trees.map(line)),
    policy &&
      h(
        "details",
        {},
        h("summary", {}, t("The witnesses that it named at {time}", { time: dateAndTime(policy.at) })),
        h("pre", { class: "b-hex" }, policy.text),
      ),
  );
}

/** @param {{log: Told, found: import("../verify/verify.js").Found}} props */
export function LogTold({ log: { found: inLog, growth, policy, firstPolicy }, found }) {
  const { fault, logged } = inLog;
  const line = (/** @type {import("../verify/log.js").Logged} */ { kind, origin, seenAt }) => {
    const first = Math.min(...Object.values(seenAt));
    const [witnesses, time] = [
      Object.keys(seenAt).join(", "),
      Number.isFinite(first) ? dateAndTime(new Date(first * 1000).toISOString()) : "",
    ];
    return h("li", { key: kind }, "✔ ", (witnesses ? KINDS : UNSEEN)[kind]({ origin, witnesses, time }));
  };
  return h(
    "div",
    { class: "b-log" },
    h("h4", {}, t("The public log")),
    h(
      "ul",
      { class: "b-parts" },
      logged.map(line),
      inLog.unable &&
        h("li", {}, "○ ", t("This browser cannot check signatures of a log: it needs https, or this very machine.")),
      !fault &&
        !inLog.unable &&
        found.beacon &&
        h(
          "li",
          {},
          "✔ ",
          t("A quorum of them saw the start before its round of chance came: nothing was chosen afterwards."),
        ),
      fault &&
        h(
          "li",
          {},
          "✘ ",
          FAULTS[fault.code],
          " ",
          h("code", {}, fault.code),
          " ",
          h("span", { class: "small", lang: "en" }, fault.says),
        ),
      growth && h(Growth, { growth }),
    ),
    firstPolicy && h(Whom, { policy, firstPolicy }),
  );
}

/** @param {{growth: import("./seen_log.js").Growth}} props */
function Growth({ growth: { before, size, wrong } }) {
  if (wrong)
    return h(
      "li",
      {},
      "✘ ",
      t("The log is not the one that was shown before: something was taken out of it or rewritten."),
      " ",
      h("span", { class: "small", lang: "en" }, wrong),
    );
  if (!before)
    return h(
      "li",
      {},
      "✔ ",
      t("This browser stores the present state of the log (lines: {size}) and compares the log with it next time.", {
        size,
      }),
    );
  return h(
    "li",
    {},
    "✔ ",
    t("The log only grew since this browser saw it at {time}: from {old} lines to {size}.", {
      time: dateAndTime(before.at),
      old: before.size,
      size,
    }),
  );
}

/** Whom all of this believes. @param {{policy: string, firstPolicy: {text: string, at: string}}} props */
function Whom({ policy, firstPolicy }) {
  const [same, setSame] = useState(policy === firstPolicy.text);
  const accept = () => {
    trustPolicy(policy);
    setSame(true);
  };
  return h(
    "div",
    {},
    h(
      "p",
      { class: "small" },
      t(
        "This check trusts the witnesses that the server names. To choose witnesses yourself, verify the file on your computer with a policy of your own.",
      ),
    ),
    !same &&
      h(
        "p",
        {},
        "✘ ",
        t("The server names other witnesses than it did at {time}.", { time: dateAndTime(firstPolicy.at) }),
        " ",
        h(Button, { onClick: accept }, t("Believe the new ones")),
      ),
    h("details", {}, h("summary", {}, t("Its policy")), h("pre", { class: "b-hex" }, policy)),
  );
}
