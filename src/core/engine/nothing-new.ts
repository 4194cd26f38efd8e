import type { Admitted } from "./admit.ts";
import type { EngineConfig } from "./engine-config.ts";
import type { EvidenceLedger } from "./evidence-ledger.ts";
import type { Finding } from "./finding.ts";
import { heardAt } from "./heard-at.ts";
import { seconds } from "./levels.ts";

/**
 * Since when a working agent has shown nothing new, or null: no event, no level change, nothing on its screen but a
 * spinner. It may wait for a model that never replies, or it may be thinking, so this changes no state and raises no
 * attention.
 */
export function nothingNewSince(
  found: Finding,
  admitted: Admitted,
  config: EngineConfig,
  ledger: EvidenceLedger,
): number | null {
  const { unchanged } = admitted;
  if (unchanged === null) return null;
  const age = ledger.now - unchanged.at;
  const fault =
    found.state !== "running"
      ? "it does not work"
      : age >= config.levelTtlMs
        ? `last seen ${seconds(age)} ago: stale`
        : heardAt(admitted) > unchanged.changedAt
          ? "the agent was heard of since"
          : null;
  if (fault !== null) {
    ledger.rule(unchanged, "lost", fault);
    return null;
  }
  ledger.revisit(unchanged.at + config.levelTtlMs);
  ledger.rule(unchanged, "agrees", "only a spinner, or a count of time, moves on its screen");
  return unchanged.changedAt;
}
