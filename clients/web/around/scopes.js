// The scopes of tokens in the words of a player.
import { t } from "../i18n.js";

/** The scopes that a token may have, in the order of the contract. @returns {[turnledger.Scope, string][]} */
export const scopeNames = () => [
  ["SCOPE_GAMES_READ", t("Read games, with your own hand")],
  ["SCOPE_GAMES_PLAY", t("Play and enter tournaments")],
  ["SCOPE_TABLES_MANAGE", t("Open and manage tables")],
  ["SCOPE_CLUBS_MANAGE", t("Manage clubs")],
  ["SCOPE_TOURNAMENTS_RUN", t("Run tournaments")],
  ["SCOPE_CHAT_READ", t("Read chat")],
  ["SCOPE_CHAT_WRITE", t("Write chat")],
  ["SCOPE_ACCOUNT_READ", t("Read the account")],
  ["SCOPE_ACCOUNT_MANAGE", t("Change name, relations and notes")],
];

/** @param {turnledger.Scope[]} scopes */
export function namesOf(scopes) {
  const names = new Map(scopeNames());
  names.set("SCOPE_OPENID", t("Recognise you")).set("SCOPE_PROFILE", t("See your name"));
  return scopes.map(scope => names.get(scope) ?? scope);
}
