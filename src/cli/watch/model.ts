import type { Question } from "../../core/protocol/actions/questions.ts";
import type { PaneItem } from "../../core/protocol/lists/lists.ts";
import type { Key } from "./key-reader.ts";
import type { Line } from "./line-editor.ts";
import type { Questions, Row } from "./rows.ts";

export interface Size {
  columns: number;
  rows: number;
}

/** The outcome of an action on a row. `call` names what was asked at that time. */
export type Progress = { what: string; call: string } & (
  | { phase: "sending" }
  | { phase: "told"; words: string; at: number }
  | { phase: "refused"; words: string }
);

/** The part of the screen that has the keyboard. A reply belongs to the question in `begun`. */
export type Mode =
  | { type: "list" }
  | { type: "filter"; line: Line; before: Pick<Model, "filter" | "selected"> }
  | { type: "reply"; line: Line; begun: Row }
  | { type: "help" };

/** Everything that the screen shows. Times are of one clock that only goes forward, in ms. */
export interface Model {
  size: Size;
  colour: boolean;
  panes: readonly PaneItem[] | null;
  /** Why there may be no panes. */
  empty: string;
  /** Lines about machines that do not answer. */
  warnings: readonly string[];
  questions: Questions;
  filter: string;
  /** From panes, questions and filter. */
  rows: readonly Row[];
  /** Key of a row. */
  selected: string | null;
  /** The first line of the list in view. */
  top: number;
  /** Since when the selected row is on the screen as it reads now, and how many of its lines have been there. */
  stands: { key: string; reads: string; since: number; seen: number } | null;
  /** When the last key but navigation was pressed. */
  keyBefore: number | null;
  mode: Mode;
  /** Unsent replies, by row. */
  drafts: ReadonlyMap<string, string>;
  /** Choices that are marked, where several may be picked. */
  picks: { call: string; keys: readonly string[] } | null;
  progress: ReadonlyMap<string, Progress>;
  /** The action that `u` undoes. */
  undo: { row: Row; by: "e" | "z" } | null;
  /** A few words beside a row. */
  note: { key: string; words: string; until: number } | null;
  preview: { key: string; lines: readonly string[]; words: string } | null;
  /** Since when the daemon does not answer, as the time of day. */
  lostSince: string | null;
}

export type Event =
  | { type: "panes"; panes: readonly PaneItem[]; empty: string; warnings: readonly string[] }
  | { type: "questions"; items: readonly Question[] }
  /** `isAlone`: no other key came with it at once, as in pasted text. */
  | { type: "key"; key: Key; at: number; isAlone: boolean }
  | { type: "drawn"; at: number }
  | { type: "time"; at: number }
  | { type: "size"; size: Size }
  | { type: "progress"; key: string; progress: Progress }
  | { type: "note"; key: string; words: string; at: number }
  | { type: "screen"; key: string; lines: readonly string[]; words: string }
  | { type: "link"; lostSince: string | null };

/** Effects that the caller has to carry out. */
export type Effect =
  | { type: "answer"; row: Row; question: Question; answer: AnswerText; what: string }
  | { type: "send"; row: Row; text: string; what: string }
  | { type: "interrupt"; row: Row; what: string }
  | { type: "seen"; row: Row }
  | { type: "unseen"; row: Row }
  | { type: "snooze"; row: Row; forMs: number }
  | { type: "attach"; row: Row }
  | { type: "preview"; row: Row | null }
  | { type: "suspend" }
  | { type: "redraw" }
  | { type: "quit" };

export type AnswerText = { choices: readonly string[] } | { text: string };

export interface Step {
  model: Model;
  effects: readonly Effect[];
}

export function newModel(size: Size, colour: boolean): Model {
  return {
    ...{ size, colour, panes: null, empty: "", warnings: [], questions: new Map(), filter: "", rows: [] },
    ...{ selected: null, top: 0, stands: null, keyBefore: null, mode: { type: "list" }, drafts: new Map() },
    ...{ picks: null, progress: new Map(), undo: null, note: null, preview: null, lostSince: null },
  };
}

export function selectedRow({ rows, selected }: Model): Row | null {
  return rows.find(({ key }) => key === selected) ?? null;
}
