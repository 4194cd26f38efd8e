import { plainRow } from "../terminal/plain-row.ts";

/** How much of a pane is read. */
export const EXCERPT_LINES = 100;

/** The end of what a pane shows, as a classifier gets it. */
export interface Excerpt {
  agent: string;
  /** The agent's name as people read it. */
  label: string;
  /** Plain text, the newest last, without blank rows at the end. */
  lines: readonly string[];
  /** The pane's foreground program. */
  command?: string | undefined;
  title?: string | undefined;
  /** The agent's version, where it is known. */
  version?: string | undefined;
  /** A full-screen program has the alternate screen. */
  alternate: boolean;
  /** How the pane shows it, where that is known: what is told without it is less. */
  view?: View | undefined;
}

export interface View {
  width: number;
  /** Index of the first line that is in sight; those over it have scrolled away. */
  top: number;
  /** Null where nobody has looked. */
  cursor: { line: number; column: number } | null;
}

/** As tmux tells it of a pane whose last lines are the rows in sight. */
export function viewOf(
  captured: readonly string[],
  pane: { width: number; height: number; cursor_x: number; cursor_y: number },
): View {
  const top = Math.max(0, captured.length - pane.height);
  return { width: pane.width, top, cursor: { line: top + pane.cursor_y, column: pane.cursor_x } };
}

const CONTROL = /[\x00-\x08\x0b-\x1f\x7f-\x9f]/g;

/** Rows as tmux prints them, with or without colours, cut to what is read. */
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
  return plainRow(line).replace(CONTROL, "").replaceAll("\u00a0", " ").trimEnd();
}
