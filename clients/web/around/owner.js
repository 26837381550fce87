// The owner confirms a change of the ways into the account: by the password, or by a fresh passkey or a fresh code of
// the issuer where the account has no password (docs/decisions/0035).
import { callAlone } from "../api.js";
import { t } from "../i18n.js";
import { confirmed, goTo, useIssuer } from "../issuer.js";
import { show } from "../passkeys.js";
import { me } from "../session.js";
import { Button, TextField } from "../ui.js";
import { h, useState } from "../vendor/preact.js";

/** The proof that the request carries. @typedef {{password?: string, ownerProof?: object}} Proof */

/** @returns {Promise<Proof>} */
async function byPasskey() {
  const { optionsJson } = await callAlone("Accounts/BeginPasskeySignIn", {});
  return { ownerProof: { passkeyJson: await show(optionsJson) } };
}

/** @returns {Proof} A code is good once. */
function byIssuer() {
  const issuerCode = confirmed.value;
  confirmed.value = null;
  return { ownerProof: { issuerCode } };
}

/**
 * The field or button of a dialog, and the proof when it is sent.
 * @param {string} dialog Which dialog opens again after the issuer.
 * @returns {{field: any, prove: () => Promise<Proof>}}
 */
export function useOwner(dialog) {
  const [password, setPassword] = useState("");
  const issuer = useIssuer();
  const account = me.value;
  if (account?.hasPassword) {
    const field = h(TextField, {
      label: t("Password"),
      type: "password",
      autocomplete: "current-password",
      required: true,
      value: password,
      onInput: setPassword,
    });
    return { field, prove: async () => ({ password }) };
  }
  if (confirmed.value)
    return { field: h("p", {}, t("You have confirmed that it is you.")), prove: async () => byIssuer() };
  if (account?.hasPasskey) return { field: h("p", {}, t("Your passkey confirms that it is you.")), prove: byPasskey };
  if (account?.linked && issuer) {
    const button = h(
      Button,
      { onClick: () => goTo(issuer, "prove", dialog) },
      t("Confirm with {issuer}", { issuer: issuer.displayName }),
    );
    return { field: h("p", {}, button), prove: async () => ({}) };
  }
  return { field: null, prove: async () => ({}) };
}
