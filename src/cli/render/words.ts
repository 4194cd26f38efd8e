import type { State } from "../../core/protocol/base/state.ts";
import { STATE_SYMBOLS } from "../../core/protocol/base/state-names.ts";
import type { PaneItem } from "../../core/protocol/lists/lists.ts";
import { visibleText } from "../../core/text/visible-text.ts";

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

/** The symbol of what a pane asks of a person, else of its state. */
export function itemSymbol({ attention, state, limited }: Pick<PaneItem, "attention" | "state" | "limited">): string {
  switch (attention?.kind) {
    case "approval":
      return "!";
    case "input":
      return "?";
    case "error":
      return "✕";
    case "done":
      return "✓";
    case undefined:
      return limited ? "◇" : STATE_SYMBOLS[state];
    default:
      return "◇";
  }
}

/** Since when it asks something of a person, else since when it is in its state. */
export function sinceOf({ attention, since }: Pick<PaneItem, "attention" | "since">): number | null {
  return attention?.raised_at ?? since;
}

export function paint(text: string, code: string, colour: boolean): string {
  return colour ? `\x1b[${code}m${text}\x1b[0m` : text;
}

export function paintState(text: string, state: State, colour: boolean): string {
  return paint(text, COLOURS[state], colour);
}

/** A short duration: 8s, 3m, 2h, 5d. */
export function shortAge(ms: number): string {
  const seconds = Math.max(0, Math.floor(ms / 1000));
  if (seconds < 60) return `${seconds}s`;
  if (seconds < 3600) return `${Math.floor(seconds / 60)}m`;
  if (seconds < 86_400) return `${Math.floor(seconds / 3600)}h`;
  return `${Math.floor(seconds / 86_400)}d`;
}

const UNITS = [
  ["d", 86_400_000],
  ["h", 3_600_000],
  ["m", 60_000],
  ["s", 1_000],
] as const;

/** Time that is left, or that was asked for: rounded, not cut off as an age is, with two units where both say something: 30d, 1h 30m, 45s. */
export function timeLeft(ms: number): string {
  for (const [index, [name, unit]] of UNITS.entries()) {
    const [finerName, finer] = UNITS[index + 1] ?? [name, unit];
    const rounded = Math.round(ms / finer) * finer;
    if (rounded < unit) continue;
    const rest = Math.floor((rounded % unit) / finer);
    return `${Math.floor(rounded / unit)}${name}${rest === 0 ? "" : ` ${rest}${finerName}`}`;
  }
  return "0s";
}

/** The same for rows that stay in view: whole minutes, at least one. */
export function minutesLeft(ms: number): string {
  return timeLeft(Math.max(1, Math.round(ms / 60_000)) * 60_000);
}

/** Text of panes and agents on one line; control and hidden characters are escaped, so that a terminal ignores them. */
export function plain(text: string): string {
  return visibleText(text)
    .replaceAll(/[\n\t]+/g, " ")
    .trim();
}
