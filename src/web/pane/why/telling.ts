import type { Verdict, Weighed } from "../../../core/protocol/explain.ts";
import { STATE_LOOKS, spaced } from "../../view/state-look.ts";

const WEIGHT: Record<Verdict, number> = { decides: 0, agrees: 1, lost: 2, void: 3 };

/** The most telling first: what decided, then who agrees, then what lost, each the newest first. */
export function byTelling(evidence: readonly Weighed[]): Weighed[] {
  return [...evidence].sort((a, b) => WEIGHT[a.verdict] - WEIGHT[b.verdict] || b.at - a.at);
}

export const VERDICT_WORDS: Record<Verdict, string> = {
  decides: "decides",
  agrees: "agrees",
  lost: "outweighed",
  void: "does not count",
};

/** Who said what: `hook PermissionRequest: needs approval`. */
export function evidenceWords({ source, event_type, says }: Weighed): string {
  const what = says === null ? "" : `: ${STATE_LOOKS[says].label}`;
  return `${spaced(source)} ${event_type}${what}`;
}
