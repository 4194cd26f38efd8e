import type { Adapter } from "../../core/adapter/adapter.ts";
import type { KeptQuestion } from "../../core/protocol/actions/questions.ts";
import type { PaneItem } from "../../core/protocol/lists/lists.ts";
import type { AuditLog } from "../actions/audit-log.ts";
import type { QuestionStore } from "../attention/question-store.ts";
import type { Clock } from "../base/clock.ts";
import type { Log } from "../base/log.ts";
import type { TargetOffer } from "../decisions/target-offer.ts";
import type { Broadcast } from "../publish/broadcast.ts";
import type { Fleet } from "../publish/fleet.ts";
import { readAgentMetadata } from "../runtimes/agent-metadata.ts";
import type { Store } from "../store/store.ts";
import type { TargetRegistry } from "../targets/target-registry.ts";
import { DecisionLog } from "./decision-log.ts";
import { JudgingTime } from "./judging-time.ts";
import { RuleJudge } from "./rule-judge.ts";
import { RuleRegistry } from "./rule-registry.ts";
import { Rules } from "./rules.ts";
import { openCommandReader } from "./second-reader.ts";
import { SocketAsks } from "./socket-asks.ts";

export interface OpenRulesDeps {
  store: Store;
  fleet: Fleet;
  broadcast: Broadcast;
  audit: AuditLog;
  questions(): QuestionStore;
  targets(): TargetRegistry;
  adapterOf(agent: string): Adapter | null;
  /** Path of the second parser of commands. */
  shellParser: string;
  clock: Clock;
  log: Log;
}

/** Builds what answers by rules, and what manages them. */
export function openRules(deps: OpenRulesDeps) {
  const { store, fleet, broadcast, audit, adapterOf, clock, log } = deps;
  const registry = new RuleRegistry(store, clock);
  const decisions = new DecisionLog({ store, fleet, clock });
  broadcast.onChange((change) => decisions.follow(change));
  const openQuestion = (item: PaneItem) => deps.questions().openOf(item);
  const judge = new RuleJudge({
    registry,
    decisions,
    read: openCommandReader(deps.shellParser),
    audit,
    fleet,
    adapterOf,
    openQuestion,
    noteAnswered(item, at, correlationId) {
      const target = deps.targets().find(item.identity.target).actionTarget();
      const runtime = target.runtime(item.runtime_id ?? "");
      if (runtime !== null) target.noteTyped(runtime, at, correlationId);
    },
    clock,
    log,
  });
  const find = async (item: PaneItem, question: KeptQuestion): Promise<TargetOffer | null> => {
    const { target, pane_id: pane } = item.identity;
    const { offers, place } = deps.targets().find(target);
    const metadata = readAgentMetadata(store, item.runtime_id ?? "");
    const offer = item.agent === null ? null : await offers.find(pane, item.agent, question, metadata);
    return offer === null ? null : { target, machine: place.machine, offer: { ...offer, pane }, offers };
  };
  const asks = new SocketAsks({ registry, judge, fleet, adapterOf, openQuestion, find, log });
  broadcast.onChange((change) => asks.follow(change));
  const rules = new Rules({
    registry,
    judge,
    decisions,
    audit,
    machineOf: (name) => deps.targets().find(name).place.machine,
    async requestOf(questionId) {
      const question = deps.questions().find(questionId);
      const item = fleet.all().find(({ runtime_id }) => runtime_id !== null && runtime_id === question?.runtime_id);
      const found = question === null || item === undefined ? null : await find(item, question);
      if (found === null) return null;
      const { target, offer } = found;
      offer.drop();
      const request = adapterOf(offer.agent)?.decisions?.request?.(offer.payload) ?? null;
      return request === null ? null : { agent: offer.agent, target, request };
    },
    clock,
  });
  return { judge, rules, judging: new JudgingTime(registry, fleet) };
}
