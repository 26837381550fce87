// The player in the page's head. Account actions are loaded on first use.
import { t } from "./i18n.js";
import * as session from "./session.js";
import { announce, Button, Coming } from "./ui.js";
import { h, useEffect, useState } from "./vendor/preact.js";

export function People() {
  const me = session.me.value;
  if (!me)
    return h(
      "div",
      { class: "people" },
      session.signedOut.value ? h(SignedOut, {}) : h("span", { class: "waiting" }, "…"),
      h(Dialogs, {}),
    );
  const name = me.guest ? t("{name} (guest)", { name: me.displayName }) : me.displayName;
  return h(
    "div",
    { class: "people" },
    me.guest && h(Button, { onClick: () => session.openPeople("upgrade"), class: "keep" }, t("Keep this account")),
    h(
      Button,
      { onClick: () => session.openPeople("account"), quiet: true, label: t("Account: {name}", { name }) },
      name,
    ),
    h(Dialogs, {}),
  );
}

const SignedOut = () =>
  h(
    "div",
    { role: "alert", class: "signed-out" },
    h("span", {}, session.signedOut.value),
    h(Button, { primary: true, onClick: () => session.openPeople("signin") }, t("Sign in")),
    h(Button, { onClick: session.beGuest }, t("Continue as a guest")),
  );

function Dialogs() {
  const [dialogs, setDialogs] = useState(/** @type {Record<string, any> | null} */ (null));
  const isWanted = session.dialog.value !== "";
  useEffect(() => {
    if (isWanted && !dialogs) import("./around/account.js").then(({ default: found }) => setDialogs(found), away);
  }, [isWanted]);
  const Shown = dialogs?.[session.dialog.value];
  return Shown ? h(Shown, { key: session.dialog.value }) : isWanted ? h(Coming, {}) : null;
}

function away(/** @type {Error} */ error) {
  console.warn(error.message);
  session.closePeople();
  announce(t("The server does not answer."));
}
