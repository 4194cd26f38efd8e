import { penAfter, penAt, penAtEnd } from "./captured-row.ts";
import { Pen } from "./pen.ts";
import type { ScreenCapture, ScreenFacts } from "./screen-capture.ts";
import type { TerminalStateTracker } from "./terminal-state-tracker.ts";

const RESET = "\x1bc";
/** tmux captures line drawing as shifted characters. */
const DRAWING = "\x1b)0";
const PLAIN = "\x1b[0m\x0f";
const TAB_WIDTH = 8;
const PADDING = /(?<! ) +$/;

/** Output that makes a new terminal of the same size show what the pane shows, with the same modes. */
export function bootstrapText(
  { facts, history, screen, beneath }: ScreenCapture,
  memory: TerminalStateTracker,
): string {
  const rows = drawn([...history, ...screen], history.length + facts.cursor.y);
  const shown = rows.slice(history.length);
  const main = facts.alternate ? paddedTo(facts.rows, drawn(beneath)) : shown;
  const parts = [RESET, "\x1b[?7l", DRAWING, [...rows.slice(0, history.length), ...main].join("\r\n"), "\x1b[?7h"];
  if (facts.alternate) {
    const { x, y } = facts.beneath;
    parts.push(x < facts.cols && y < facts.rows ? place(x, y) : "", "\x1b[?1049h\x1b[2J\x1b[?7l");
    parts.push(...shown.map((row, index) => place(0, index) + row), "\x1b[?7h");
  }
  parts.push(modes(facts), tabs(facts), cursor(facts, shown[facts.cursor.y] ?? ""), String(memory));
  return parts.join("");
}

/** The pen of the cell left of the cursor, or of the last one of the row above. */
export function penOnScreen({ facts, history, screen }: ScreenCapture, place: "left" | "above"): Pen | null {
  const { x, y } = facts.cursor;
  const at = place === "left" ? y : y - 1;
  if (at < 0 || (place === "left") !== x > 0) return null;
  let pen = new Pen();
  for (const row of [...history, ...screen.slice(0, at)]) pen = penAfter(row, pen);
  const row = screen[at] ?? "";
  return place === "left" ? penAt(row, pen, Math.min(x, facts.cols)) : penAtEnd(row, pen);
}

/**
 * Makes each row independent: it starts with its own pen and ends plain, so that its colour does not spread to new
 * rows. tmux from 3.4 on captures plain blanks at the end of a row that were never printed. They are removed, because
 * people would copy them, except in the cursor's row, where the cursor may be behind one.
 */
function drawn(rows: readonly string[], cursorRow?: number): string[] {
  let pen = new Pen();
  let shift = "";
  return rows.map((row, index) => {
    const before = pen;
    pen = penAfter(row, pen);
    const hasPadding = index !== cursorRow && pen.isPlain();
    const text = `${before}${shift}${hasPadding ? row.replace(PADDING, "") : row}${PLAIN}`;
    const [out, back] = [row.lastIndexOf("\x0e"), row.lastIndexOf("\x0f")];
    if (out !== back) shift = out > back ? "\x0e" : "";
    return text;
  });
}

function paddedTo(count: number, rows: readonly string[]): string[] {
  return Array.from({ length: count }, (_, index) => rows[index] ?? "");
}

function modes({ flags, region, rows }: ScreenFacts): string {
  const set = (on: boolean, sequence: string) => (on ? sequence : "");
  return [
    set(region.upper > 0 || region.lower < rows - 1, `\x1b[${region.upper + 1};${region.lower + 1}r`),
    set(flags.keypad_cursor_flag, "\x1b[?1h"),
    set(flags.keypad_flag, "\x1b="),
    set(flags.mouse_standard_flag, "\x1b[?1000h"),
    set(flags.mouse_button_flag, "\x1b[?1002h"),
    set(flags.mouse_all_flag, "\x1b[?1003h"),
    set(flags.mouse_utf8_flag, "\x1b[?1005h"),
    set(flags.mouse_sgr_flag, "\x1b[?1006h"),
  ].join("");
}

function tabs({ tabs: stops, cols }: ScreenFacts): string {
  const usual = Array.from({ length: Math.ceil(cols / TAB_WIDTH) - 1 }, (_, index) => (index + 1) * TAB_WIDTH);
  if (stops.join() === usual.join()) return "";
  return `\x1b[3g${stops.map((x) => `\x1b[${x + 1}G\x1bH`).join("")}`;
}

function cursor({ cursor: { x, y }, cols, flags, region }: ScreenFacts, row: string): string {
  // in a full row the cursor waits behind the last cell until the next character: the row is drawn again for that
  const at = x < cols ? place(x, y) : `${place(0, y)}${DRAWING}${row}`;
  const origin = flags.origin_flag ? `\x1b[?6h${place(Math.min(x, cols - 1), y - region.upper)}` : "";
  return [
    at,
    origin,
    flags.wrap_flag ? "" : "\x1b[?7l",
    flags.insert_flag ? "\x1b[4h" : "",
    flags.cursor_flag ? "" : "\x1b[?25l",
  ].join("");
}

function place(x: number, y: number): string {
  return `\x1b[${Math.max(0, y) + 1};${Math.max(0, x) + 1}H`;
}
