import { stripAnsi } from "../../core/terminal/strip-ansi.ts";

/** Enough for the last lines of most programs. */
const TAIL_LENGTH = 2_000;
const MAX_LINES = 10;

/** The last lines read from a pane, used to find where a later capture continues them. */
export class OutputTail {
  private text = "";

  hear(bytes: Uint8Array): void {
    this.text = (this.text + Buffer.from(bytes.subarray(-TAIL_LENGTH)).toString()).slice(-TAIL_LENGTH);
  }

  /** Treats all that the pane shows as read. */
  restart(rows: readonly string[]): void {
    const shown = rows.filter((row) => row.trim() !== "").slice(-MAX_LINES);
    this.text = `${shown.join("\n")}\n`.slice(-TAIL_LENGTH);
  }

  /** Whether no whole line was read yet. */
  get isEmpty(): boolean {
    return this.lines().length === 0;
  }

  /**
   * How many of the rows are no newer than what was read; null if none of its lines is among them. Takes the place with
   * the longest run of matching lines, and the first of several, so that no unread row is taken for read.
   */
  heardIn(rows: readonly string[]): number | null {
    const lines = this.lines();
    const shown = rows
      .map((row, index) => ({ text: withPlainBlanks(row), end: index + 1 }))
      .filter(({ text }) => text !== "");
    let best = { run: 0, end: 0 };
    for (let last = lines.length; last > 0; last -= 1)
      for (let at = 1; at <= shown.length; at += 1) {
        const run = runBefore(lines, last, shown, at);
        if (run > best.run) best = { run, end: shown[at - 1]?.end ?? 0 };
      }
    return best.run === 0 ? null : best.end;
  }

  /** Several lines, since any of them may have been changed after it was read. */
  private lines(): string[] {
    const isCut = this.text.length === TAIL_LENGTH;
    return Buffer.from(stripAnsi(Buffer.from(this.text)))
      .toString()
      .split(/\r*\n/)
      .slice(isCut ? 1 : 0, -1)
      .map((line) => withPlainBlanks(line.slice(line.lastIndexOf("\r") + 1)))
      .filter((line) => line !== "")
      .slice(-MAX_LINES);
  }
}

/** How many lines before `last` equal the rows before `at`, in sequence. */
function runBefore(lines: readonly string[], last: number, shown: readonly { text: string }[], at: number): number {
  let run = 0;
  while (run < Math.min(last, at) && lines[last - 1 - run] === shown[at - 1 - run]?.text) run += 1;
  return run;
}

/** tmux shows a tab as a tab or as spaces, and may add spaces at the end. */
function withPlainBlanks(line: string): string {
  return line.replace(/\s+/g, " ").trim();
}
