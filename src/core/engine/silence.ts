import type { Admitted } from "./admit.ts";
import type { EngineConfig } from "./engine-config.ts";
import type { EvidenceLedger } from "./evidence-ledger.ts";
import type { Call, Finding } from "./finding.ts";
import { heardAt } from "./heard-at.ts";
import { fromLook } from "./level-finding.ts";
import { seconds } from "./levels.ts";
import type { LookMark } from "./marks.ts";

/**
 * A classifier counts only in silence: if nothing is known, or if the agent said that it works and sent nothing since.
 * Its reading must be from after that silence began; any event of the agent ends it.
 */
export function classified(found: Finding, admitted: Admitted, config: EngineConfig, ledger: EvidenceLedger): Finding {
  const [look, ...older] = [...admitted.classified].sort((a, b) => b.at - a.at || (a.id < b.id ? -1 : 1));
  if (look === undefined) return found;
  for (const mark of older) ledger.rule(mark, "lost", "the screen was read again since");
  const fault = faultOf(look, found, heardAt(admitted), config, ledger);
  if (fault !== null) {
    ledger.rule(look, "lost", fault);
    return found;
  }
  ledger.revisit(look.at + config.levelTtlMs);
  const { phase, stalled } = look.level;
  if (phase === "busy" && (stalled || found.state === "running")) return stillRunning(found, look, ledger);
  const seen = fromLook(look, admitted, config, ledger);
  return {
    ...seen,
    confidence: "low",
    // a guess neither closes a real ask nor repeats it
    call: found.call !== null && (seen.call === null || seen.call.kind === found.call.kind) ? found.call : seen.call,
    because: `${look.source} read it off the screen; nothing better is known`,
  };
}

/** Why the reading does not count, or null. */
function faultOf(
  look: LookMark,
  found: Finding,
  heard: number,
  config: EngineConfig,
  ledger: EvidenceLedger,
): string | null {
  const age = ledger.now - look.at;
  if (age >= config.levelTtlMs) return `last seen ${seconds(age)} ago: stale`;
  if (found.state !== "running" && found.state !== "unknown") return "the agent's own signals tell";
  return look.at < heard + config.silenceMs ? "the agent was heard of since, or just before" : null;
}

/** The screen shows nothing else; if it does not even change, a person should look. */
function stillRunning(found: Finding, look: LookMark, ledger: EvidenceLedger): Finding {
  ledger.rule(look, "agrees", "sees nothing else");
  if (!look.level.stalled) return found;
  const call: Call = {
    id: `${look.source}:${look.changedAt}`,
    kind: "stalled",
    message: look.message,
    source: look.source === "llm" ? "llm" : "rules",
    at: look.changedAt,
  };
  // for an expired event, the reason includes its age, which would be a change each time
  const because = found.state === "running" ? `${found.because}; ${look.message}` : look.message;
  return { ...found, confidence: "low", because, call: found.call ?? call };
}
