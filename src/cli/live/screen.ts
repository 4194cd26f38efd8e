import { displayWidth } from "../render/width.ts";
import { writeOut } from "../write-out.ts";

const ENTER = "\x1b[?1049h\x1b[?25l\x1b[?7l\x1b[2J";
const LEAVE = "\x1b[?7h\x1b[?25h\x1b[?1049l";
/** A terminal that knows it shows all of what is between at once. */
const TOGETHER = ["\x1b[?2026h", "\x1b[?2026l"] as const;
const STDOUT = 1;

/** The whole terminal, given back as it was. Only lines that differ are written, so nothing flickers. */
export class Screen {
  private shown: string[] = [];
  private isOpen = false;

  open(): void {
    if (this.isOpen) return;
    this.isOpen = true;
    this.shown = [];
    writeOut(STDOUT, ENTER);
  }

  close(): void {
    if (!this.isOpen) return;
    this.isOpen = false;
    writeOut(STDOUT, LEAVE);
  }

  /** After a resize nobody knows what the terminal has kept. */
  forget(): void {
    this.shown = [];
    if (this.isOpen) writeOut(STDOUT, "\x1b[2J");
  }

  /** `last` stands at the bottom, whatever is left out above it. */
  draw(lines: readonly string[], last: string, { columns, rows }: { columns: number; rows: number }): void {
    if (!this.isOpen) return;
    const frame = frameOf(lines, last, rows);
    const changed = Array.from({ length: Math.max(frame.length, this.shown.length) }, (_, row) => row).filter(
      (row) => frame[row] !== this.shown[row],
    );
    if (changed.length === 0) return;
    const text = changed
      .map((row) => `\x1b[${row + 1};1H${frame[row] ?? ""}${clearRest(frame[row] ?? "", columns)}`)
      .join("");
    this.shown = frame;
    writeOut(STDOUT, TOGETHER[0] + text + TOGETHER[1]);
  }
}

export function frameOf(lines: readonly string[], last: string, rows: number): string[] {
  const room = Math.max(1, rows - 2);
  const over = lines.length - room;
  const body = over <= 0 ? lines : [...lines.slice(0, room - 1), `… ${over + 1} lines more than fit here`];
  const filling = Array.from({ length: Math.max(0, room - body.length) }, () => "");
  return [...body, ...filling, "", last];
}

/** A full line leaves the cursor on its last character, which clearing would take away. */
function clearRest(line: string, columns: number): string {
  return displayWidth(line.replaceAll(/\x1b\[\d*m/g, "")) < columns ? "\x1b[K" : "";
}
