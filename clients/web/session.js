// The account of this browser. It begins as a guest's at the first visit, and one tab renews its tokens
// for all. Only this file knows where they are stored.
import { channel, room } from "./browser.js";
import { languageHeaders, t } from "./i18n.js";
import { ServiceError } from "./layer/connect.js";
import { Connection } from "./layer/connection.js";
import { local } from "./storage.js";
import { signal } from "./vendor/preact.js";

/**
 * @typedef {{account: turnledger.Account, tokens: turnledger.Tokens}} Session
 */

const KEPT = "turnledger.session";
const CALL_MS = 30_000;
const PAUSE_MAX_MS = 8_000;

/** The stored session; null for none, and for a broken one. @returns {Session | null} */
function read() {
  const found = /** @type {Partial<Session>} */ (local.json(KEPT, {}));
  return found.account?.accountId && found.tokens?.accessToken ? /** @type {Session} */ (found) : null;
}

/** The account of this browser; null before the first answer, and while signed out. */
export const me = signal(read()?.account ?? null);
const WHY = "turnledger.signed-out";
/** Why the player has to sign in again, also after a reload and in all tabs: a sentence; else empty. */
export const signedOut = signal(local.get(WHY) ?? "");

function explainSignOut(/** @type {string} */ why) {
  signedOut.value = why;
  if (why) local.set(WHY, why);
  else local.remove(WHY);
}

const others = channel("session", () => {
  me.value = read()?.account ?? null;
  signedOut.value = local.get(WHY) ?? "";
});
addEventListener("storage", ({ key }) => {
  if (key === KEPT) me.value = read()?.account ?? null;
});

function keep(/** @type {Session | null} */ session) {
  if (session) local.set(KEPT, JSON.stringify(session));
  else local.remove(KEPT);
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
let networkChangedMs = 0;

/** The browser lost or found its network: answers and failures of calls that began before say nothing about it. */
export function networkChanged(/** @type {boolean} */ isThere) {
  networkChangedMs = performance.now();
  if (!isThere) online.value = false;
}

function heard(/** @type {boolean} */ answers, /** @type {number} */ begunMs) {
  if (begunMs >= networkChangedMs) online.value = answers;
}

const PAIR = "turnledger.tokens";

/** The layer's storage: the tokens within the session, the rest unchanged. @type {import("./layer/kept.js").Storage} */
const storage = {
  isShared: true,
  getItem: name => (name === PAIR ? JSON.stringify(read()?.tokens ?? null) : local.get(name)),
  setItem: (name, value) => (name === PAIR ? keepTokens(JSON.parse(value)) : local.set(name, value)),
  removeItem: name => local.remove(name),
};

function keepTokens(/** @type {turnledger.Tokens} */ tokens) {
  const now = read();
  if (now && now.tokens.accessToken !== tokens.accessToken) keep({ ...now, tokens });
}

/** To the server, for all tabs of this browser alike. The first call of a new one makes a guest's account. */
export const connection = new Connection({
  storage,
  language: languageHeaders["Accept-Language"],
  begin,
  lost,
  heard,
  room,
  pauseMaxMs: PAUSE_MAX_MS,
  timeoutMs: CALL_MS,
});

async function begin() {
  const why = local.get(WHY);
  if (why) throw new ServiceError({ code: "unauthenticated", message: why });
  const session = await ask("SignInAsGuest", { displayName: "", deviceName: deviceName() });
  keep(session);
  return session.tokens;
}

function lost() {
  const account = read()?.account;
  if (!account) return;
  explainSignOut(
    account.guest
      ? t("This guest account was signed out.")
      : t("{name} was signed out on this device.", { name: account.displayName }),
  );
  keep(null);
}

/** A good access token. */
export const token = () => connection.tokens.access();
const ask = (/** @type {string} */ method, /** @type {object} */ message) =>
  connection.call(`Accounts/${method}`, message, { patienceMs: 0, isAlone: true });
const asMe = (/** @type {string} */ method, /** @type {object} */ message) =>
  connection.call(`Accounts/${method}`, message, { patienceMs: 0 });
/** Signs in, here and in all tabs; what the tokens were renewed for meanwhile is passed over. */
const enter = (/** @type {string} */ method, /** @type {object} */ message) =>
  connection.tokens.alone(async () => keep(await ask(method, { ...message, deviceName: deviceName() })));

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
export async function recover(
  /** @type {string} */ displayName,
  /** @type {string} */ code,
  /** @type {string} */ password,
) {
  await enter("Recover", { code: { displayName, code }, password });
}

export const signInWithIssuer = (/** @type {turnledger.IssuerCode} */ code) => enter("SignInWithIssuer", { code });

/** The server's current account data. */
export const keepAccount = (/** @type {turnledger.Account} */ account) => {
  const now = read();
  if (now?.account.accountId === account.accountId && JSON.stringify(now.account) !== JSON.stringify(account))
    keep({ ...now, account });
};

export async function rename(/** @type {string} */ displayName) {
  keepAccount((await asMe("UpdateMe", { account: { displayName }, updateMask: "displayName" })).account);
}

/** A guest's account gets a name and a password, and outlives this browser. */
export async function upgrade(/** @type {string} */ displayName, /** @type {string} */ password) {
  keepAccount((await asMe("UpgradeMe", { displayName, password })).account);
}

/** The issuer's person signs in to this account from now on. */
export async function linkIssuer(/** @type {turnledger.IssuerCode} */ code, /** @type {object} */ proof) {
  keepAccount((await asMe("LinkIssuer", { code, ...proof })).account);
}

/**
 * A passkey signs in to this account from now on. `make`: how the browser makes one (passkeys.js).
 * @returns {Promise<turnledger.Passkey[]>}
 */
export async function addPasskey(
  /** @type {(optionsJson: string) => Promise<string>} */ make,
  /** @type {() => Promise<object>} */ prove = async () => ({}),
) {
  const proof = await prove();
  const { optionsJson } = await asMe("BeginPasskey", {});
  const { account, passkeys } = await asMe("AddPasskey", {
    credentialJson: await make(optionsJson),
    passkeyName: deviceName(),
    ...proof,
  });
  keepAccount(account);
  return passkeys;
}

/** @returns {Promise<turnledger.Passkey[]>} */
export const passkeys = async () => (await asMe("ListPasskeys", {})).passkeys;
/** @returns {Promise<turnledger.Passkey[]>} */
export const removePasskey = async (/** @type {string} */ passkeyId) =>
  (await asMe("RemovePasskey", { passkeyId })).passkeys;

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

/** The name of the dialog about the account that is open; empty for none. `people.js` shows it. */
export const dialog = signal("");
export const openPeople = (/** @type {string} */ name) => (dialog.value = name);
export const closePeople = () => (dialog.value = "");
