import type { Line, Places } from "../adapter/screen.ts";
import { dialogPlaces } from "../adapter/screen-dialog.ts";
import { isBlank, isRule, joined, lowestFrame, paragraphs, withoutBlankEnd } from "../adapter/screen-rows.ts";
import type { Pattern } from "../pattern/pattern.ts";
import type { FileScreen } from "./agent-file.ts";

/** The part `[screen]` of a file, compiled. */
export interface ScreenShape {
  prompt: Pattern;
  isBetweenRules: boolean;
  placeholder: Pattern;
  footerRows: number;
  message: Pattern;
  givenPrompt: Pattern;
  /** As part of a regular expression; null if choices have no mark. */
  cursor: string | null;
  isFramed: boolean;
}

const NEVER: Pattern = { test: () => false, exec: () => null };
const MOST_FOOTER_ROWS = 6;
/** A dialog without choices is at most so high. */
const DIALOG_ROWS = 16;

export function shapeOf(screen: FileScreen, read: (source: string) => Pattern): ScreenShape {
  const optional = (source: string | undefined) => (source === undefined ? NEVER : read(source));
  return {
    prompt: read(screen.prompt),
    isBetweenRules: screen.between_rules === true,
    placeholder: optional(screen.placeholder),
    footerRows: screen.footer_rows ?? MOST_FOOTER_ROWS,
    message: optional(screen.message),
    givenPrompt: optional(screen.given_prompt),
    cursor: screen.cursor?.replaceAll(/[\\^$.*+?()[\]{}|/]/g, "\\$&") ?? null,
    isFramed: screen.framed === true,
  };
}

/** Finds the parts of a screen: the input box and what is above and below it, or a dialog in its place. */
export function layoutByFile(shape: ScreenShape): (rows: readonly Line[]) => Places | null {
  return (all) => {
    const rows = withoutBlankEnd(all);
    const box = inputBox(rows, shape);
    if (box === null) return dialogAt(rows, shape);
    const above = withoutBlankEnd(rows.slice(0, box.top));
    const draft = rows.slice(box.from, box.to + 1).map(({ row, text }, index) => ({
      row,
      text: index === 0 ? afterPrompt(text, shape.prompt) : text,
    }));
    return {
      footer: rows.slice(box.end + 1).filter((row) => !isBlank(row)),
      draft: shape.placeholder.test(draft[0]?.text ?? "") ? [] : draft,
      status: paragraphs(above).at(-1) ?? [],
      ...conversationPlaces(above, shape),
    };
  };
}

/** The rows that a dialog may be in. */
export function dialogRows(rows: readonly Line[], { isFramed }: ScreenShape): Line[] | null {
  return isFramed ? lowestFrame(rows) : withoutBlankEnd(rows);
}

interface Box {
  /** The first row of the box, and of the text in it. */
  top: number;
  from: number;
  /** The last row of the text, and of the box. */
  to: number;
  end: number;
}

function inputBox(rows: readonly Line[], { prompt, isBetweenRules, footerRows }: ScreenShape): Box | null {
  if (!isBetweenRules) {
    const at = rows.findLastIndex(({ text }) => prompt.test(text));
    return at < 0 || rows.length - 1 - at > footerRows ? null : { top: at, from: at, to: at, end: at };
  }
  const end = rows.findLastIndex(isRule);
  const top = rows.slice(0, Math.max(0, end)).findLastIndex(isRule);
  if (top < 0 || rows.length - 1 - end > footerRows || !prompt.test(rows[top + 1]?.text ?? "")) return null;
  return { top, from: top + 1, to: end - 1, end };
}

function dialogAt(rows: readonly Line[], shape: ScreenShape): Places | null {
  const inside = dialogRows(rows, shape);
  if (inside === null) return null;
  const found =
    shape.cursor === null ? null : dialogPlaces(inside, shape.cursor, ({ text }) => shape.message.test(text));
  if (found !== null) return found;
  const shown = paragraphs(inside.slice(-DIALOG_ROWS));
  return { dialog: shown.flatMap(joined), hint: inside.slice(-1) };
}

function conversationPlaces(rows: readonly Line[], { message, givenPrompt }: ScreenShape): Places {
  const prompt = rows.findLastIndex(({ text }) => givenPrompt.test(text));
  const head = rows.findLastIndex(({ text }, index) => index >= prompt && message.test(text));
  if (prompt < 0 && head < 0) return { start: rows.filter((row) => !isBlank(row)) };
  return { turn: rows.slice(Math.max(0, prompt)), last: head < 0 ? [] : rows.slice(head) };
}

function afterPrompt(text: string, prompt: Pattern): string {
  const found = prompt.exec(text);
  return found === null ? text : text.slice(found.index + found[0].length).trim();
}
