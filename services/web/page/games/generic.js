// Any game: its board as it is, and its options in the server's words.
import { call } from "../api.js";
import { Button } from "../ui.js";
import { h, useEffect, useState } from "../vendor/preact.js";

/** @param {{game: import("../game.js").GameState, value: any}} props */
function Value({ game, value }) {
  if (Array.isArray(value)) return value.length ? h("ul", {}, value.map((each, n) => h("li", { key: n }, h(Value, { game, value: each })))) : "–";
  if (value && typeof value === "object") return h("dl", {}, Object.entries(value).map(([name, each]) => [h("dt", { key: name }, name), h("dd", { key: `${name}=` }, h(Value, { game, value: each }))]));
  return value === null || value === "" ? "–" : String(value);
}

/** @param {{game: import("../game.js").GameState}} props */
export const Board = ({ game }) => h(Value, { game, value: Object.values(game.snapshot.board ?? {})[0] });

/** @param {{game: import("../game.js").GameState}} props */
export function Actions({ game }) {
  const { version, options } = game.snapshot;
  return h("ul", { class: "menu" }, (options?.options ?? []).map((_, place) => h(Choices, { key: `${version}.${place}`, game, place })));
}

/** @param {{game: import("../game.js").GameState, place: number}} props */
function Choices({ game, place }) {
  const [commands, setCommands] = useState(/** @type {turnledger.NumberedCommand[]} */ ([]));
  useEffect(() => {
    call("Play/ListCommands", { gameId: game.id, expectedVersion: game.snapshot.version, option: place, pageSize: 10 }).then((answer) => setCommands(answer.commands), () => {});
  }, [place]);
  return commands.map(({ number, says }) => h("li", { key: number }, h(Button, { disabled: game.busy.value, onClick: () => game.submit({ choice: { option: place, number } }).catch(() => {}) }, says || `${place}.${number}`)));
}
