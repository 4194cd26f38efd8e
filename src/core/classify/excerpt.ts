import { plainRow } from "../terminal/plain-row.ts";
import { readableRow } from "../terminal/readable-rows.ts";

/** Lines of a pane that are read. */
export const EXCERPT_LINES = 100;

/** The end of a pane's screen, as input for a classifier. */
export interface Excerpt {
  agent: string;
  /** The agent's display name. */
  label: string;
  /** Plain text, newest last, without blank rows at the end. */
  lines: readonly string[];
  /** The pane's foreground program. */
  command?: string | undefined;
  title?: string | undefined;
  /** The agent's version, if known. */
  version?: string | undefined;
  /** Whether the alternate screen is shown (a full-screen program). */
  alternate: boolean;
  /** The pane's geometry, if known; without it the rules recognise less. */
  view?: View | undefined;
}

export interface View {
  width: number;
  /** Index of the first visible line; those before it are scrollback. */
  top: number;
  /** Null if unknown. */
  cursor: { line: number; column: number } | null;
}

/** From a capture whose last lines are the visible rows, and tmux's facts of the pane. */
export function viewOf(
  captured: readonly string[],
  pane: { width: number; height: number; cursor_x: number; cursor_y: number },
): View {
  const top = Math.max(0, captured.length - pane.height);
  return { width: pane.width, top, cursor: { line: top + pane.cursor_y, column: pane.cursor_x } };
}

const CONTROL = /[\x00-\x08\x0b-\x1f\x7f-\x9f]/g;

/** Strips colours from captured rows and cuts them to `EXCERPT_LINES`. */
export function excerptOf(pane: Excerpt): Excerpt {
  const rows = pane.lines.flatMap((line) => line.split("\n")).map(plainText);
  const end = rows.findLastIndex((row) => row !== "") + 1;
  const start = Math.max(0, end - EXCERPT_LINES);
  const { view } = pane;
  return {
    ...pane,
    lines: rows.slice(start, end),
    ...(view !== undefined && {
      view: {
        width: view.width,
        top: Math.max(0, view.top - start),
        cursor: view.cursor && { line: view.cursor.line - start, column: view.cursor.column },
      },
    }),
  };
}

function plainText(line: string): string {
  return readableRow(plainRow(line).replace(CONTROL, "").replaceAll("\u00a0", " ").trimEnd());
}
