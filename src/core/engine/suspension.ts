import { isGuess } from "../protocol/events/attention.ts";
import type { Admitted } from "./admit.ts";
import type { EngineConfig } from "./engine-config.ts";
import type { EvidenceLedger } from "./evidence-ledger.ts";
import { type Finding, unknown } from "./finding.ts";

/**
 * A process stopped by a signal (Ctrl-Z, SIGSTOP) does nothing, whatever it said or shows: its state is known again
 * when it continues. Its asks stay open; being stopped raises no attention.
 */
export function suspended(
  alive: Finding,
  { process }: Admitted,
  config: EngineConfig,
  ledger: EvidenceLedger,
): Finding {
  if (process === null) return alive;
  const isStopped = process.level.suspended === true;
  if (!isStopped || ledger.now - process.at >= config.levelTtlMs) {
    ledger.rule(process, "lost", isStopped ? "seen too long ago" : "its process goes on");
    return alive;
  }
  ledger.revisit(process.at + config.levelTtlMs);
  if (alive.decider !== null) ledger.rule(alive.decider, "lost", "its process is stopped");
  // a guess from the screen assumed a working agent
  const call = alive.call === null || isGuess(alive.call) ? null : alive.call;
  return {
    ...unknown("suspended", "its process is stopped (Ctrl-Z or SIGSTOP); fg, or SIGCONT, lets it go on", call),
    since: process.changedAt,
    decider: process,
    message: call === null ? process.message : "",
  };
}
