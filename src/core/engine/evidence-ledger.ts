import type { State } from "../protocol/base/state.ts";
import type { Verdict, WeighedEvidence } from "../protocol/events/explain.ts";
import { compareByTime, type EdgeMark, type EndMark, type LookMark, type Mark, type SaidMark } from "./marks.ts";

type AnyMark = EdgeMark | LookMark | SaidMark | EndMark | Mark;

/** Records the verdict on every piece of evidence, and why. The last ruling on a mark stays. */
export class EvidenceLedger {
  readonly now: number;
  private readonly rulings = new Map<string, { mark: AnyMark; verdict: Verdict; why: string }>();
  private revisitAt: number | null = null;

  constructor(now: number) {
    this.now = now;
  }

  rule(mark: AnyMark, verdict: Verdict, why: string): void {
    this.rulings.set(mark.id, { mark, verdict, why });
  }

  /** Time alone may change the outcome at `at`. */
  revisit(at: number): void {
    if (at <= this.now) return;
    this.revisitAt = Math.min(this.revisitAt ?? at, at);
  }

  nextVisit(): number | null {
    return this.revisitAt;
  }

  transcript(): WeighedEvidence[] {
    return [...this.rulings.values()]
      .sort((a, b) => compareByTime(b.mark, a.mark))
      .map(({ mark, verdict, why }) => ({
        event_id: mark.id,
        source: mark.source,
        event_type: mark.type,
        kind: kindOf(mark),
        says: saysOf(mark),
        message: mark.message,
        at: mark.at,
        age_ms: this.now - mark.at,
        verdict,
        why,
      }));
  }
}

function kindOf(mark: AnyMark): WeighedEvidence["kind"] {
  if ("edge" in mark) return "edge";
  if ("level" in mark) return "level";
  if ("said" in mark) return "declaration";
  return "exitCode" in mark ? "ended" : "typed";
}

function saysOf(mark: AnyMark): State | null {
  if ("edge" in mark) return mark.edge.state ?? (mark.edge.phase === "busy" ? "running" : null);
  if ("level" in mark) return mark.level.state ?? (mark.level.phase === "busy" ? "running" : null);
  return "said" in mark ? mark.said.state : null;
}
