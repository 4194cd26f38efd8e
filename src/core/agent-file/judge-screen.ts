import type { Adapter } from "../adapter/adapter.ts";
import type { Level } from "../protocol/events/event.ts";

/** A screen whose true state is known; `unknown` if nothing on it tells one. */
export interface KnownScreen {
  name: string;
  state: string;
  lines: readonly string[];
  title: string;
}

export const SCREEN_STATES = ["running", "waiting_approval", "waiting_input", "completed", "idle", "error", "unknown"];

export interface JudgedScreen {
  name: string;
  /** The true state, and the one that was read. */
  state: string;
  read: string;
  /** `untold`: the state is not read, but nothing false either. */
  verdict: "right" | "untold" | "wrong";
  /** The cue that decided, or why none did. */
  why: string;
  /** If it is not right: what each part of the screen shows, of those that cues look at. */
  parts: Partial<Record<string, string[]>>;
  /** The choices of the dialog, with their keys. */
  choices: { label: string; means: string | null; keys: string }[];
}

/** Compares what an adapter reads off a screen with what is true. */
export function judgeScreen(adapter: Adapter, { name, state, lines, title }: KnownScreen): JudgedScreen {
  const reading = adapter.readScreen?.({ lines, title });
  const isRead = reading?.type === "read" && reading.reading.evidence.kind === "level";
  const read = isRead ? stateOf(reading.reading.evidence as Level) : "unknown";
  const verdict = read === state ? "right" : read === "unknown" ? "untold" : "wrong";
  const why =
    reading?.type === "read"
      ? `cue "${reading.cue.name}" in row ${reading.cue.row}: ${reading.cue.text}`
      : (reading?.why ?? "the file has no [screen]");
  const dialog = state.startsWith("waiting_") ? (adapter.readDialog?.({ lines }) ?? null) : null;
  const choices = (dialog?.options ?? []).map(({ label, means, pick }) => ({
    label,
    means: means ?? null,
    keys: typeof pick === "string" ? "cursor, Enter" : (pick ?? []).join(" "),
  }));
  return { name, state, read, verdict, why, parts: verdict === "right" ? {} : partsOf(adapter, lines), choices };
}

/** The text in each part of the screen; empty parts are left out. */
export function partsOf(adapter: Adapter, lines: readonly string[]): JudgedScreen["parts"] {
  const parts = Object.entries(adapter.screenParts?.(lines) ?? {});
  return Object.fromEntries(
    parts
      .map(([where, rows]) => [where, rows.map(({ text }) => text).filter((text) => text !== "")] as const)
      .filter(([, rows]) => rows.length > 0),
  );
}

function stateOf({ phase, state }: Level): string {
  return state ?? (phase === "busy" ? "running" : "unknown");
}
