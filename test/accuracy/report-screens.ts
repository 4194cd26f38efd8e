import { STATE_PRECEDENCE } from "../../src/core/protocol/base/state.ts";
import type { Read, ScreenScore, Verdict } from "./score-screens.ts";
import { tableOf } from "./table.ts";

const TRUTHS = STATE_PRECEDENCE.filter((state) => state !== "unknown");
const READS: readonly Read[] = [...TRUTHS, "rest", "ask", "unknown"];
const VERDICTS: readonly Verdict[] = ["right", "untold", "unknown", "wrong"];

/** For each agent a matrix of true state (down) against read state (across), and a line of totals. */
export function reportScreens(scores: readonly ScreenScore[]): string {
  const agents = [...new Set(scores.map(({ agent }) => agent))];
  const matrices = agents.map((agent) =>
    matrix(
      agent,
      scores.filter((score) => score.agent === agent),
    ),
  );
  return [...matrices, sums("all", scores)].join("\n\n");
}

function matrix(agent: string, scores: readonly ScreenScore[]): string {
  const columns = READS.filter((read) => TRUTHS.some((truth) => truth === read) || scores.some((s) => s.read === read));
  const rows = TRUTHS.map((truth) => {
    const counts = columns.map((read) => scores.filter((score) => score.state === truth && score.read === read).length);
    return [truth, ...counts.map((count) => (count === 0 ? "·" : String(count)))];
  });
  return [tableOf([[agent, ...columns], ...rows]), sums(agent, scores)].join("\n");
}

function sums(name: string, scores: readonly ScreenScore[]): string {
  const counts = VERDICTS.map((verdict) => `${countOf(scores, verdict)} ${verdict}`);
  return `${name}: ${scores.length} screens, ${counts.join(", ")}`;
}

/** Every screen that was not read right, and why. */
export function listFaults(scores: readonly ScreenScore[]): string[] {
  return scores
    .filter(({ verdict }) => verdict !== "right")
    .map(
      ({ agent, name, state, read, verdict, why }) => `${verdict}: ${agent} ${name}: ${read}, not ${state} (${why})`,
    );
}

export function countOf(scores: readonly ScreenScore[], verdict: Verdict): number {
  return scores.filter((score) => score.verdict === verdict).length;
}
