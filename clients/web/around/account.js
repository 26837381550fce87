// Account actions: keep it, sign in and out, also with the issuer, manage devices, delete it.
import { call, callAlone, stream } from "../api.js";
import { save } from "../browser.js";
import { dateAndTime, languageHeaders, t } from "../i18n.js";
import { goTo, toLink, useIssuer } from "../issuer.js";
import { make, show, usePasskeys } from "../passkeys.js";
import * as session from "../session.js";
import { closePeople as close, openPeople } from "../session.js";
import { announce, Button, Dialog, explain, Form, Loading, TextField } from "../ui.js";
import { h, useEffect, useState } from "../vendor/preact.js";
import { Apps } from "./apps.js";
import { useOwner } from "./owner.js";
import { PersonalTokens } from "./tokens.js";

/**
 * A dialog with a form, which closes once it was taken.
 * @param {{title: string, yes: string, send: () => Promise<unknown>, done: string, danger?: boolean,
 *   children?: any}} props
 */
function Ask({ title, yes, send, done, danger, children }) {
  const submit = async () => {
    await send();
    close();
    announce(done);
  };
  return h(
    Dialog,
    { title, onClose: close },
    h(
      Form,
      { onSubmit: submit },
      children,
      h(
        "div",
        { class: "buttons" },
        h(Button, { type: "submit", primary: !danger, danger }, yes),
        h(Button, { onClick: close }, t("Cancel")),
      ),
    ),
  );
}

const NAME = { autocomplete: "username", maxLength: 32, required: true };
const newPassword = () => ({
  type: "password",
  autocomplete: "new-password",
  minLength: 10,
  maxLength: 200,
  required: true,
  hint: t("At least ten characters."),
});
const oldPassword = { type: "password", autocomplete: "current-password", required: true };

/** All that the server keeps of the account, into a file. */
async function exportMe() {
  const parts = [];
  for await (const { content } of stream("Accounts/ExportMe", {}))
    parts.push(Uint8Array.from(atob(content), letter => letter.charCodeAt(0)));
  save(parts, "turnledger-account.ndjson");
}

function AccountDialog() {
  const me = session.me.value;
  const issuer = useIssuer();
  const withPasskeys = usePasskeys();
  if (!me) return null;
  const go = (/** @type {string} */ which, /** @type {string} */ text, more = {}) =>
    h("li", {}, h(Button, { onClick: () => openPeople(which), ...more }, text));
  const leave = async () => {
    await session.signOut();
    close();
  };
  return h(
    Dialog,
    { title: me.displayName, onClose: close },
    me.guest
      ? h(
          "p",
          {},
          t(
            "You play as a guest: this browser alone has the account. Give it a name and a password to keep it, and to use it on other devices.",
          ),
        )
      : h("p", {}, t("Signed in since {time}.", { time: dateAndTime(me.createTime) })),
    h(
      "ul",
      { class: "menu" },
      h("li", {}, h("a", { class: "button", href: `#/player/${me.accountId}`, onClick: close }, t("My profile"))),
      me.operator && h("li", {}, h("a", { class: "button", href: "#/operator", onClick: close }, t("For operators"))),
      me.guest && go("upgrade", t("Keep this account"), { primary: true }),
      me.guest && go("signin", t("Sign in to another account")),
      go("rename", t("Another name")),
      me.hasPassword && go("password", t("Another password")),
      issuer &&
        !me.guest &&
        !me.linked &&
        h(
          "li",
          {},
          h(
            Button,
            { onClick: () => goTo(issuer, "link") },
            t("Sign in with {issuer} too", { issuer: issuer.displayName }),
          ),
        ),
      go("devices", t("Devices")),
      go("apps", t("Apps")),
      go("tokens", t("Personal tokens")),
      withPasskeys && !me.guest && go("passkeys", t("Passkeys")),
      h("li", {}, h("a", { class: "button", href: "#/notices", onClick: close }, t("Notices"))),
      !me.guest && go("codes", t("Codes for the way back")),
      h("li", {}, h(Button, { onClick: exportMe }, t("All that is kept of me, as a file"))),
      !me.guest && h("li", {}, h(Button, { onClick: leave }, t("Sign out"))),
      go("delete", t("Delete this account"), { danger: true }),
    ),
  );
}

/** The other way to keep an account, or to sign in. @param {{wanted: "signin" | "link"}} props */
function WithIssuer({ wanted }) {
  const issuer = useIssuer();
  if (!issuer) return null;
  const text =
    wanted === "link"
      ? t("Keep it with {issuer}", { issuer: issuer.displayName })
      : t("Sign in with {issuer}", { issuer: issuer.displayName });
  return h("p", {}, h(Button, { class: "with-issuer", onClick: () => goTo(issuer, wanted) }, text));
}

/**
 * A passkey instead of a password: to keep an account, or to sign in.
 * @param {{text: string, use: () => Promise<unknown>, done: string}} props
 */
