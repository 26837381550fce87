// What is printed for the game that is played.

/**
 * @param {(method: string, message: object) => Promise<any>} call
 * @param {any} board
 * @param {string} variant
 */
export async function load(call, board, variant) {
  const edition = board.colony61?.edition ?? board.cardGame?.edition;
  return call("Catalogue/GetGameData", { variant, editions: edition ? [edition] : [] });
}
