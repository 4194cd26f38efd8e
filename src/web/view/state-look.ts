import type { State } from "../../core/protocol/base/state.ts";
import type { AttentionKind } from "../../core/protocol/events/attention.ts";
import { labelOf, labelOfKind } from "../../core/protocol/events/shelves.ts";
import type { PaneItem } from "../../core/protocol/lists/lists.ts";

/** Which symbol and colour a pane has: those of what it asks of a person, else those of its state. */
export type Look = State | "stalled" | "testing" | "review" | "limited" | "budget" | "context";

const ofState = (state: State) => ({ label: labelOf({ state, reason_code: null, attention: null }) });
const ofKind = (kind: AttentionKind) => ({ label: labelOfKind(kind) });

/** Our words for each look; most urgent first, which is also the order of the counts at the top. */
export const LOOKS: Record<Look, { label: string }> = {
  waiting_approval: ofState("waiting_approval"),
  waiting_input: ofState("waiting_input"),
  error: ofState("error"),
  limited: ofKind("limited"),
  stalled: ofKind("stalled"),
  budget: ofKind("budget"),
  testing: ofKind("testing"),
  review: ofKind("review"),
  context: ofKind("context"),
  running: ofState("running"),
  completed: ofState("completed"),
  idle: ofState("idle"),
  unknown: ofState("unknown"),
};

const LOOK_OF: Record<AttentionKind, Look> = {
  approval: "waiting_approval",
  input: "waiting_input",
  error: "error",
  stalled: "stalled",
  limited: "limited",
  budget: "budget",
  testing: "testing",
  review: "review",
  context: "context",
  done: "completed",
};

export function lookOf({ state, attention, limited }: Pick<PaneItem, "state" | "attention" | "limited">): Look {
  if (attention !== null) return LOOK_OF[attention.kind];
  // a list that this browser kept from an older agtmux has no limits
  return limited == null ? state : "limited";
}

/** The state in which panes have this look; lists of the command line are filtered by that. */
export function stateOf(look: Look): State {
  switch (look) {
    case "limited":
      return "error";
    case "stalled":
    case "budget":
    case "context":
      return "running";
    case "testing":
    case "review":
      return "completed";
    default:
      return look;
  }
}

/** The one label of a row: what is asked of a person, else what the agent does. */
export function rowLabel(pane: Pick<PaneItem, "state" | "reason_code" | "activity" | "attention" | "label">): string {
  const isPlain = pane.attention !== null || pane.label !== LOOKS[pane.state].label;
  return isPlain ? pane.label : describeState(pane);
}

/** The state in words; with the reason if unknown, with the activity if running. */
export function describeState(pane: Pick<PaneItem, "state" | "reason_code" | "activity">): string {
  const { label } = LOOKS[pane.state];
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
