// Tokens with which programs act as the account: made with scopes and an end, shown once, listed and revoked.
import { call } from "../api.js";
import { dateAndTime, span, t } from "../i18n.js";
import { closePeople as close } from "../session.js";
import { announce, Button, Check, Dialog, explain, Form, Loading, Select, TextField } from "../ui.js";
import { h, useEffect, useState } from "../vendor/preact.js";
import { useOwner } from "./owner.js";
import { namesOf, scopeNames } from "./scopes.js";

const DAY_S = 24 * 60 * 60;

/** @returns {[string, string][]} */
const lifetimes = () => [7, 30, 90, 365].map(days => [String(days), span(days * DAY_S)]);

/** The new token, which the server shows once. @param {{token: string, onDone: () => void}} props */
const Shown = ({ token, onDone }) =>
  h(
    Dialog,
    { title: t("Personal tokens"), onClose: onDone },
    h("p", {}, t("Copy the token now. It is shown this once.")),
    h("p", { class: "codes" }, h("code", {}, token)),
    h("div", { class: "buttons" }, h(Button, { onClick: onDone, primary: true }, t("I have it"))),
  );

/** @param {{tokens: turnledger.PersonalToken[] | null, onRevoke: (tokenId: string) => Promise<unknown>}} props */
function List({ tokens, onRevoke }) {
  if (tokens === null) return h(Loading, {});
  return h(
    "ul",
    { class: "rows" },
    tokens.map(each =>
      h(
        "li",
        { key: each.tokenId },
        h(
          "span",
          {},
          each.tokenName,
          " ",
          h(
            "small",
            {},
            namesOf(each.scopes).join(" · "),
            " · ",
            t("until {time}", { time: dateAndTime(each.expireTime) }),
          ),
        ),
        h(
          Button,
          { label: t("Revoke: {name}", { name: each.tokenName }), onClick: () => onRevoke(each.tokenId) },
          t("Revoke"),
        ),
      ),
    ),
  );
}

export function PersonalTokens() {
  const [tokens, setTokens] = useState(/** @type {turnledger.PersonalToken[] | null} */ (null));
  const [made, setMade] = useState("");
  const [name, setName] = useState("");
  const [scopes, setScopes] = useState(/** @type {turnledger.Scope[]} */ (["SCOPE_GAMES_READ"]));
  const [days, setDays] = useState("30");
  const { field, prove } = useOwner("tokens");
  const read = async () => setTokens((await call("Accounts/ListPersonalTokens", {})).personalTokens);
  useEffect(() => void read().catch(explain), []);
  const make = async () => {
    const wanted = { tokenName: name.trim(), scopes, lifetime: `${Number(days) * DAY_S}s` };
    const answer = await call("Accounts/CreatePersonalToken", { ...wanted, ...(await prove()) });
    setMade(answer.token);
    await read();
  };
  const revoke = async (/** @type {string} */ tokenId) => {
    await call("Accounts/RevokePersonalToken", { tokenId });
    await read();
    announce(t("The token was revoked."));
  };
  const choose = (/** @type {turnledger.Scope} */ scope, /** @type {boolean} */ isWanted) =>
    setScopes(isWanted ? [...scopes, scope] : scopes.filter(each => each !== scope));
  if (made) return h(Shown, { token: made, onDone: () => setMade("") });
  return h(
    Dialog,
    { title: t("Personal tokens"), onClose: close },
    h("p", {}, t("A program with a token acts as you. Give it only the rights that it needs.")),
    h(List, { tokens, onRevoke: revoke }),
    h(
      Form,
      { onSubmit: make },
      h(TextField, { label: t("Name of the token"), value: name, onInput: setName, required: true, maxLength: 200 }),
      h(
        "fieldset",
        {},
        h("legend", {}, t("The program may")),
        scopeNames().map(([scope, label]) =>
          h(Check, {
            key: scope,
            label,
            checked: scopes.includes(scope),
            onChange: (/** @type {boolean} */ isWanted) => choose(scope, isWanted),
          }),
        ),
      ),
      h(Select, { label: t("Valid for"), value: days, onChange: setDays, options: lifetimes() }),
      field,
      h(
        "div",
        { class: "buttons" },
        h(Button, { type: "submit", primary: true, disabled: scopes.length === 0 }, t("Make a token")),
        h(Button, { onClick: close }, t("Close")),
      ),
    ),
  );
}
