import type { Verdict, WeighedEvidence } from "../../../core/protocol/events/explain.ts";
import { LOOKS, spaced } from "../../view/state-look.ts";

const WEIGHT: Record<Verdict, number> = { decides: 0, agrees: 1, lost: 2, void: 3 };

/** Most significant first: deciding, agreeing, then lost evidence, each newest first. */
export function bySignificance(evidence: readonly WeighedEvidence[]): WeighedEvidence[] {
  return [...evidence].sort((a, b) => WEIGHT[a.verdict] - WEIGHT[b.verdict] || b.at - a.at);
}

export const VERDICT_WORDS: Record<Verdict, string> = {
  decides: "decides",
  agrees: "agrees",
  lost: "outweighed",
  void: "does not count",
};

/** The evidence in words: `hook PermissionRequest: needs approval`. */
export function evidenceWords({ source, event_type, says }: WeighedEvidence): string {
  const what = says === null ? "" : `: ${LOOKS[says].label}`;
  return `${spaced(source)} ${event_type}${what}`;
}
