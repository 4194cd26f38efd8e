import { setTimeout as sleep } from "node:timers/promises";
import type { Fleet } from "../publish/fleet.ts";
import type { RuleRegistry } from "./rule-registry.ts";

/** A rule that answers has done so by then; nobody is called before. */
const JUDGING_MS = 300;

/** Gives rules the time to answer before anybody is called. */
export class JudgingTime {
  private readonly registry: Pick<RuleRegistry, "active">;
  private readonly fleet: Pick<Fleet, "all">;

  constructor(registry: Pick<RuleRegistry, "active">, fleet: Pick<Fleet, "all">) {
    this.registry = registry;
    this.fleet = fleet;
  }

  /** None if there is no rule that could answer. */
  longestMs(): number {
    return this.registry.active().length === 0 ? 0 : JUDGING_MS;
  }

  /** The calls among these that still stand once rules had their time. */
  async stillOpen(attentionIds: readonly string[]): Promise<string[]> {
    const before = this.openApprovals();
    const wait = attentionIds.some((id) => before.has(id)) ? this.longestMs() : 0;
    if (wait === 0) return [...attentionIds];
    await sleep(wait);
    const now = this.openApprovals();
    return attentionIds.filter((id) => !before.has(id) || now.has(id));
  }

  private openApprovals(): Set<string> {
    return new Set(
      this.fleet.all().flatMap(({ attention }) => (attention?.kind === "approval" ? [attention.attention_id] : [])),
    );
  }
}
