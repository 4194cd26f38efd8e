import { expandTabs } from "../../src/core/terminal/captured-row.ts";
import type { Sandbox } from "./sandbox.ts";
import { newTerminal, type TerminalViewer } from "./terminal-viewer.ts";

/** A cell's character and its attributes. */
export type Cell = string;

/** Runs tmux commands on one server. */
type Place = Pick<Sandbox, "tmux">;
type Terminal = ReturnType<typeof newTerminal>;

/** The screen cell by cell, without blanks at the end of a row: tmux does not capture those that were never printed. */
export function cellsOf(terminal: Terminal): Cell[][] {
  const { active } = terminal.buffer;
  return Array.from({ length: terminal.rows }, (_, y) => {
    const line = active.getLine(active.baseY + y);
    const cells = Array.from({ length: terminal.cols }, (_, x) => {
      const cell = line?.getCell(x);
      if (cell === undefined) return " ";
      const looks = [
        cell.isBold(),
        cell.isDim(),
        cell.isItalic(),
        cell.isUnderline(),
        cell.isBlink(),
        cell.isInverse(),
        cell.isInvisible(),
        cell.isStrikethrough(),
      ].map((each) => (each ? 1 : 0));
      const colours = [cell.getFgColorMode(), cell.getFgColor(), cell.getBgColorMode(), cell.getBgColor()];
      const plain = looks.every((each) => each === 0) && colours.join() === "0,-1,0,-1";
      return `${cell.getChars() || (cell.getWidth() === 0 ? "" : " ")}${plain ? "" : `{${looks.join("")} ${colours}}`}`;
    });
    const end = cells.findLastIndex((each) => !each.startsWith(" ")) + 1;
    return cells.slice(0, end);
  });
}

/** The pane as tmux captures it, drawn by the same terminal emulator. */
export async function captured(box: Place, paneId: string): Promise<{ cells: Cell[][]; cursor: [number, number] }> {
  const names = ["pane_width", "pane_height", "cursor_x", "cursor_y", "pane_tabs"];
  const facts = box.tmux("display-message", "-p", "-t", paneId, names.map((name) => `#{${name}}`).join(" ")).split(" ");
  const [cols = 0, rows = 0, x = 0, y = 0] = facts.map(Number);
  const stops = (facts.at(-1) ?? "").split(",").map(Number);
  const captured = box.tmux("capture-pane", "-p", "-e", "-N", "-t", paneId);
  const text = captured
    .split("\n")
    .map((row) => expandTabs(row, stops, cols))
    .join("\n");
  const terminal = newTerminal(cols, rows);
  await new Promise<void>((done) => terminal.write(`\x1b)0${text.replaceAll("\n", "\r\n")}`, done));
  return { cells: cellsOf(terminal), cursor: [x, y] };
}

/** Cells in which the viewer differs from tmux, and both cursor positions if they differ. */
export async function mismatches(box: Place, paneId: string, viewer: TerminalViewer): Promise<string[]> {
  const wanted = await captured(box, paneId);
  const shown = cellsOf(viewer.terminal);
  const { active } = viewer.terminal.buffer;
  const wrong: string[] = [];
  for (let y = 0; y < Math.max(wanted.cells.length, shown.length); y += 1) {
    const [ours, theirs] = [shown[y] ?? [], wanted.cells[y] ?? []];
    for (let x = 0; x < Math.max(ours.length, theirs.length); x += 1)
      if ((ours[x] ?? " ") !== (theirs[x] ?? " "))
        wrong.push(`${x},${y}: ${ours[x] ?? " "} instead of ${theirs[x] ?? " "}`);
  }
  const cursor = [active.cursorX, active.cursorY];
  if (cursor.join() !== wanted.cursor.join()) wrong.push(`cursor ${cursor} instead of ${wanted.cursor}`);
  return wrong;
}
