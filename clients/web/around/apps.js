// Apps of others in which the account is signed in: listed, and ended.
import { call } from "../api.js";
import { dateAndTime, t } from "../i18n.js";
import { closePeople as close } from "../session.js";
import { announce, Button, Dialog, explain, Loading } from "../ui.js";
import { h, useEffect, useState } from "../vendor/preact.js";
import { namesOf } from "./scopes.js";

export function Apps() {
  const [apps, setApps] = useState(/** @type {turnledger.App[] | null} */ (null));
  const read = async () => setApps((await call("Accounts/ListApps", {})).apps);
  useEffect(() => void read().catch(explain), []);
  const revoke = async (/** @type {string} */ appId) => {
    await call("Accounts/RevokeApp", { appId });
    await read();
    announce(t("The app is signed out."));
  };
  const row = (/** @type {turnledger.App} */ each) => {
    const host = new URL(each.clientId).host;
    const says = [host, ...namesOf(each.scopes), dateAndTime(each.createTime)].join(" · ");
    return h(
      "li",
      { key: each.appId },
      h("span", {}, each.clientName || host, " ", h("small", {}, says)),
      h(
        Button,
        { label: t("Sign out: {name}", { name: each.clientName || host }), onClick: () => revoke(each.appId) },
        t("Sign out"),
      ),
    );
  };
  return h(
    Dialog,
    { title: t("Apps"), onClose: close },
    apps === null
      ? h(Loading, {})
      : apps.length
        ? h("ul", { class: "rows" }, apps.map(row))
        : h("p", { class: "empty" }, t("You are signed in to no app.")),
    h("div", { class: "buttons" }, h(Button, { onClick: close }, t("Close"))),
  );
}