function WithPasskey({ text, use, done }) {
  const onClick = async () => {
    await use();
    close();
    announce(done);
  };
  return usePasskeys() && h("p", {}, h(Button, { class: "with-passkey", onClick }, text));
}

function Passkeys() {
  const [passkeys, setPasskeys] = useState(/** @type {turnledger.Passkey[] | null} */ (null));
  const { field, prove } = useOwner("passkeys");
  useEffect(() => void session.passkeys().then(setPasskeys, explain), []);
  const add = async () => {
    setPasskeys(await session.addPasskey(make, prove));
    announce(t("You sign in with this passkey from now on."));
  };
  const name = (/** @type {turnledger.Passkey} */ each) => each.passkeyName || t("without a name");
  return h(
    Dialog,
    { title: t("Passkeys"), onClose: close },
    h(
      "p",
      {},
      t("Sign in with what unlocks this device: no password, and nothing that could be stolen from the server."),
    ),
    passkeys === null
      ? h(Loading, {})
      : h(
          "ul",
          { class: "rows" },
          passkeys.map(each =>
            h(
              "li",
              { key: each.passkeyId },
              h("span", {}, name(each), " ", h("small", {}, dateAndTime(each.createTime))),
              h(
                Button,
                {
                  label: t("Remove: {name}", { name: name(each) }),
                  onClick: async () => setPasskeys(await session.removePasskey(each.passkeyId)),
                },
                t("Remove"),
              ),
            ),
          ),
        ),
    h(
      Form,
      { onSubmit: add },
      field,
      h(
        "div",
        { class: "buttons" },
        h(Button, { type: "submit", primary: true }, t("Add a passkey")),
        h(Button, { onClick: close }, t("Close")),
      ),
    ),
  );
}

/** Back from the issuer: the owner of an account with a password or a passkey confirms the link. */
function Link() {
  const { field, prove } = useOwner("link");
  const waiting = toLink.value;
  if (!waiting) return null;
  return h(
    Ask,
    {
      title: t("Sign in with {issuer} too", { issuer: waiting.name }),
      yes: t("Link it"),
      send: async () => session.linkIssuer(waiting.code, await prove()),
      done: t("From now on you sign in with {issuer} too.", { issuer: waiting.name }),
    },
    field,
  );
}

function Upgrade() {
  const [name, setName] = useState("");
  const [password, setPassword] = useState("");
  return h(
    Ask,
    {
      title: t("Keep this account"),
      yes: t("Keep it"),
      send: () => session.upgrade(name.trim(), password),
      done: t("The account is yours now."),
    },
    h(WithPasskey, {
      text: t("Keep it with a passkey"),
      use: () => session.addPasskey(make),
      done: t("The account is yours now."),
    }),
    h(WithIssuer, { wanted: "link" }),
    h("p", {}, t("With a name and a password it outlives this browser. Your games stay yours.")),
    h(TextField, { label: t("Name"), value: name, onInput: setName, ...NAME }),
    h(TextField, { label: t("Password"), value: password, onInput: setPassword, ...newPassword() }),
  );
}

function SignIn() {
  const [name, setName] = useState("");
  const [password, setPassword] = useState("");
  const guest = session.me.value?.guest;
  return h(
    Ask,
    {
      title: t("Sign in"),
      yes: t("Sign in"),
      send: () => session.signIn(name.trim(), password),
      done: t("You are signed in."),
    },
    guest && h("p", {}, t("The guest's account of this browser is left behind, with its games.")),
    h(WithPasskey, {
      text: t("Sign in with a passkey"),
      use: () => session.signInWithPasskey(show),
      done: t("You are signed in."),
    }),
    h(WithIssuer, { wanted: "signin" }),
    h(TextField, { label: t("Name"), value: name, onInput: setName, ...NAME }),
    h(TextField, { label: t("Password"), value: password, onInput: setPassword, ...oldPassword }),
    h(Button, { quiet: true, onClick: () => openPeople("recover") }, t("Password lost?")),
  );
}

/** Account recovery after a lost password: a mailed link, or a written recovery code. */
function Recover() {
  const [mail, setMail] = useState("");
  const [name, setName] = useState("");
  const [code, setCode] = useState("");
  const [password, setPassword] = useState("");
  const ask = async () => {
    await callAlone("Accounts/RequestRecovery", { mail: mail.trim() });
    announce(t("If an account has confirmed this address, a link is on its way."));
    close();
  };
  return h(
    Dialog,
    { title: t("Password lost"), onClose: close },
    h(
      Form,
      { onSubmit: ask },
      h(
        "fieldset",
        {},
        h("legend", {}, t("By mail")),
        h(TextField, {
          label: t("Address"),
          type: "email",
          autocomplete: "email",
          value: mail,
          onInput: setMail,
          required: true,
        }),
        h(Button, { type: "submit" }, t("Send me a link")),
      ),
    ),
    h(
      Form,
      {
        onSubmit: async () => {
          await session.recover(name.trim(), code.trim(), password);
          close();
          announce(t("You are signed in."));
        },
      },
      h(
        "fieldset",
        {},
        h("legend", {}, t("By a code that I wrote down")),
        h(TextField, { label: t("Name"), value: name, onInput: setName, ...NAME }),
        h(TextField, {
          label: t("Code"),
          value: code,
          onInput: setCode,
          autocomplete: "off",
          required: true,
          maxLength: 40,
        }),
        h(TextField, { label: t("New password"), value: password, onInput: setPassword, ...newPassword() }),
        h(Button, { type: "submit" }, t("Back into my account")),
      ),
    ),
    h("div", { class: "buttons" }, h(Button, { onClick: close }, t("Cancel"))),
  );
}

