// Which module draws a game: by the case of its board.

const KNOWN = new Set();

/** @param {turnledger.Board} board @returns {Promise<any>} */
export const gameModule = (board) => import(`./${KNOWN.has(Object.keys(board)[0]) ? Object.keys(board)[0] : "generic"}.js`);
