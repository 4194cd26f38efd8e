import type { AttentionKind } from "../../core/protocol/attention.ts";
import type { PaneItem } from "../../core/protocol/lists.ts";

/** Done is told once; these keep asking. */
const LOUD: ReadonlySet<AttentionKind> = new Set(["approval", "input", "error", "stalled"]);

/** Whether a person is wanted now: a target that is down, or an agent that is done, is no reason to shout. */
export function isLoud({ attention }: Pick<PaneItem, "attention">): boolean {
  return attention !== null && LOUD.has(attention.kind);
}