function Codes() {
  const { field, prove } = useOwner("codes");
  const [codes, setCodes] = useState(/** @type {string[] | null} */ (null));
  if (codes)
    return h(
      Dialog,
      { title: t("Codes for the way back"), onClose: close },
      h(
        "p",
        {},
        t("Write them down: they are shown this once, and each is good once. Those before are worthless now."),
      ),
      h(
        "ul",
        { class: "codes" },
        codes.map(each => h("li", { key: each }, h("code", {}, each))),
      ),
      h("div", { class: "buttons" }, h(Button, { onClick: close, primary: true }, t("I have them"))),
    );
  return h(
    Dialog,
    { title: t("Codes for the way back"), onClose: close },
    h(
      Form,
      { onSubmit: async () => setCodes((await call("Accounts/MakeRecoveryCodes", await prove())).codes) },
      h(
        "p",
        {},
        t(
          "With one of ten codes on paper you come back when the password is lost. A confirmed mailbox does the same: add one among the notices.",
        ),
      ),
      field,
      h(
        "div",
        { class: "buttons" },
        h(Button, { type: "submit", primary: true }, t("Make ten codes")),
        h(Button, { onClick: close }, t("Cancel")),
      ),
    ),
  );
}

function Rename() {
  const [name, setName] = useState(session.me.value?.displayName ?? "");
  return h(
    Ask,
    {
      title: t("Another name"),
      yes: t("Take it"),
      send: () => session.rename(name.trim()),
      done: t("You have another name now."),
    },
    h(TextField, { label: t("Name"), value: name, onInput: setName, ...NAME }),
  );
}

function Password() {
  const [current, setCurrent] = useState("");
  const [password, setPassword] = useState("");
  return h(
    Ask,
    {
      title: t("Another password"),
      yes: t("Take it"),
      send: () => session.changePassword(current, password),
      done: t("The password was changed. All other devices are signed out."),
    },
    h(TextField, { label: t("Password so far"), value: current, onInput: setCurrent, ...oldPassword }),
    h(TextField, { label: t("New password"), value: password, onInput: setPassword, ...newPassword() }),
  );
}

function Delete() {
  const me = session.me.value;
  const [name, setName] = useState("");
  const { field, prove } = useOwner("delete");
  if (!me) return null;
  return h(
    Ask,
    {
      title: t("Delete this account"),
      yes: t("Delete it for good"),
      danger: true,
      send: async () => session.deleteAccount(name.trim(), await prove()),
      done: t("The account {name} was deleted.", { name: me.displayName }),
    },
    h(
      "p",
      {},
      t(
        "Its name, password, devices and messages go. It leaves its open tables and resigns its games. There is no way back.",
      ),
    ),
    h(TextField, {
      label: t("To be sure, write the account's name: {name}", { name: me.displayName }),
      value: name,
      onInput: setName,
      autocomplete: "off",
      required: true,
    }),
    field,
  );
}

function Devices() {
  const [devices, setDevices] = useState(/** @type {turnledger.Device[] | null} */ (null));
  const read = () => session.devices().then(setDevices, explain);
  useEffect(() => void read(), []);
  const out = async (/** @type {string} */ id) => {
    await session.signOutDevice(id);
    await read();
  };
  return h(
    Dialog,
    { title: t("Devices"), onClose: close },
    devices === null
      ? h(Loading, {})
      : h(
          "ul",
          { class: "rows" },
          devices.map(each =>
            h(
              "li",
              { key: each.deviceId },
              h("span", {}, each.deviceName || t("without a name"), " ", h("small", {}, dateAndTime(each.seenTime))),
              each.deviceId === session.thisDevice()
                ? h("em", {}, t("this device"))
                : h(Button, { onClick: () => out(each.deviceId) }, t("Sign out")),
            ),
          ),
        ),
    h(
      "div",
      { class: "buttons" },
      h(
        Button,
        {
          danger: true,
          onClick: async () => {
            await session.signOutEverywhere();
            await read();
          },
        },
        t("Sign out everywhere else"),
      ),
      h(Button, { onClick: close }, t("Close")),
    ),
  );
}

export default {
  account: AccountDialog,
  upgrade: Upgrade,
  signin: SignIn,
  rename: Rename,
  password: Password,
  devices: Devices,
  recover: Recover,
  codes: Codes,
  passkeys: Passkeys,
  tokens: PersonalTokens,
  apps: Apps,
  delete: Delete,
  link: Link,
};
