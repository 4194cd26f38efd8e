import type { PaneItem } from "../../core/protocol/lists.ts";
import type { State } from "../../core/protocol/state.ts";

/** Loudest first, which is also the order of the counts on top. */
export const STATE_LOOKS: Record<State, { symbol: string; label: string }> = {
  waiting_approval: { symbol: "!", label: "needs approval" },
  waiting_input: { symbol: "?", label: "needs input" },
  error: { symbol: "✕", label: "error" },
  running: { symbol: "▶", label: "running" },
  completed: { symbol: "✓", label: "completed" },
  idle: { symbol: "–", label: "idle" },
  unknown: { symbol: "…", label: "unknown" },
};

/** One that may be stuck is called running and wants a person all the same. */
export type Look = State | "stalled";

export function lookOf({ state, attention }: Pick<PaneItem, "state" | "attention">): Look {
  return attention?.kind === "stalled" ? "stalled" : state;
}

export function symbolOf(look: Look): string {
  return look === "stalled" ? "‖" : STATE_LOOKS[look].symbol;
}

/** The state in words; an unknown one says why, a running one says what at. */
export function describeState(pane: Pick<PaneItem, "state" | "reason_code" | "activity">): string {
  const { label } = STATE_LOOKS[pane.state];
  if (pane.state === "unknown" && pane.reason_code !== null) return `${label}: ${spaced(pane.reason_code)}`;
  if (pane.state === "running" && pane.activity !== null) return describeActivity(label, pane.activity);
  return label;
}

/** `status_file` → `status file` */
export function spaced(name: string): string {
  return name.replaceAll("_", " ");
}

function describeActivity(label: string, { kind, progress }: NonNullable<PaneItem["activity"]>): string {
  const word = kind === "working" ? label : kind;
  return progress === undefined ? word : `${word} ${Math.round(progress)} %`;
}
