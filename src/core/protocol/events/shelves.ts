import type { ReasonCode, State } from "../base/state.ts";
import type { Attention, AttentionKind } from "./attention.ts";
import type { Limited } from "./limited.ts";

/** Where a call waits for its person, most urgent first. Without zod, so that commands start fast. */
export const SHELVES = ["blocked", "check", "done"] as const;
export type Shelf = (typeof SHELVES)[number];

/** The fields of a pane that decide its shelf and label. */
export interface Shelved {
  state: State;
  reason_code: ReasonCode | null;
  attention: Pick<Attention, "kind" | "raised_at"> | null;
  /** Until when its attention is put off; null if it is not. */
  snoozed_until: number | null;
  /** The limit that stops the agent; absent in what older daemons tell. */
  limited?: Limited | null | undefined;
}

/** The one table of what each kind of attention is called, and where it waits. */
const KINDS: Record<AttentionKind, { shelf: Shelf; label: string }> = {
  approval: { shelf: "blocked", label: "wants approval" },
  input: { shelf: "blocked", label: "asks" },
  error: { shelf: "blocked", label: "error" },
  limited: { shelf: "blocked", label: "limited" },
  stalled: { shelf: "check", label: "stuck?" },
  testing: { shelf: "check", label: "please test" },
  review: { shelf: "check", label: "review" },
  budget: { shelf: "check", label: "over budget" },
  context: { shelf: "check", label: "context full" },
  done: { shelf: "done", label: "done" },
};

/** Most urgent first: where several calls share one ring or one window, the first of these shows. */
export const LOUDEST_FIRST: readonly AttentionKind[] = [
  "error",
  "approval",
  "input",
  "limited",
  "stalled",
  "budget",
  "testing",
  "review",
  "context",
  "done",
];

const STATES: Record<State, string> = {
  error: KINDS.error.label,
  waiting_approval: KINDS.approval.label,
  waiting_input: KINDS.input.label,
  running: "running",
  completed: KINDS.done.label,
  idle: "idle",
  unknown: "unknown",
};

const UNKNOWNS: Partial<Record<ReasonCode, string>> = {
  no_agent: "no agent",
  suspended: "suspended",
  target_unreachable: "out of reach",
  member_unreachable: "out of reach",
};

/** The shelf of a pane: null if nothing is asked of a person, or not before later. */
export function shelfOf({ attention, snoozed_until }: Pick<Shelved, "attention" | "snoozed_until">): Shelf | null {
  return attention === null || snoozed_until !== null ? null : KINDS[attention.kind].shelf;
}

/** A pane's label: what is asked of a person, else the agent's state. */
export function labelOf({ attention, state, reason_code, limited }: Omit<Shelved, "snoozed_until">): string {
  if (attention !== null) return KINDS[attention.kind].label;
  if (limited != null) return KINDS.limited.label;
  const unknown = reason_code === null || state !== "unknown" ? undefined : UNKNOWNS[reason_code];
  return unknown ?? STATES[state];
}

export function labelOfKind(kind: AttentionKind): string {
  return KINDS[kind].label;
}

export function noShelves(): Record<Shelf, number> {
  return { blocked: 0, check: 0, done: 0 };
}

/** `2 blocked, 1 to check, 3 done`: the same numbers, under the same names, wherever they are shown. */
export function shelfWords({ blocked, check, done }: Readonly<Record<Shelf, number>>): string {
  const words = [
    ...(blocked > 0 ? [`${blocked} blocked`] : []),
    ...(check > 0 ? [`${check} to check`] : []),
    ...(done > 0 ? [`${done} done`] : []),
  ];
  return words.length === 0 ? "nobody needs you" : words.join(", ");
}

/** A place on a shelf; null for a pane that is on none. */
export type ShelfPlace = { shelf: Shelf; raisedAt: number } | null;

/** Orders by shelf; within *Done* the newest first, on the others the one that has waited longest. Panes on no shelf come last. */
export function compareShelved(a: ShelfPlace, b: ShelfPlace): number {
  if (a === null || b === null) return Number(a === null) - Number(b === null);
  const apart = SHELVES.indexOf(a.shelf) - SHELVES.indexOf(b.shelf);
  return apart || (a.shelf === "done" ? b.raisedAt - a.raisedAt : a.raisedAt - b.raisedAt);
}

export function shelfPlaceOf(pane: Pick<Shelved, "attention" | "snoozed_until">): ShelfPlace {
  const shelf = shelfOf(pane);
  return shelf === null || pane.attention === null ? null : { shelf, raisedAt: pane.attention.raised_at };
}
