// A picture of a result, drawn here and saved as PNG: nothing is sent anywhere.
import { save } from "./browser.js";
import { PATHS } from "./looks.js";

const WIDTH = 1000;
const MARGIN = 60;
const LINE = 76;
const [PAPER, INK, FAINT] = ["#f6f4ee", "#1d2733", "#565d68"];
const FONT = "system-ui, sans-serif";

/** @typedef {{rank: number, name: string, look: import("./looks.js").Look, scored: string}} Line */

/** @param {{title: string, gameId: string, lines: Line[], reason: string}} what */
export async function shareResult({ title, gameId, lines, reason }) {
  const canvas = document.createElement("canvas");
  [canvas.width, canvas.height] = [WIDTH, 2 * MARGIN + LINE * lines.length + 170];
  const context = /** @type {CanvasRenderingContext2D} */ (canvas.getContext("2d"));
  context.fillStyle = PAPER;
  context.fillRect(0, 0, canvas.width, canvas.height);
  write(context, title, MARGIN, MARGIN + 34, 44);
  lines.forEach((line, place) => drawLine(context, line, MARGIN + 120 + place * LINE));
  write(context, reason, MARGIN, canvas.height - MARGIN - 34, 26);
  write(context, "Turnledger", MARGIN, canvas.height - MARGIN + 14, 22, FAINT);
  const blob = await new Promise(done => canvas.toBlob(done, "image/png"));
  save([blob], `turnledger-${gameId.slice(0, 8)}.png`, "image/png");
}

/**
 * Text that is never wider than the picture.
 * @param {CanvasRenderingContext2D} context
 * @param {string} text
 * @param {number} x
 * @param {number} y
 * @param {number} size
 * @param {string} [color]
 */
function write(context, text, x, y, size, color = INK) {
  context.fillStyle = color;
  context.font = `${size}px ${FONT}`;
  context.fillText(text, x, y, WIDTH - MARGIN - x);
}

/** @param {CanvasRenderingContext2D} context @param {Line} line @param {number} y */
function drawLine(context, { rank, name, look, scored }, y) {
  write(context, `${rank}.`, MARGIN, y, 34);
  context.save();
  context.translate(MARGIN + 60, y - 32);
  context.scale(2, 2);
  const shape = new Path2D(PATHS[look.shape]);
  context.fillStyle = look.color;
  context.fill(shape);
  context.strokeStyle = INK;
  context.stroke(shape);
  context.restore();
  write(context, name, MARGIN + 120, y, 34);
  context.textAlign = "right";
  context.fillText(scored, WIDTH - MARGIN, y, WIDTH / 3);
  context.textAlign = "left";
}
