// Passkeys in this browser (https://www.w3.org/TR/webauthn-3/): what the server asks for and what the browser shows,
// each as the other's JSON.
import { callAlone, ServiceError } from "./api.js";
import { t } from "./i18n.js";
import { signal, useEffect } from "./vendor/preact.js";

/** Undefined before it was asked for. */
const areTaken = signal(/** @type {boolean | undefined} */ (undefined));
const canShow = () => isSecureContext && "PublicKeyCredential" in window && location.hostname !== "127.0.0.1";

/** Whether this service and this browser have passkeys. */
export function usePasskeys() {
  useEffect(() => {
    if (areTaken.value === undefined && canShow())
      callAlone("Catalogue/GetServer").then(
        ({ features }) => (areTaken.value = features.includes("PASSKEYS")),
        ignored,
      );
  }, []);
  return areTaken.value ?? false;
}
/** A service that does not answer now is not offered. */
const ignored = (/** @type {unknown} */ error) => {
  if (!(error instanceof ServiceError)) throw error;
};

const bytes = (/** @type {string} */ text) =>
  Uint8Array.from(atob(text.replaceAll("-", "+").replaceAll("_", "/")), letter => letter.charCodeAt(0));
const text = (/** @type {ArrayBuffer} */ buffer) =>
  btoa(String.fromCharCode(...new Uint8Array(buffer)))
    .replaceAll("+", "-")
    .replaceAll("/", "_")
    .replaceAll("=", "");
const described = (/** @type {any[]} */ credentials) => credentials.map(each => ({ ...each, id: bytes(each.id) }));

/** Makes one. @param {string} optionsJson @returns {Promise<string>} RegistrationResponseJSON */
export async function make(optionsJson) {
  const asked = JSON.parse(optionsJson);
  const publicKey = {
    ...asked,
    challenge: bytes(asked.challenge),
    user: { ...asked.user, id: bytes(asked.user.id) },
    excludeCredentials: described(asked.excludeCredentials ?? []),
  };
  return shown(await fromBrowser(() => navigator.credentials.create({ publicKey })), [
    "clientDataJSON",
    "attestationObject",
  ]);
}

/**
 * Shows the one that its person chooses.
 * @param {string} optionsJson
 * @returns {Promise<string>} AuthenticationResponseJSON
 */
export async function show(optionsJson) {
  const asked = JSON.parse(optionsJson);
  const publicKey = {
    ...asked,
    challenge: bytes(asked.challenge),
    allowCredentials: described(asked.allowCredentials ?? []),
  };
  return shown(await fromBrowser(() => navigator.credentials.get({ publicKey })), [
    "clientDataJSON",
    "authenticatorData",
    "signature",
    "userHandle",
  ]);
}

async function fromBrowser(/** @type {() => Promise<Credential | null>} */ ask) {
  try {
    return /** @type {any} */ (await ask());
  } catch (error) {
    if (!(error instanceof DOMException)) throw error;
    const says =
      error.name === "InvalidStateError"
        ? t("This device has a passkey of this account already.")
        : t("No passkey was chosen.");
    throw new ServiceError({ code: error.name, message: says });
  }
}

const shown = (/** @type {any} */ { id, rawId, type, response }, /** @type {string[]} */ parts) =>
  JSON.stringify({
    id,
    rawId: text(rawId),
    type,
    response: Object.fromEntries(parts.filter(each => response[each]).map(each => [each, text(response[each])])),
    clientExtensionResults: {},
  });
