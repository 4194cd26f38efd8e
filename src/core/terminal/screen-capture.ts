import { expandTabs } from "./captured-row.ts";

/** The state of a pane's terminal, captured at one moment. */
export interface ScreenCapture {
  facts: ScreenFacts;
  /** Scrollback, oldest first; as `screen`, rows of `capture-pane -e` with tabs expanded. */
  history: string[];
  screen: string[];
  /** The main screen's rows while the alternate one is shown; empty on the main screen. */
  beneath: string[];
  /** The beginning of an incomplete escape sequence; control characters and backslashes are `\\ooo`. */
  unfinished: string;
}

export interface ScreenFacts {
  pane_id: string;
  pane_pid: number;
  dead: boolean;
  /** Whether the pane remains when its process has ended. */
  remains: boolean;
  cols: number;
  rows: number;
  cursor: { x: number; y: number };
  alternate: boolean;
  /** The cursor's position on the main screen. */
  beneath: { x: number; y: number };
  region: { upper: number; lower: number };
  flags: Record<Flag, boolean>;
  tabs: number[];
  title: string;
}

const FLAGS = [
  "cursor_flag",
  "insert_flag",
  "wrap_flag",
  "origin_flag",
  "keypad_cursor_flag",
  "keypad_flag",
  "mouse_standard_flag",
  "mouse_button_flag",
  "mouse_all_flag",
  "mouse_utf8_flag",
  "mouse_sgr_flag",
] as const;
type Flag = (typeof FLAGS)[number];

const FACTS = [
  "pane_id",
  "pane_pid",
  "pane_dead",
  "remain-on-exit",
  "pane_width",
  "pane_height",
  "cursor_x",
  "cursor_y",
  "alternate_on",
  "alternate_saved_x",
  "alternate_saved_y",
  "scroll_region_upper",
  "scroll_region_lower",
  ...FLAGS,
  "pane_tabs",
  "pane_title",
];

/** Number of replies to `captureCommand` if all goes well. */
export const CAPTURE_REPLIES = 4;

/**
 * One command line, so that the pane cannot change in between. Without -J, to keep rows separate; with -N, because
 * blanks at the end of a row may have a colour.
 */
export function captureCommand(paneId: string, scrollback: number): string {
  const target = `-t ${paneId}`;
  return [
    `display-message -p ${target} '${FACTS.map((name) => `#{${name}}`).join("\t")}'`,
    `capture-pane -p -e -N -S -${scrollback} ${target}`,
    `capture-pane -p -e -N -a -q ${target}`,
    `capture-pane -p -P -C ${target}`,
  ].join(" ; ");
}

/** Null if the pane is gone: tmux then answers for another pane, or not at all. */
export function readCapture(
  paneId: string,
  replies: readonly { ok: boolean; lines: readonly string[] }[],
): ScreenCapture | null {
  const [told, rows, beneath, unfinished] = replies;
  if (replies.slice(0, CAPTURE_REPLIES).some(({ ok }) => !ok) || unfinished === undefined) return null;
  const facts = readFacts(told?.lines[0] ?? "");
  if (facts.pane_id !== paneId || !(facts.rows > 0)) return null;
  const withBlanks = (row: string) => expandTabs(row, facts.tabs, facts.cols);
  const lines = (rows?.lines ?? []).map(withBlanks);
  const first = Math.max(0, lines.length - facts.rows);
  return {
    facts,
    history: lines.slice(0, first),
    screen: lines.slice(first),
    beneath: facts.alternate ? (beneath?.lines ?? []).map(withBlanks) : [],
    unfinished: unfinished.lines.join(""),
  };
}

function readFacts(line: string): ScreenFacts {
  const words = line.split("\t");
  const word = (name: string) => words[FACTS.indexOf(name)] ?? "";
  const number = (name: string) => Number(word(name));
  return {
    pane_id: word("pane_id"),
    pane_pid: number("pane_pid"),
    dead: word("pane_dead") === "1",
    remains: word("remain-on-exit") !== "off",
    cols: number("pane_width"),
    rows: number("pane_height"),
    cursor: { x: number("cursor_x"), y: number("cursor_y") },
    alternate: word("alternate_on") === "1",
    beneath: { x: number("alternate_saved_x"), y: number("alternate_saved_y") },
    region: { upper: number("scroll_region_upper"), lower: number("scroll_region_lower") },
    flags: Object.fromEntries(FLAGS.map((flag) => [flag, word(flag) === "1"])) as Record<Flag, boolean>,
    tabs: word("pane_tabs").split(",").filter(Boolean).map(Number),
    title: words.slice(FACTS.indexOf("pane_title")).join("\t"),
  };
}
