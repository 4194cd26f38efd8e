import { settleMs } from "./engine-config.ts";
import type { Finding } from "./finding.ts";
import { bestOf, currentLooks } from "./looks.ts";
import type { LookMark } from "./marks.ts";

/** The message of an error of which nothing tells what went wrong. */
export const NO_WORDS = "it failed, and did not tell why: its screen may";

/** An error without words gets those of a level that shows one since then; else it says where to look. */
export function withErrorWords(finding: Finding, looks: readonly LookMark[]): Finding {
  const { state, call, since, message, decider } = finding;
  // a declaration keeps the agent's own words, even if there are none
  if (decider !== null && "said" in decider) return finding;
  const isMute = call?.kind === "error" && call.message === "";
  if (state !== "error" || (message !== "" && !isMute)) return finding;
  const words = message || shownSince(since ?? 0, looks) || NO_WORDS;
  return { ...finding, message: words, call: isMute ? { ...call, message: words } : call };
}

function shownSince(since: number, looks: readonly LookMark[]): string {
  const shown = currentLooks(looks).filter(
    ({ level, message, at, source }) => level.state === "error" && message !== "" && at + settleMs(source) >= since,
  );
  return bestOf(shown)?.message ?? "";
}
