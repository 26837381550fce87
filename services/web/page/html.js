// Elements, tables and words: what every part of the page is made of.

/** What the page says, in the language that the browser asks for: the server chooses it and has the texts. */
const said = await (await fetch("texts.json")).json();
export const language = said.language;
document.documentElement.lang = language;

/** A text by its English, with figures in place of the names in braces. */
export const t = (english, figures = {}) => (said.texts[english] ?? english).replace(/\{(\w+)\}/g, (_, name) => figures[name] ?? "");

const SVG = ["svg", "line", "circle", "text", "g", "title"];

export function el(tag, attributes = {}, ...children) {
  const made = SVG.includes(tag) ? document.createElementNS("http://www.w3.org/2000/svg", tag) : document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (name === "style") made.style.cssText = value; // the page's own policy takes no style attributes
    else if (value !== undefined) made.setAttribute(name, value);
  }
  made.append(...children.filter((child) => child !== undefined && child !== null));
  return made;
}

const cell = (tag, content) => el(tag, typeof content === "number" ? { class: "number" } : {}, content instanceof Node ? content : String(content ?? ""));
const row = (cells, tag = "td") => el("tr", {}, ...cells.map((each) => cell(tag, each)));

/** Figures stand to the right, under a head that does too. */
export function table(head, rows) {
  const heads = head.map((name, place) => el("th", typeof rows[0]?.[place] === "number" ? { class: "number" } : {}, name));
  return el("table", {}, el("thead", {}, el("tr", {}, ...heads)), el("tbody", {}, ...rows.map((cells) => row(cells))));
}

export const heading = (text) => el("h2", {}, text);
export const cards = (names, later = []) => el("p", { class: "cards" }, ...names.map((name) => el("span", {}, name)), ...later.map((name) => el("span", { class: "later" }, name)));

/** Of `names` in several languages the reader's, else the English one. */
export const named = ({ id, names = {} }) => names[language] ?? names.en ?? id;

export const nameOf = (occupant) => (occupant?.bot && !occupant.accountId ? `${occupant.bot} (${t(occupant.colour)})` : occupant?.displayName || "?");

export const seatName = (game, player) =>
  el("span", { class: `seat${(game.toAct ?? []).includes(player) ? " acting" : ""}`, style: `--seat: ${game.table.occupants?.[player]?.colour}` }, nameOf(game.table.occupants?.[player]));
