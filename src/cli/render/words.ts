import type { State } from "../../core/protocol/state.ts";
import { STATE_SYMBOLS } from "../../core/protocol/state-names.ts";

const COLOURS: Record<State, string> = {
  error: "31",
  waiting_approval: "33",
  waiting_input: "33",
  running: "34",
  completed: "32",
  idle: "90",
  unknown: "90",
};

export function stateSymbol(state: State): string {
  return STATE_SYMBOLS[state];
}

export function paint(text: string, code: string, colour: boolean): string {
  return colour ? `\x1b[${code}m${text}\x1b[0m` : text;
}

export function paintState(text: string, state: State, colour: boolean): string {
  return paint(text, COLOURS[state], colour);
}

/** 8s, 3m, 2h, 5d: how long, at a glance. */
export function shortAge(ms: number): string {
  const seconds = Math.max(0, Math.floor(ms / 1000));
  if (seconds < 60) return `${seconds}s`;
  if (seconds < 3600) return `${Math.floor(seconds / 60)}m`;
  if (seconds < 86_400) return `${Math.floor(seconds / 3600)}h`;
  return `${Math.floor(seconds / 86_400)}d`;
}

const UNRULY = /[\u0000-\u001f\u007f-\u009f\u2028\u2029\p{Bidi_Control}]+/gu;
/** Two texts that look the same are the same. Joiners stay: scripts and pictures are made with them. */
const INVISIBLE = /[\u00ad\u180e\u200b\u2060-\u2064\ufeff\ufff9-\ufffb\u{e0000}-\u{e007f}]/gu;

/** What panes and agents say is data: nothing in it may move the reader's cursor, ring a bell or hide. */
export function plain(text: string): string {
  return text.replace(INVISIBLE, "").replace(UNRULY, " ").trim();
}
