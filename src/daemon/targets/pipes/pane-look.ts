import { displayWidth } from "../../../core/text/width.ts";
import type { TmuxControl } from "../tmux/tmux-control.ts";
import type { OutputStart } from "./pane-output.ts";

/** Format of the facts captured before the text. */
export const LOOK_FACTS =
  "#{alternate_on} #{pane_height} #{cursor_y} #{history_size} #{history_limit} #{pane_width} #{cursor_x}";

/** Captures what a pane shows, with this many scrollback lines; null if the pane is gone. */
export async function lookAtPane(
  control: TmuxControl,
  paneId: string,
  scrollback: number,
): Promise<OutputStart | null> {
  const target = `-t ${paneId}`;
  const commands = `display-message -p ${target} '${LOOK_FACTS}'\ncapture-pane -p -J -S -${scrollback} ${target}`;
  return readLook(await control.runList(commands));
}

/** Parses the two replies: facts, then text. */
export function readLook(replies: readonly { ok: boolean; lines: string[] }[]): OutputStart | null {
  const [facts, text] = replies;
  if (!facts?.ok || !text?.ok) return null;
  const numbers = (facts.lines[0] ?? "").split(" ").map(Number);
  const [alternate, height = 0, cursor = 0, history = 0, historyLimit = 0, width = 0, column = 0] = numbers;
  const belowCursor = height - 1 - cursor;
  const unfinished = upToColumn(text.lines.at(-1 - belowCursor) ?? "", column, width);
  return { rows: text.lines, height, alternate: alternate === 1, belowCursor, unfinished, history, historyLimit };
}

/** tmux adds blanks to a row, or drops them: only the cursor shows how many were printed. */
function upToColumn(row: string, column: number, width: number): string {
  const text = row.trimEnd();
  if (column === 0 || text === "") return "";
  // a wrapped line is one row here
  const inLastRow = ((displayWidth(text) - 1) % width) + 1;
  return text + " ".repeat(Math.max(0, column - inLastRow));
}
