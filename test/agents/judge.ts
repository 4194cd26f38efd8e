import type { Source } from "../../src/core/protocol/events/event.ts";
import type { Sighting } from "./sightings.ts";
import type { Shown, Situation } from "./situations.ts";

/** The true state from a moment on, known from what the model and the keys did. */
export interface Span {
  situation: Situation;
  paneId: string;
  truth: Shown;
  from: number;
  /** When something happened that may have ended it. */
  to: number;
}

export type Verdict = "right" | "unknown" | "wrong";

export interface Sample {
  situation: Situation;
  verdict: Verdict;
  /** From the cause to the moment since which it is shown; null where it is not right. */
  latencyMs: number | null;
  /** How long another definite state was shown. */
  wrongMs: number;
  prompt: Promptness | null;
  /** The states shown meanwhile, to help find the fault. */
  told: string;
}

/** How soon a state was shown: after the agent's own word, or after its cause if a look (screen, title, process) found it. */
export interface Promptness {
  by: "word" | "look";
  ms: number;
}

/** Sources of a state that nobody has told: it was seen. */
const SEEN: ReadonlySet<Source> = new Set([
  "title",
  "screen",
  "poller",
  "llm",
  "rules",
  "process",
  "terminal",
  "daemon",
]);

/** Later than this is not right any more on a machine that is not busy, even if it gets right in the end. */
export const BOUND_MS = 3_000;

/** Right is what gets right in time and stays so; a state that comes and goes counts from when it came to stay. */
export function judge(span: Span, sightings: readonly Sighting[], boundMs = BOUND_MS): Sample {
  const before = sightings.findLastIndex(({ at }) => at <= span.from);
  const seen = sightings.slice(Math.max(before, 0)).filter(({ at }) => at < span.to);
  const lastOther = seen.findLastIndex(({ shown }) => shown !== span.truth);
  const settled = seen[lastOther + 1];
  const latencyMs = settled === undefined ? null : Math.max(0, settled.at - span.from);
  const isRight = latencyMs !== null && latencyMs <= boundMs;
  const ended = seen.at(-1)?.shown ?? "unknown";
  const verdict = isRight ? "right" : ended === "unknown" ? "unknown" : "wrong";
  const prompt = isRight && latencyMs > 0 ? promptness(seen[lastOther], settled, latencyMs) : null;
  const wrongMs = timeWrong(span, seen);
  const { situation } = span;
  return { situation, verdict, latencyMs: isRight ? latencyMs : null, wrongMs, prompt, told: tell(span, seen) };
}

function timeWrong({ truth, from, to }: Span, seen: readonly Sighting[]): number {
  return seen.reduce((sum, { at, shown }, index) => {
    if (shown === truth || shown === "unknown") return sum;
    const until = Math.min(seen[index + 1]?.at ?? to, to);
    return sum + Math.max(0, until - Math.max(at, from));
  }, 0);
}

function promptness(before: Sighting | undefined, settled: Sighting | undefined, latencyMs: number): Promptness | null {
  if (before === undefined || settled === undefined) return null;
  const { source, since } = settled.item;
  if (source === null || SEEN.has(source)) return { by: "look", ms: Math.round(latencyMs) };
  // a state may have been true for long when its reason changes
  const isNews = since !== null && since > (before.item.since ?? 0);
  return isNews ? { by: "word", ms: Math.max(0, Math.round(settled.at - since)) } : null;
}

function tell({ truth, from, to }: Span, seen: readonly Sighting[]): string {
  const steps = seen.map(({ at, shown, item }) => {
    const reason = item.reason_code === null ? "" : `/${item.reason_code}`;
    return `${at - from} ms ${shown}${reason} (${item.source ?? "nobody"}: ${item.because})`;
  });
  return [`true was ${truth} for ${to - from} ms; shown was`, ...steps].join("\n    ");
}
