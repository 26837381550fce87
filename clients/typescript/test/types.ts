// Programs with the contract's types: checked by tsc against the packed kit (package.test.mjs), never run.
import {
  caseOf,
  contract,
  happened,
  isKnown,
  type Board,
  type Choice,
  type Client,
  type Command,
  type GameEvent,
  type Me,
  type PowerGridBoard,
  type Snapshot,
  type Table,
  type TableEvent,
  type TableStatus,
} from "@turnledger/client";

export function boardOf(snapshot: Snapshot): PowerGridBoard | undefined {
  const board: Board | undefined = snapshot.board;
  if (board?.powerGrid) {
    const none: undefined = board.cardGame; // only one case is set
    return none ?? board.powerGrid;
  }
  return undefined;
}

export function told(event: GameEvent): string {
  if (event.table?.playerSeated) return event.table.playerSeated.accountId;
  // @ts-expect-error an event is one of the table or one of the game
  if (event.table && event.game) return event.game.powerGrid;
  return event.says;
}

export function seated(event: GameEvent): string {
  const what = happened(event);
  if (what?.[0] === "table" && what[1] === "playerSeated") return what[2].accountId;
  if (what?.[0] === "powerGrid" && what[1] === "bidPlaced") return String(what[2].amount);
  // @ts-expect-error no such game
  return what?.[0] === "chess" ? "" : "nothing";
}

export function word(board: Board): number {
  const found = caseOf("Board", board);
  if (found?.[0] === "cardGame") return found[1].round;
  return 0;
}

const bid: Command = { cardGame: { placeBid: { amount: 9 } } };
// @ts-expect-error a command of two games
const two: Command = { cardGame: { placeBid: { amount: 9 } }, powerGrid: { placeBid: { amount: 9 } } };
const choice: Choice = { option: 0, number: 1 };
export const give = (me: Me, gameId: string) =>
  Promise.all([me.game(gameId).submit({ command: bid }), me.game(gameId).submit({ choice })]);
// @ts-expect-error a move is a command or a choice
export const both = (me: Me) => me.play.submit({ gameId: "", command: bid, choice });
export const undo = (me: Me) => me.game("").act({ undo: { commands: 1 } });
// @ts-expect-error one action at a time
export const acts = (me: Me) => me.game("").act({ undo: { commands: 1 }, resign: {} });
export const status = (table: Table): TableStatus =>
  isKnown("TableStatus", table.status) ? table.status : "TABLE_STATUS_UNSPECIFIED";
// @ts-expect-error no such enum
export const unknown = (table: Table) => isKnown("TableStatuss", table.status);
export const opened = (event: TableEvent): TableEvent.GameOpened | undefined => event.gameOpened;
export const optionsOf = (options: contract.Options): number => options.options.length;
export const client = (me: Client): Me => me.all;
void two;
