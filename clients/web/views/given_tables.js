// Tables that an official gives, pasted from a spreadsheet: a line is a table, and says what is wrong with it.
import { call, ServiceError } from "../api.js";
import { uuid } from "../browser.js";
import { t } from "../i18n.js";
import { Button, Dialog, Form, saysOf } from "../ui.js";
import { h, useState } from "../vendor/preact.js";
import { nameOf, playersOf, tableName, useRead } from "./tournament_parts.js";

/**
 * @typedef {turnledger.Tournament} Tournament
 * @typedef {turnledger.TournamentPairing} Pairing
 * @typedef {{name: string, players: string[], accountIds: (string | undefined)[], wrong: string}} Line
 */

/**
 * Returns the tables of a sheet: with tabs, as spreadsheets copy it, or with semicolons or commas, as files have it.
 * @param {string} text
 * @param {turnledger.Entrant[]} entrants
 * @returns {Line[]}
 */
function linesOf(text, entrants) {
  const separator = ["\t", ";"].find(each => text.includes(each)) ?? ",";
  const rows = text.split("\n").map(row => row.split(separator).map(cell => cell.trim().replace(/^"(.*)"$/, "$1")));
  if (rows[0][0].toLowerCase() === "name") rows.shift();
  return rows.filter(cells => cells.some(Boolean)).map(cells => lineOf(cells, entrants));
}

/**
 * A table of entrants, by name or account.
 * @param {string[]} cells
 * @param {turnledger.Entrant[]} entrants
 * @returns {Line}
 */
function lineOf([name, ...cells], entrants) {
  const players = cells.filter(Boolean);
  let wrong = "";
  const accountIds = players.map(player => {
    const found = entrants.filter(each => each.player?.accountId === player || nameOf(each) === player);
    if (!found.length) wrong ||= t("{name} has not entered.", { name: player });
    if (found.length > 1)
      wrong ||= t("Several entrants are called {name}. Write the id of the account.", { name: player });
    return found[0]?.player?.accountId;
  });
  return { name, players, accountIds, wrong };
}

/** @param {{tournament: Tournament, read: () => Promise<void>, onClose: () => void}} props */
export function GiveTables({ tournament, read, onClose }) {
  const { eventId } = tournament;
  const entrants = /** @type {turnledger.Entrant[]} */ (useRead("ListEntrants", "entrants", tournament));
  const [text, setText] = useState("");
  const [requestId, setRequest] = useState(uuid);
  const [refused, setRefused] = useState(/** @type {{table: number, says: string} | null} */ (null));
  const [given, setGiven] = useState(/** @type {Pairing[] | null} */ (null));
  const lines = linesOf(text, entrants);
  const change = (/** @type {string} */ next) => {
    setText(next);
    setRequest(uuid());
    setRefused(null);
  };
  const give = async () => {
    try {
      const tables = lines.map(({ name, accountIds }) => ({ name, accountIds }));
      setGiven((await call("Tournaments/CreateTables", { requestId, tournamentId: eventId, tables })).pairings);
    } catch (error) {
      if (!(error instanceof ServiceError && error.facts.table)) throw error;
      setRefused({ table: Number(error.facts.table), says: saysOf(error) });
      return;
    }
    await read();
  };
  if (given)
    return h(
      Dialog,
      { title: t("Tables given: {n}", { n: given.length }), onClose },
      h(
        "ol",
        {},
        given.map(each => h("li", { key: each.table }, `${tableName(each)}: ${playersOf(each)}`)),
      ),
      h("div", { class: "buttons" }, h(Button, { primary: true, onClick: onClose }, t("Close"))),
    );
  const wrong = lines.map((each, place) => each.wrong || (refused?.table === place + 1 ? refused.says : ""));
  const faults = wrong.filter(Boolean).length;
  return h(
    Dialog,
    { title: t("Give tables"), onClose },
    h(
      Form,
      { onSubmit: give },
      h("p", {}, t("A line for each table: its name, then its players. Paste it from a spreadsheet.")),
      h("textarea", {
        "aria-label": t("Tables"),
        rows: 6,
        value: text,
        onInput: (/** @type {any} */ event) => change(event.currentTarget.value),
      }),
      h(
        "ol",
        { "aria-label": t("Tables") },
        lines.map(({ name, players }, place) =>
          h(
            "li",
            { key: place },
            `${name}: ${players.join(", ")}`,
            wrong[place] && h("strong", { class: "a-bad" }, ` ${wrong[place]}`),
          ),
        ),
      ),
      h("p", { role: "status" }, faults > 0 && t("Lines to correct: {n}", { n: faults })),
      h(
        "div",
        { class: "buttons" },
        h(
          Button,
          { type: "submit", primary: true, disabled: !lines.length || faults > 0 },
          t("Give the tables: {n}", { n: lines.length }),
        ),
        h(Button, { onClick: onClose }, t("Cancel")),
      ),
    ),
  );
}
