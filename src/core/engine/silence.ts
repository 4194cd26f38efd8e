import type { Admitted } from "./admit.ts";
import type { Court } from "./court.ts";
import type { EngineConfig } from "./engine-config.ts";
import type { Call, Finding } from "./finding.ts";
import { fromLook } from "./level-finding.ts";
import { seconds } from "./levels.ts";
import type { LookMark } from "./marks.ts";

/**
 * A classifier speaks into silence: where nothing is known, or where the agent said that it works and has been heard of no
 * more since. What it saw must be from after that silence; any word of the agent ends it.
 */
export function classified(found: Finding, admitted: Admitted, config: EngineConfig, court: Court): Finding {
  const [look, ...older] = [...admitted.classified].sort((a, b) => b.at - a.at || (a.id < b.id ? -1 : 1));
  if (look === undefined) return found;
  for (const mark of older) court.rule(mark, "lost", "the screen was read again since");
  const fault = faultOf(look, found, heardAt(admitted), config, court);
  if (fault !== null) {
    court.rule(look, "lost", fault);
    return found;
  }
  court.revisit(look.at + config.levelTtlMs);
  const { phase, stalled } = look.level;
  if (phase === "busy" && (stalled || found.state === "running")) return stillRunning(found, look, court);
  const seen = fromLook(look, admitted, config, court);
  return {
    ...seen,
    confidence: "low",
    // a guess closes nothing that was really asked, and does not ask it a second time
    call: found.call !== null && (seen.call === null || seen.call.kind === found.call.kind) ? found.call : seen.call,
    because: `${look.source} read it off the screen; nothing better is known`,
  };
}

/** Why the look does not count, or null. */
function faultOf(look: LookMark, found: Finding, heard: number, config: EngineConfig, court: Court): string | null {
  const age = court.now - look.at;
  if (age >= config.levelTtlMs) return `last seen ${seconds(age)} ago: stale`;
  if (found.state !== "running" && found.state !== "unknown") return "the agent's own signals tell";
  return look.at < heard + config.silenceMs ? "the agent was heard of since, or just before" : null;
}

/** When anything new was last heard: a level that shows the same as before is no news. */
function heardAt({ edges, childEdges, touched, said, looks, typedAt }: Admitted): number {
  const words = [...edges, ...childEdges, ...touched, ...said].map(({ at }) => at);
  return Math.max(typedAt, ...words, ...looks.map(({ changedAt }) => changedAt));
}

/** The screen says nothing else; where it does not even move, a person should have a look. */
function stillRunning(found: Finding, look: LookMark, court: Court): Finding {
  court.rule(look, "agrees", "sees nothing else");
  if (!look.level.stalled) return found;
  const call: Call = {
    id: `${look.source}:${look.changedAt}`,
    kind: "stalled",
    message: look.message,
    source: look.source === "llm" ? "llm" : "rules",
    at: look.changedAt,
  };
  // once the last word is not believed any more its age is told each time anew, which would be news each time
  const because = found.state === "running" ? `${found.because}; ${look.message}` : look.message;
  return { ...found, confidence: "low", because, call: found.call ?? call };
}
