import type { DeliveryPhase } from "../../core/protocol/actions/actions.ts";
import type { Clock } from "../base/clock.ts";

/** How far an action has got, and by which evidence. */
export class PhaseLog {
  readonly phases: DeliveryPhase[] = [];
  private readonly clock: Clock;

  constructor(clock: Clock) {
    this.clock = clock;
  }

  reach(phase: DeliveryPhase["phase"], evidence: string, at = this.clock.now()): void {
    const known = this.phases.findIndex((each) => each.phase === phase);
    if (known < 0) this.phases.push({ phase, at, evidence });
    // now confirmed by better evidence: keep the original time
    else this.phases[known] = { phase, at: this.phases[known]?.at ?? at, evidence };
  }
}
