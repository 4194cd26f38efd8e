import type { Admitted } from "./admit.ts";
import { askState } from "./asks.ts";
import type { EngineConfig } from "./engine-config.ts";
import type { EvidenceLedger } from "./evidence-ledger.ts";
import { callOfAsk, expiry, type Finding } from "./finding.ts";
import type { Lead } from "./lead.ts";
import type { Levels } from "./levels.ts";
import type { EdgeMark } from "./marks.ts";
import type { RuntimeFold } from "./runtime-fold.ts";

/** Turns an edge, which says that the agent works or asks, into a finding. */
export function fromEdge(
  fold: RuntimeFold,
  admitted: Admitted,
  lead: Lead,
  levels: Levels,
  config: EngineConfig,
  ledger: EvidenceLedger,
): Finding {
  const { mark } = lead;
  const ttl = (mark.edge.ttl_ms ?? config.busyTtlMs) + waitOf(mark);
  if (lead.phase === "ask") {
    const isShort = mark.edge.ttl_ms !== undefined && levels.agreeing === null;
    return (
      (isShort ? expiry(mark, ttl, callOfAsk(mark, admitted.looks), ledger) : null) ??
      fromAsk(mark, admitted, config, ledger)
    );
  }
  const stale = levels.agreeing === null ? expiry(mark, ttl, null, ledger) : null;
  if (stale !== null) return stale;
  ledger.revisit(mark.at + ttl);
  return {
    state: "running",
    reason: null,
    confidence: "high",
    since: busySince(fold, admitted, mark.at),
    decider: mark,
    message: mark.message,
    activity: mark.edge.activity ?? null,
    because: `${mark.type} is the newest event`,
    call: null,
  };
}

/** How long the agent has announced to wait for its account's limit. */
function waitOf({ edge, at }: EdgeMark): number {
  return Math.max(0, (edge.limited?.until ?? at) - at);
}

/**
 * An ask does not expire, since no agent reports a denial. When no level has shown its dialog for long, confidence
 * drops.
 */
function fromAsk(mark: EdgeMark, { looks }: Admitted, config: EngineConfig, ledger: EvidenceLedger): Finding {
  const shown = looks.filter(({ level, at }) => level.phase === "ask" && at >= mark.at).map(({ at }) => at);
  const doubtedAt = Math.max(mark.at, ...shown) + config.askTtlMs;
  const isDoubted = ledger.now >= doubtedAt;
  const call = callOfAsk(mark, looks);
  ledger.revisit(doubtedAt);
  return {
    state: askState(mark),
    reason: null,
    confidence: isDoubted ? "low" : "high",
    since: mark.at,
    decider: mark,
    message: call.message,
    activity: null,
    because: `${mark.type} is unanswered${isDoubted ? ", and nothing has shown it for long" : ""}`,
    call,
  };
}

/** Running since the turn began or since the last other phase. */
function busySince(fold: RuntimeFold, admitted: Admitted, busyAt: number): number {
  const turns = [admitted.begin, ...admitted.edges.filter((mark) => mark.edge.phase !== "busy")];
  const before = turns.flatMap((mark) => (mark !== null && mark.at <= busyAt ? [mark.at] : []));
  return before.length > 0 ? Math.max(...before) : (fold.firstAt ?? busyAt);
}
