import { printable } from "../common/write-out.ts";
import { count } from "../render/list-words.ts";
import { paint, sinceOf } from "../render/words.ts";
import { WATCH_KEY_LINES } from "../tables/watch-keys.ts";
import { GROUPS, type Group, groupOf } from "./group.ts";
import { bodyRows, type Layout, layOut, previewRows } from "./layout.ts";
import { editorView } from "./line-editor.ts";
import type { Model } from "./model.ts";
import { paintedLine } from "./painted-line.ts";
import { untilOlder, whoOf } from "./row-words.ts";
import { keyOf } from "./rows.ts";

/** Exactly as many lines as the terminal has, and where its cursor is. */
export interface Frame {
  lines: string[];
  cursor: { row: number; column: number } | null;
  /** In how many ms an age in view reads otherwise; null if none does. */
  nextAge: number | null;
}

const WORDS: Record<Group, string> = {
  blocked: "blocked",
  check: "to check",
  done: "done",
  running: "running",
  others: "other",
};
const HINTS = "j/k · Enter go · space look · / filter · ? keys · q quit";

export function draw(model: Model, now: number): Frame {
  const { size } = model;
  const isHelp = model.mode.type === "help";
  // the list of keys needs the room of the pane's screen
  const room = bodyRows(isHelp ? { ...model, preview: null } : model);
  const layout = layOut(model, now);
  const body = isHelp ? helpLines(model) : layout.lines.slice(model.top, model.top + room);
  const { line, column } = footer(model);
  const above = [header(model), ...warnings(model), ...filled(body, room)].map((text) => printable(text, model.colour));
  return {
    lines: [...filled([...above, ...(isHelp ? [] : preview(model))], size.rows - 1), printable(line, model.colour)],
    nextAge: isHelp ? null : nextAge(model, layout, now),
    cursor: column === null ? null : { row: size.rows - 1, column: Math.min(column, size.columns - 1) },
  };
}

function nextAge(model: Model, { places }: Layout, now: number): number | null {
  const waits = model.rows.flatMap(({ key, item }) => {
    const [from, to] = places.get(key) ?? [0, 0];
    const since = sinceOf(item);
    const isInView = to > model.top && from < model.top + bodyRows(model);
    return isInView && since !== null ? [untilOlder(now - since)] : [];
  });
  return waits.length === 0 ? null : Math.min(...waits);
}

/** Counts also those that a filter hides. */
function header({ panes, size, colour, lostSince }: Model): string {
  if (lostSince !== null)
    return paintedLine(
      [{ text: `the daemon does not answer since ${lostSince}: this is how it was; trying again`, code: "33" }],
      null,
      size.columns,
      colour,
    );
  const counts = GROUPS.map(
    (group) => [(panes ?? []).filter((item) => groupOf(item) === group).length, WORDS[group]] as const,
  )
    .filter(([many]) => many > 0)
    .map(([many, word]) => `${many} ${word}`);
  const words = panes === null ? "" : counts.length === 0 ? "nobody here" : counts.join(" · ");
  return paintedLine(
    [{ text: "agtmux  ", code: "1" }, { text: words }],
    { text: "live", code: "32" },
    size.columns,
    colour,
  );
}

function warnings({ warnings, size, colour }: Model): string[] {
  return warnings.map((text) => paintedLine([{ text, code: "33" }], null, size.columns, colour));
}

/** The lower part: the pane's own screen, from its bottom. */
function preview(model: Model): string[] {
  const { preview: shown, size, colour, rows } = model;
  if (shown === null) return [];
  const room = previewRows(size.rows) - 1;
  const row = rows.find(({ key }) => key === shown.key);
  const title = `── ${row === undefined ? shown.key : whoOf(row.item)}${shown.words === "" ? "" : ` · ${shown.words}`} `;
  const rule = paintedLine([{ text: title.padEnd(size.columns, "─"), code: "90" }], null, size.columns, colour);
  return [rule, ...filled(shown.lines.slice(-room), room)];
}

function footer(model: Model): { line: string; column: number | null } {
  const { mode, size, colour, filter, note, rows, panes, selected } = model;
  const at = (prompt: string, line: Parameters<typeof editorView>[0]) => {
    const { text, column } = editorView(line, Math.max(1, size.columns - prompt.length));
    return { line: paint(prompt, "1", colour) + text, column: prompt.length + column };
  };
  if (mode.type === "filter") return at("/", mode.line);
  if (mode.type === "reply") return at("reply> ", mode.line);
  const about = note === null || note.key === selected ? undefined : panes?.find((item) => keyOf(item) === note.key);
  const words =
    note !== null && about !== undefined
      ? `${whoOf(about)}: ${note.words}`
      : filter === ""
        ? HINTS
        : `filter "${filter}": ${count(rows.length, "pane")} · Esc clears it · / changes it`;
  return { line: paintedLine([{ text: words, code: "90" }], null, size.columns, colour), column: null };
}

function helpLines({ size, colour }: Model): string[] {
  return ["Keys", "", ...WATCH_KEY_LINES, "", "Any key goes back."].map((text, index) =>
    paintedLine([index === 0 ? { text, code: "1" } : { text }], null, size.columns, colour),
  );
}

function filled(lines: readonly string[], rows: number): string[] {
  return Array.from({ length: Math.max(0, rows) }, (_, index) => lines[index] ?? "");
}
