import { setTimeout as sleep } from "node:timers/promises";
import type { Adapter } from "../../core/adapter/adapter.ts";
import type { KeptQuestion } from "../../core/protocol/actions/questions.ts";
import { messageOf } from "../../core/protocol/base/fault.ts";
import type { PaneItem } from "../../core/protocol/lists/lists.ts";
import type { Log } from "../base/log.ts";
import type { TargetOffer } from "../decisions/target-offer.ts";
import type { Fleet, FleetChange } from "../publish/fleet.ts";
import type { RuleJudge } from "./rule-judge.ts";
import type { RuleRegistry } from "./rule-registry.ts";

export interface SocketAsksDeps {
  registry: Pick<RuleRegistry, "active">;
  judge: Pick<RuleJudge, "consider">;
  fleet: Pick<Fleet, "item">;
  adapterOf(agent: string): Adapter | null;
  openQuestion(item: PaneItem): KeptQuestion | null;
  /** The request of that question, found at the agent's socket; null if there is none. */
  find(item: PaneItem, question: KeptQuestion): Promise<TargetOffer | null>;
  log: Log;
}

/** The agent opens its request some time after it has told us of it, on a busy machine seconds. */
const LOOKS_MS = [0, 100, 200, 400, 800, 1_600, 3_200, 6_400];

/**
 * Brings rules what agents ask at a socket of their own. Nothing is sent to us there, so we look when a pane asks, and
 * only while there are rules.
 */
export class SocketAsks {
  private readonly deps: SocketAsksDeps;
  /** By pane: the question that was looked for last. */
  private readonly looked = new Map<string, string>();
  private readonly looking = new Set<string>();

  constructor(deps: SocketAsksDeps) {
    this.deps = deps;
  }

  follow({ changed, removed }: FleetChange): void {
    for (const { target, pane_id } of removed) this.looked.delete(`${target}/${pane_id}`);
    if (this.deps.registry.active(true).length === 0) return;
    for (const { identity, attention, agent } of changed) {
      const hasSocket = agent !== null && this.deps.adapterOf(agent)?.socket !== undefined;
      if (hasSocket && attention?.kind === "approval") void this.look(identity.target, identity.pane_id);
    }
  }

  private async look(target: string, paneId: string): Promise<void> {
    const pane = `${target}/${paneId}`;
    if (this.looking.has(pane)) return;
    this.looking.add(pane);
    try {
      // the next question may be asked before this one is done with
      while (await this.lookForNext(pane, () => this.deps.fleet.item(target, paneId)));
    } catch (error) {
      this.deps.log.warn({ err: messageOf(error), target }, "rules could not look at an agent's socket");
    } finally {
      this.looking.delete(pane);
    }
  }

  /** False if nothing is asked that was not looked for yet. */
  private async lookForNext(pane: string, itemNow: () => PaneItem | undefined): Promise<boolean> {
    const { openQuestion, find, judge } = this.deps;
    for (const delay of LOOKS_MS) {
      await sleep(delay);
      const item = itemNow();
      const question = item?.attention?.kind === "approval" ? openQuestion(item) : null;
      if (item === undefined || question === null || this.looked.get(pane) === question.question_id) return false;
      const found = await find(item, question);
      if (delay === LOOKS_MS.at(-1) || found !== null) this.looked.set(pane, question.question_id);
      if (found === null) continue;
      try {
        await judge.consider(found);
      } finally {
        found.offer.drop();
      }
      return true;
    }
    return true;
  }
}
