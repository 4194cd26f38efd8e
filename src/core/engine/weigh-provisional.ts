import type { Activity, State } from "../protocol/base/state.ts";
import type { Admitted } from "./admit.ts";
import { settleMs } from "./engine-config.ts";
import type { EvidenceLedger } from "./evidence-ledger.ts";
import type { Finding } from "./finding.ts";
import type { Lead } from "./lead.ts";
import type { Levels } from "./levels.ts";
import type { EdgeMark, SaidMark } from "./marks.ts";

/**
 * An action of ours announced what the agent is about to do. The announcement decides until the agent's own evidence
 * replaces it ("begun": by work that may be the announced one), or until it expires because no such evidence came.
 */
export function weighProvisional(
  admitted: Admitted,
  lead: Lead | null,
  levels: Levels,
  said: SaidMark | null,
  ledger: EvidenceLedger,
): Finding | "begun" | "expired" | null {
  const mark = admitted.provisional;
  if (mark === null) return null;
  if (lead?.phase === "ask") {
    ledger.rule(mark, "lost", "an approval or a question is open");
    return null;
  }
  const { state, until, activity } = announcementOf(mark);
  const heard = heardSince(mark, state, admitted, lead, levels, said);
  if (heard === "its work" && ledger.now < until) {
    ledger.revisit(until);
    return "begun";
  }
  if (heard !== null) {
    ledger.rule(mark, "lost", "the agent's own signals have replaced it");
    return null;
  }
  if (ledger.now >= until) {
    ledger.rule(mark, "lost", "expired: the agent never confirmed it");
    return "expired";
  }
  ledger.revisit(until);
  return {
    state,
    reason: null,
    confidence: "medium",
    since: mark.at,
    decider: mark,
    message: mark.message,
    activity: activity ?? null,
    because: `${mark.type} was just requested`,
    call: null,
  };
}

function announcementOf(mark: EdgeMark | SaidMark): { state: State; until: number; activity: Activity | undefined } {
  const told = "edge" in mark ? mark.edge : mark.said;
  return { state: told.state ?? "running", until: told.provisional_until ?? mark.at, activity: told.activity };
}

/** The agent's own evidence since the announcement: work that may be the announced one, something else, or none yet. */
function heardSince(
  mark: EdgeMark | SaidMark,
  state: State,
  admitted: Admitted,
  lead: Lead | null,
  levels: Levels,
  said: SaidMark | null,
): "its work" | "something else" | null {
  const reportsWork = state === "running" && lead?.phase === "busy";
  // what the screen showed before the agent reported its work does not contradict that work
  const since = reportsWork ? Math.max(mark.at, lead.newestAt) : mark.at;
  // also readings that are stale by now: what was overruled does not come back
  const later = admitted.looks.filter((look) => look.at > since + settleMs(look.source));
  const isReplaced = mark.at < Math.max(lead?.newestAt ?? 0, said?.at ?? 0, admitted.begin?.at ?? 0);
  if (!isReplaced && later.length === 0) return null;
  const showsWork = state === "running" && later.some(({ level }) => level.phase === "busy");
  // work that the agent has reported itself is contradicted like any other work: the screen may show it late
  const isContradicted =
    reportsWork && lead.newestAt > mark.at
      ? levels.overruled
      : later.some(({ level }) => !(showsWork && level.phase === "busy"));
  const hasDeclared = said !== null && said.at > mark.at;
  return (reportsWork || showsWork) && !isContradicted && !hasDeclared ? "its work" : "something else";
}
