// Who plays here: one account a browser. It is made a guest's at the first visit, and its tokens are renewed by one tab
// for all. Nothing but this file knows where they are kept.
import { channel, room } from "./browser.js";
import { languageHeaders, t } from "./i18n.js";
import { ServiceError } from "./layer/connect.js";
import { Connection } from "./layer/connection.js";
import { signal } from "./vendor/preact.js";

/**
 * @typedef {{account: turnledger.Account, tokens: turnledger.Tokens}} Session
 */

const KEPT = "turnledger.session";
const CALL_MS = 30_000;
const PAUSE_MAX_MS = 8_000;

const read = () => /** @type {Session | null} */ (JSON.parse(localStorage.getItem(KEPT) ?? "null"));

/** The account of this browser; null before the first answer, and while nobody is signed in. */
export const me = signal(read()?.account ?? null);
const WHY = "turnledger.signed-out";
/** Why somebody has to sign in again, also after a reload and in all tabs: a sentence; empty while all is well. */
export const signedOut = signal(localStorage.getItem(WHY) ?? "");

function explainSignOut(/** @type {string} */ why) {
  signedOut.value = why;
  if (why) localStorage.setItem(WHY, why);
  else localStorage.removeItem(WHY);
}

const others = channel("session", () => {
  me.value = read()?.account ?? null;
  signedOut.value = localStorage.getItem(WHY) ?? "";
});
addEventListener("storage", ({ key }) => {
  if (key === KEPT) me.value = read()?.account ?? null;
});

function keep(/** @type {Session | null} */ session) {
  if (session) localStorage.setItem(KEPT, JSON.stringify(session));
  else localStorage.removeItem(KEPT);
  me.value = session?.account ?? null;
  if (session) explainSignOut("");
  others.tell(null);
}

const deviceName = () => {
  const system = /Android|iPhone|iPad|Windows|Mac|Linux/.exec(navigator.userAgent)?.[0] ?? "";
  const browser = /Firefox|Edg|OPR|Chrome|Safari/.exec(navigator.userAgent)?.[0] ?? "";
  return [browser, system].filter(Boolean).join(", ");
};

// ---- the connection ----

/** Whether the server answers: false once something was not answered, until something is. */
export const online = signal(true);

const PAIR = "turnledger.tokens";

/** What the layer keeps: the tokens within the session, the rest as it is. @type {import("./layer/kept.js").Storage} */
const storage = {
  isShared: true,
  getItem: (name) => (name === PAIR ? JSON.stringify(read()?.tokens ?? null) : localStorage.getItem(name)),
  setItem: (name, value) => (name === PAIR ? keepTokens(JSON.parse(value)) : localStorage.setItem(name, value)),
  removeItem: (name) => localStorage.removeItem(name),
};

function keepTokens(/** @type {turnledger.Tokens} */ tokens) {
  const now = read();
  if (now && now.tokens.accessToken !== tokens.accessToken) keep({ ...now, tokens });
}

/** To the server, for all tabs of this browser alike. The first call of a new one makes a guest's account. */
export const connection = new Connection({ storage, language: languageHeaders["Accept-Language"], begin, lost, heard: (answers) => (online.value = answers), room, pauseMaxMs: PAUSE_MAX_MS, timeoutMs: CALL_MS });

async function begin() {
  const why = localStorage.getItem(WHY);
  if (why) throw new ServiceError({ code: "unauthenticated", message: why });
  const session = await ask("SignInAsGuest", { displayName: "", deviceName: deviceName() });
  keep(session);
  return session.tokens;
}

function lost() {
  const account = read()?.account;
  if (!account) return;
  explainSignOut(account.guest ? t("This guest account was signed out.") : t("{name} was signed out on this device.", { name: account.displayName }));
  keep(null);
}

/** A good access token. */
export const token = () => connection.tokens.access();
const ask = (/** @type {string} */ method, /** @type {object} */ message) => connection.call(`Accounts/${method}`, message, { patienceMs: 0, isAlone: true });
const asMe = (/** @type {string} */ method, /** @type {object} */ message) => connection.call(`Accounts/${method}`, message, { patienceMs: 0 });
/** Signs in, here and in all tabs; what the tokens were renewed for meanwhile is passed over. */
const enter = (/** @type {string} */ method, /** @type {object} */ message) => connection.tokens.alone(async () => keep(await ask(method, { ...message, deviceName: deviceName() })));

