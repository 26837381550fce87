// A client with an access token that the program has from elsewhere: a personal token, a program's, or one of OAuth.
import { memoryStorage, Tokens } from "./layer/kept.js";

/**
 * `token`: the access token to call with. `tokenSource`: returns another one, once for all calls that wait: in place of
 * the one that the server refused (`ended`), and before the first call if there is no `token` (`ended` is empty). Calls
 * throw what it throws.
 * @typedef {{token?: string, tokenSource?: (ended: string) => Promise<string>}} Given
 */

export const isGiven = (/** @type {Given} */ { token, tokenSource }) => Boolean(token || tokenSource);

/**
 * They are in memory alone: the program keeps its tokens itself. Without a source the token stays the same, and the
 * server's refusal is thrown.
 * @param {Given} given
 * @param {import("./layer/connection.js").Connection} connection
 */
export function givenTokens({ token, tokenSource = async (ended) => ended }, { name, now }) {
  const pairOf = (/** @type {string} */ accessToken) => ({ accessToken, refreshToken: "" });
  const next = async () => pairOf(await tokenSource(tokens.pair?.accessToken ?? ""));
  const tokens = new Tokens(memoryStorage(), `${name}.given`, { begin: next, exchange: next, now });
  if (token) tokens.pair = pairOf(token);
  return tokens;
}
