import { SHELL } from "../../core/agents/screen-reader.ts";
import { GENERIC } from "../../core/engine/bind.ts";
import { isClassifier } from "../../core/engine/engine-config.ts";
import { lastHeard, type RuntimeFold } from "../../core/engine/fold.ts";
import type { Resolution, Weighed } from "../../core/protocol/explain.ts";
import type { PaneItem } from "../../core/protocol/lists.ts";
import type { ReasonCode } from "../../core/protocol/state.ts";
import type { RuntimeRow } from "../store/store.ts";

/** Reasons for which a living runtime of a target that answers is `unknown`. */
const SILENT: ReadonlySet<ReasonCode | null> = new Set<ReasonCode>([
  "no_signal",
  "stale_signal",
  "unsupported_signal",
  "outcome_unknown",
  "provisional_expired",
]);

/**
 * Whether a state rests on nothing better than a screen could tell: nothing is known, or the agent said that it works and has
 * been heard of no more. What it was asked for before is no reason to look away, and neither is a call that we made ourselves.
 */
export function isInDoubt({ state, reason_code, source }: Pick<PaneItem, "state" | "reason_code" | "source">): boolean {
  if (source !== null && isClassifier(source)) return true;
  return state === "running" || (state === "unknown" && SILENT.has(reason_code));
}

/** When it was last heard of, or a person answered it, or began to live: kept with the events, so known after a restart. */
export function lastWord(fold: RuntimeFold, { started_at }: Pick<RuntimeRow, "started_at">): number {
  const numbered = Object.values(fold.saidNumbered).map(({ at }) => at);
  const turned = Object.values(fold.looks)
    .filter(({ source }) => !isClassifier(source))
    .map(({ changedAt }) => changedAt);
  const touched = fold.touched.map(({ at }) => at);
  return Math.max(started_at, lastHeard(fold), fold.typed?.at ?? 0, ...numbered, ...turned, ...touched);
}

/** A shell that never said anything is nobody's agent, even where its pane was made ready for one. */
export function isPlainShell(
  fold: RuntimeFold,
  { agent_type }: Pick<RuntimeRow, "agent_type">,
  command: string,
): boolean {
  return agent_type === GENERIC && fold.firstAt === null && SHELL.test(command);
}

/** Working is the last thing that it said or showed, however long ago. */
export function saidWorking({ state, source, evidence }: Pick<Resolution, "state" | "source" | "evidence">): boolean {
  const isGuess = source !== null && isClassifier(source);
  if (state === "running" && !isGuess) return true;
  const words = evidence.filter(
    ({ kind, source, verdict }) => SAID.has(kind) && verdict !== "void" && !isClassifier(source),
  );
  const last = words.sort((a, b) => b.at - a.at)[0];
  return last?.says === "running";
}

const SAID: ReadonlySet<Weighed["kind"]> = new Set(["edge", "declaration", "level"]);