// ---- what a person does with the account ----

/** A new guest, after being signed out. */
export async function beGuest() {
  explainSignOut("");
  keep(null);
  await token();
}

export async function signIn(/** @type {string} */ displayName, /** @type {string} */ password) {
  await enter("SignIn", { displayName, password });
}

/** Back in by a code that was written down, with a new password. */
export async function recover(/** @type {string} */ displayName, /** @type {string} */ code, /** @type {string} */ password) {
  await enter("Recover", { code: { displayName, code }, password });
}

export const signInWithIssuer = (/** @type {turnledger.IssuerCode} */ code) => enter("SignInWithIssuer", { code });

/** What the server says of the account now. */
export const keepAccount = (/** @type {turnledger.Account} */ account) => {
  const now = read();
  if (now?.account.accountId === account.accountId && JSON.stringify(now.account) !== JSON.stringify(account)) keep({ ...now, account });
};

export async function rename(/** @type {string} */ displayName) {
  keepAccount((await asMe("UpdateMe", { account: { displayName }, updateMask: "displayName" })).account);
}

/** A guest's account gets a name and a password, and outlives this browser. */
export async function upgrade(/** @type {string} */ displayName, /** @type {string} */ password) {
  keepAccount((await asMe("UpgradeMe", { displayName, password })).account);
}

/** Whoever the issuer knows signs in to this account from now on. */
export async function linkIssuer(/** @type {turnledger.IssuerCode} */ code, /** @type {object} */ proof) {
  keepAccount((await asMe("LinkIssuer", { code, ...proof })).account);
}

/** A passkey signs in to this account from now on. `make`: how the browser makes one (passkeys.js). @returns {Promise<turnledger.Passkey[]>} */
export async function addPasskey(/** @type {(optionsJson: string) => Promise<string>} */ make, /** @type {() => Promise<object>} */ prove = async () => ({})) {
  const proof = await prove();
  const { optionsJson } = await asMe("BeginPasskey", {});
  const { account, passkeys } = await asMe("AddPasskey", { credentialJson: await make(optionsJson), passkeyName: deviceName(), ...proof });
  keepAccount(account);
  return passkeys;
}

/** @returns {Promise<turnledger.Passkey[]>} */
export const passkeys = async () => (await asMe("ListPasskeys", {})).passkeys;
/** @returns {Promise<turnledger.Passkey[]>} */
export const removePasskey = async (/** @type {string} */ passkeyId) => (await asMe("RemovePasskey", { passkeyId })).passkeys;

export async function signInWithPasskey(/** @type {(optionsJson: string) => Promise<string>} */ show) {
  const { optionsJson } = await ask("BeginPasskeySignIn", {});
  const credentialJson = await show(optionsJson);
  await enter("SignInWithPasskey", { credentialJson });
}

export async function changePassword(/** @type {string} */ currentPassword, /** @type {string} */ password) {
  keepTokens((await asMe("ChangePassword", { currentPassword, password })).tokens);
}

/** @returns {Promise<turnledger.Device[]>} */
export const devices = async () => (await asMe("ListDevices", {})).devices;
export const signOutDevice = (/** @type {string} */ deviceId) => asMe("SignOutDevice", { deviceId });

/** Which of them this browser is: the `sid` of its access token. */
export function thisDevice() {
  const payload = read()?.tokens.accessToken.split(".")[1] ?? "";
  return payload ? String(JSON.parse(atob(payload.replaceAll("-", "+").replaceAll("_", "/"))).sid ?? "") : "";
}

/** On this device alone: the server forgets it, and the browser the account. */
export async function signOut() {
  const name = me.value?.displayName ?? "";
  const here = thisDevice();
  if (here) await signOutDevice(here);
  explainSignOut(t("{name} was signed out on this device.", { name }));
  keep(null);
}

export async function signOutEverywhere() {
  keepTokens((await asMe("RevokeTokens", {})).tokens);
}

export async function deleteAccount(/** @type {string} */ displayName, /** @type {object} */ proof) {
  await asMe("DeleteMe", { displayName, ...proof });
  explainSignOut(t("The account {name} was deleted.", { name: displayName }));
  keep(null);
}
