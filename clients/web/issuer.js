// Signing in with the operator's issuer: authorization code flow with PKCE (RFC 7636). The browser is led there and
// back with a code, which the server exchanges, so that no token of the issuer comes here (docs/decisions/0030).
import { callAlone, ServiceError } from "./api.js";
import { uuid } from "./browser.js";
import { t } from "./i18n.js";
import * as session from "./session.js";
import { ofTab } from "./storage.js";
import { announce, explain, tell } from "./ui.js";
import { sha256 } from "./verify/sha256.js";
import { signal, useEffect } from "./vendor/preact.js";

/**
 * Data that this tab keeps while it is at the issuer. `wanted`: `signin`, `link` or `prove`, which opens `dialog`
 * again.
 * @typedef {{state: string, nonce: string, verifier: string, redirectUrl: string, hash: string, wanted: string,
 *   dialog: string, issuer: string, name: string}} Left
 */

const KEPT = "turnledger.issuer";
/** Undefined before it was requested, null if the service has no issuer. */
const issuer = signal(/** @type {turnledger.Issuer | null | undefined} */ (undefined));
/** A code that waits for the account's password or passkey. */
export const toLink = signal(/** @type {{code: turnledger.IssuerCode, name: string} | null} */ (null));
/** A fresh code that confirms the owner to the next call that wants it. */
export const confirmed = signal(/** @type {turnledger.IssuerCode | null} */ (null));

/** The service's issuer, once it is known that there is one. */
export function useIssuer() {
  useEffect(() => {
    if (issuer.value === undefined)
      callAlone("Accounts/GetIssuer").then(({ issuer: found }) => (issuer.value = found ?? null), ignored);
  }, []);
  return issuer.value ?? null;
}
/** A service that does not answer now is not offered. */
const ignored = (/** @type {unknown} */ error) => {
  if (!(error instanceof ServiceError)) throw error;
};

const base64url = (/** @type {Uint8Array} */ bytes) =>
  btoa(String.fromCharCode(...bytes))
    .replaceAll("+", "-")
    .replaceAll("/", "_")
    .replaceAll("=", "");
const random = () => base64url(crypto.getRandomValues(new Uint8Array(32)));

/** Leaves the page. @param {turnledger.Issuer} to @param {"signin" | "link" | "prove"} wanted */
export function goTo(to, wanted, dialog = "") {
  const url = new URL(to.authorizationEndpoint);
  if (url.protocol !== "https:" && url.protocol !== "http:")
    throw new ServiceError({ message: t("The sign-in was not confirmed. Please try again.") });
  /** @type {Left} */
  const left = {
    state: uuid(),
    nonce: random(),
    verifier: random(),
    redirectUrl: location.origin + location.pathname,
    hash: location.hash,
    wanted,
    dialog,
    issuer: to.issuer,
    name: to.displayName,
  };
  ofTab.set(KEPT, JSON.stringify(left));
  const asked = {
    response_type: "code",
    scope: "openid profile",
    client_id: to.clientId,
    redirect_uri: left.redirectUrl,
    state: left.state,
    nonce: left.nonce,
    code_challenge_method: "S256",
    code_challenge: base64url(sha256(new TextEncoder().encode(left.verifier))),
  };
  for (const [name, value] of Object.entries(asked)) url.searchParams.set(name, value);
  location.assign(url);
}

/** The answer is in the address: it is removed from it first, and used only if this tab has requested it. */
export async function comeBack() {
  const said = new URLSearchParams(location.search);
  const left = /** @type {Left} */ (ofTab.json(KEPT, {})); // without a state: none was left
  ofTab.remove(KEPT);
  history.replaceState(null, "", location.pathname + (left.hash ?? ""));
  const isOurs = left.state && said.get("state") === left.state && (said.get("iss") ?? left.issuer) === left.issuer;
  const code = said.get("code");
  if (!isOurs || !code)
    return tell({
      title: t("The sign-in was not confirmed. Please try again."),
      small: said.get("error")?.slice(0, 40),
    });
  /** @type {turnledger.IssuerCode} */
  const brought = {
    authorizationCode: code,
    codeVerifier: left.verifier,
    redirectUrl: left.redirectUrl,
    nonce: left.nonce,
  };
  if (left.wanted === "prove") {
    confirmed.value = brought;
    return session.openPeople(left.dialog);
  }
  try {
    if (left.wanted === "signin") await session.signInWithIssuer(brought);
    else if (session.me.value?.hasPassword || session.me.value?.hasPasskey) return askForProof(brought, left.name);
    else await session.linkIssuer(brought, {});
    announce(
      left.wanted === "signin"
        ? t("You are signed in.")
        : t("From now on you sign in with {issuer} too.", { issuer: left.name }),
    );
  } catch (error) {
    explain(error);
  }
}

function askForProof(/** @type {turnledger.IssuerCode} */ code, /** @type {string} */ name) {
  toLink.value = { code, name };
  session.openPeople("link");
}
