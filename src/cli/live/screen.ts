import { displayWidth } from "../../core/text/width.ts";
import { writeOut } from "../common/write-out.ts";

/** The other screen, no cursor, no wrapping; pasted text comes marked as such. */
const ENTER = "\x1b[?1049h\x1b[?25l\x1b[?7l\x1b[?2004h\x1b[2J";
const LEAVE = "\x1b[0m\x1b[?2004l\x1b[?7h\x1b[?25h\x1b[?1049l";
/** Synchronized output: terminals that support it show everything in between at once. */
const TOGETHER = ["\x1b[?2026h", "\x1b[?2026l"] as const;
const STDOUT = 1;

export interface Cursor {
  row: number;
  column: number;
}

/** A full-screen view; the terminal is restored afterwards. Only changed lines are written, to avoid flicker. */
export class Screen {
  private shown: readonly string[] = [];
  /** The sequence that places the cursor; empty if it is hidden. */
  private cursor = "";
  private isOpen = false;

  open(): void {
    if (this.isOpen) return;
    this.isOpen = true;
    this.forgetShown();
    // also after an uncaught error
    process.on("exit", this.close);
    writeOut(STDOUT, ENTER);
  }

  readonly close = (): void => {
    if (!this.isOpen) return;
    this.isOpen = false;
    process.removeListener("exit", this.close);
    writeOut(STDOUT, LEAVE);
  };

  /** After a resize the terminal's contents are unknown. */
  forget(): void {
    this.forgetShown();
    if (this.isOpen) writeOut(STDOUT, "\x1b[2J");
  }

  /** `last` is the bottom line; lines above it are cut if they do not fit. */
  draw(lines: readonly string[], last: string, { columns, rows }: { columns: number; rows: number }): void {
    this.show(frameOf(lines, last, rows), columns, null);
  }

  /** Line for line; the cursor is hidden unless it has a place. */
  show(frame: readonly string[], columns: number, cursor: Cursor | null): void {
    if (!this.isOpen) return;
    const changed = Array.from({ length: Math.max(frame.length, this.shown.length) }, (_, row) => row).filter(
      (row) => frame[row] !== this.shown[row],
    );
    const place = cursor === null ? "" : `\x1b[${cursor.row + 1};${cursor.column + 1}H\x1b[?25h`;
    if (changed.length === 0 && place === this.cursor) return;
    const text = changed
      .map((row) => `\x1b[${row + 1};1H${frame[row] ?? ""}${clearRest(frame[row] ?? "", columns)}`)
      .join("");
    const hide = this.cursor === "" ? "" : "\x1b[?25l";
    this.shown = frame;
    this.cursor = place;
    writeOut(STDOUT, TOGETHER[0] + hide + text + place + TOGETHER[1]);
  }

  private forgetShown(): void {
    this.shown = [];
    this.cursor = "";
  }
}

export function frameOf(lines: readonly string[], last: string, rows: number): string[] {
  const room = Math.max(1, rows - 2);
  const over = lines.length - room;
  const body = over <= 0 ? lines : [...lines.slice(0, room - 1), `… ${over + 1} lines more than fit here`];
  const filling = Array.from({ length: Math.max(0, room - body.length) }, () => "");
  return [...body, ...filling, "", last];
}

/** A full line leaves the cursor on its last character, which clearing would erase. */
function clearRest(line: string, columns: number): string {
  return displayWidth(line.replaceAll(/\x1b\[[\d;:]*m/g, "")) < columns ? "\x1b[K" : "";
}
