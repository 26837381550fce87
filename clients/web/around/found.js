// A player by name or id, as officials and operators type it.
import { call } from "../api.js";
import { t } from "../i18n.js";
import { tell } from "../ui.js";

const ID = /^[a-z2-7]{26}$/;

/** Returns the id of an account, or an empty text after the page has shown the reason. @param {string} typed */
export async function accountOf(typed) {
  const text = typed.trim();
  if (ID.test(text)) return text;
  const { players } = await call("People/FindPlayers", { name: text });
  const found = /** @type {turnledger.Player[]} */ (players);
  const same = found.filter(({ displayName }) => displayName.toLowerCase() === text.toLowerCase());
  const [only] = same.length ? same : found;
  if (only && (same.length === 1 || found.length === 1)) return only.accountId;
  const names = found.map(({ displayName }) => displayName).join(", ");
  tell({
    title: found.length
      ? t("Several players have names that begin like this: {names}.", { names })
      : t("No listed player has this name. The id of the account works, too."),
  });
  return "";
}
