import { SHELL } from "../../core/adapter/shell-name.ts";
import { GENERIC } from "../../core/engine/bind.ts";
import { isClassifier } from "../../core/engine/engine-config.ts";
import { lastHeard } from "../../core/engine/fold-queries.ts";
import type { RuntimeFold } from "../../core/engine/runtime-fold.ts";
import type { ReasonCode } from "../../core/protocol/base/state.ts";
import type { Resolution, WeighedEvidence } from "../../core/protocol/events/explain.ts";
import type { PaneItem } from "../../core/protocol/lists/lists.ts";
import type { RuntimeRow } from "../store/store.ts";

/** Why a living runtime of a reachable target may be `unknown`. */
const SILENT: ReadonlySet<ReasonCode | null> = new Set<ReasonCode>([
  "no_signal",
  "stale_signal",
  "unsupported_signal",
  "outcome_unknown",
  "provisional_expired",
]);

/**
 * Whether a screen could tell more than the current state: nothing is known, or the agent reported work and has been
 * silent since. Earlier attention does not exclude it, nor does attention that a classifier raised.
 */
export function isInDoubt({ state, reason_code, source }: Pick<PaneItem, "state" | "reason_code" | "source">): boolean {
  if (source !== null && isClassifier(source)) return true;
  return state === "running" || (state === "unknown" && SILENT.has(reason_code));
}

/** When the agent was last heard, answered by a person, or started. From the stored fold, so a restart keeps it. */
export function lastWord(fold: RuntimeFold, { started_at }: Pick<RuntimeRow, "started_at">): number {
  const numbered = Object.values(fold.saidNumbered).map(({ at }) => at);
  const turned = Object.values(fold.looks)
    .filter(({ source }) => !isClassifier(source) && source !== "daemon")
    .map(({ changedAt }) => changedAt);
  const touched = fold.touched.map(({ at }) => at);
  return Math.max(started_at, lastHeard(fold), fold.typed?.at ?? 0, ...numbered, ...turned, ...touched);
}

/** A shell that never sent a signal is not an agent, even in a pane prepared for one. */
export function isPlainShell(
  fold: RuntimeFold,
  { agent_type }: Pick<RuntimeRow, "agent_type">,
  command: string,
): boolean {
  return agent_type === GENERIC && fold.firstAt === null && SHELL.test(command);
}

/** Whether its last report or level, however old, was that it works. */
export function saidWorking({ state, source, evidence }: Pick<Resolution, "state" | "source" | "evidence">): boolean {
  const isGuess = source !== null && isClassifier(source);
  if (state === "running" && !isGuess) return true;
  const words = evidence.filter(
    ({ kind, source, verdict }) => SAID.has(kind) && verdict !== "void" && !isClassifier(source),
  );
  const last = words.sort((a, b) => b.at - a.at)[0];
  return last?.says === "running";
}

const SAID: ReadonlySet<WeighedEvidence["kind"]> = new Set(["edge", "declaration", "level"]);
