import { UnicodeGraphemesAddon } from "@xterm/addon-unicode-graphemes";
import headless from "@xterm/headless";
import { forXterm } from "../../core/terminal/for-xterm.ts";

type Terminal = InstanceType<typeof headless.Terminal>;
type Cell = NonNullable<ReturnType<NonNullable<ReturnType<Terminal["buffer"]["active"]["getLine"]>>["getCell"]>>;

/** A pane's screen, drawn from the daemon's stream by the same terminal that the dashboard uses. */
export class PaneScreen {
  private readonly terminal: Terminal = new headless.Terminal({
    cols: 80,
    rows: 24,
    allowProposedApi: true,
    scrollback: 0,
  });

  constructor() {
    this.terminal.loadAddon(new UnicodeGraphemesAddon() as never);
  }

  resize(columns: number, rows: number): void {
    this.terminal.resize(columns, rows);
  }

  write(bytes: Uint8Array, done: () => void): void {
    this.terminal.write(forXterm(bytes), done);
  }

  /** Its rows, without empty ones at the end, cut to `columns`. */
  lines(columns: number, colour: boolean): string[] {
    const rows = Array.from({ length: this.terminal.rows }, (_, y) => this.line(y, columns, colour));
    return rows.slice(0, rows.findLastIndex((row) => row !== "") + 1);
  }

  private line(y: number, columns: number, colour: boolean): string {
    const { active } = this.terminal.buffer;
    const line = active.getLine(active.baseY + y);
    let [text, pen, end] = ["", "", 0];
    for (let x = 0; x < Math.min(columns, this.terminal.cols); x += 1) {
      const cell = line?.getCell(x);
      // the second half of a wide character, and a wide one that would be cut in half
      if (cell === undefined || cell.getWidth() === 0 || x + cell.getWidth() > columns) continue;
      const next = colour ? penOf(cell) : "";
      if (next !== pen) text += `\x1b[0${next}m`;
      pen = next;
      text += cell.getChars() || " ";
      if (cell.getChars().trim() !== "" || next !== "") end = text.length;
    }
    return pen === "" ? text.slice(0, end) : `${text.slice(0, end)}\x1b[0m`;
  }
}

/** The attributes of a cell as parameters of SGR, each with its semicolon; empty if it has none. */
function penOf(cell: Cell): string {
  const flags = [
    cell.isBold() ? ";1" : "",
    cell.isDim() ? ";2" : "",
    cell.isItalic() ? ";3" : "",
    cell.isUnderline() ? ";4" : "",
    cell.isInverse() ? ";7" : "",
    cell.isStrikethrough() ? ";9" : "",
  ].join("");
  const front = colourOf(cell.isFgRGB(), cell.isFgPalette(), cell.getFgColor(), 38);
  return flags + front + colourOf(cell.isBgRGB(), cell.isBgPalette(), cell.getBgColor(), 48);
}

function colourOf(isRgb: boolean, isPalette: boolean, value: number, code: 38 | 48): string {
  if (isRgb) return `;${code};2;${value >> 16};${(value >> 8) & 255};${value & 255}`;
  if (!isPalette) return "";
  if (value < 8) return `;${code - 8 + value}`;
  return value < 16 ? `;${code + 52 + value - 8}` : `;${code};5;${value}`;
}
