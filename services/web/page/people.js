// Who plays here, in the page's head. What one can do with the account is read when it is first asked for.
import { t } from "./i18n.js";
import * as session from "./session.js";
import { announce, Button, Coming } from "./ui.js";
import { h, signal, useEffect, useState } from "./vendor/preact.js";

/** Which of the dialogs is open. */
const open = signal("");
export const closePeople = () => (open.value = "");
export const openPeople = (/** @type {string} */ which) => (open.value = which);

export function People() {
  const me = session.me.value;
  if (!me) return h("div", { class: "people" }, session.signedOut.value ? h(SignedOut, {}) : h("span", { class: "waiting" }, "…"), h(Dialogs, {}));
  const name = me.guest ? t("{name} (guest)", { name: me.displayName }) : me.displayName;
  return h("div", { class: "people" },
    me.guest && h(Button, { onClick: () => openPeople("upgrade"), class: "keep" }, t("Keep this account")),
    h(Button, { onClick: () => openPeople("account"), quiet: true, label: t("Account: {name}", { name }) }, name),
    h(Dialogs, {}));
}

const SignedOut = () =>
  h("div", { role: "alert", class: "signed-out" }, h("span", {}, session.signedOut.value),
    h(Button, { primary: true, onClick: () => openPeople("signin") }, t("Sign in")),
    h(Button, { onClick: session.beGuest }, t("Go on as a guest")));

function Dialogs() {
  const [dialogs, setDialogs] = useState(/** @type {Record<string, any> | null} */ (null));
  const isWanted = open.value !== "";
  useEffect(() => {
    if (isWanted && !dialogs) import("./around/account.js").then(({ default: found }) => setDialogs(found), away);
  }, [isWanted]);
  const Shown = dialogs?.[open.value];
  return Shown ? h(Shown, { key: open.value }) : isWanted ? h(Coming, {}) : null;
}

function away(/** @type {Error} */ error) {
  console.warn(error.message);
  closePeople();
  announce(t("The server does not answer."));
}
