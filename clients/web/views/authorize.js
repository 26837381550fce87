// An app of others asks to act as the player (OAuth 2.1): the player sees who asks for what, and lets it in or not.
import { call } from "../api.js";
import { namesOf } from "../around/scopes.js";
import { t } from "../i18n.js";
import { me, openPeople } from "../session.js";
import { Button, Form, Loading, Main, saysOf, TextField } from "../ui.js";
import { h, useEffect, useState } from "../vendor/preact.js";

/** Leaves for the app, to which only a web address leads. */
function leave(/** @type {string} */ url) {
  const { protocol } = new URL(url);
  if (protocol === "https:" || protocol === "http:") location.replace(url);
}

/** The code that a device without a browser shows. */
function Code() {
  const [code, setCode] = useState("");
  return h(
    Form,
    { onSubmit: () => location.assign(`#/authorize?user_code=${encodeURIComponent(code)}`) },
    h(TextField, {
      label: t("The code that your device shows"),
      value: code,
      onInput: setCode,
      autocomplete: "off",
      autocapitalize: "characters",
      maxlength: 20,
      required: true,
    }),
    h(Button, { primary: true, type: "submit" }, t("Continue")),
  );
}

/**
 * @param {{asked: turnledger.BeginAppSignInResponse, code: string, answer: (approve: boolean) => Promise<void>}}
 *   props
 */
function Question({ asked, code, answer }) {
  const account = me.value;
  const host = new URL(asked.clientId).host;
  return h(
    "div",
    {},
    h("p", {}, t("{name} of {host} wants to act as you.", { name: asked.clientName, host })),
    h("p", {}, t("It may:")),
    h(
      "ul",
      {},
      namesOf(asked.scopes).map(each => h("li", { key: each }, each)),
    ),
    asked.redirectHost && h("p", {}, t("You then go to {host}.", { host: asked.redirectHost })),
    h(
      "p",
      {},
      asked.redirectHost
        ? t("Let it in only if you have just come from there. You can end this among your apps.")
        : t("Let it in only if your own device shows this code: {code}. You can end this among your apps.", { code }),
    ),
    account?.guest &&
      h(
        "p",
        {},
        t("You play as a guest now."),
        " ",
        h(Button, { quiet: true, onClick: () => openPeople("signin") }, t("Sign in to another account")),
      ),
    h(
      "div",
      { class: "buttons" },
      h(
        Button,
        { primary: true, onClick: () => answer(true) },
        t("Let it in as {name}", { name: account?.displayName ?? "" }),
      ),
      h(Button, { onClick: () => answer(false) }, t("Refuse")),
    ),
  );
}

/** @param {{query: URLSearchParams}} props */
export default function Authorize({ query }) {
  const authorizationQuery = query.toString();
  const account = me.value?.accountId;
  const [asked, setAsked] = useState(/** @type {turnledger.BeginAppSignInResponse | null} */ (null));
  const [problem, setProblem] = useState("");
  const [done, setDone] = useState("");
  const code = query.get("user_code");
  useEffect(() => {
    setProblem("");
    if (account && code !== "")
      call("Accounts/BeginAppSignIn", { authorizationQuery }).then(setAsked, error => setProblem(saysOf(error)));
  }, [account, authorizationQuery]);
  const answer = async (/** @type {boolean} */ approve) => {
    const { redirectUrl } = await call("Accounts/AnswerAppSignIn", { authorizationQuery, approve });
    if (redirectUrl) leave(redirectUrl);
    else setDone(approve ? t("Your device is signed in now.") : t("The device was refused."));
  };
  return h(
    Main,
    {},
    h("h1", {}, t("An app asks")),
    done
      ? h("p", { role: "status" }, done)
      : problem || code === ""
        ? [problem && h("p", { role: "alert" }, problem), code !== null && h(Code, {})]
        : asked
          ? h(Question, { asked, code: code ?? "", answer })
          : h(Loading, {}),
  );
}
