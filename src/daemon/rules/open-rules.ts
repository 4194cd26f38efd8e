import type { Adapter } from "../../core/adapter/adapter.ts";
import type { AuditLog } from "../actions/audit-log.ts";
import type { QuestionStore } from "../attention/question-store.ts";
import type { Clock } from "../base/clock.ts";
import type { Log } from "../base/log.ts";
import type { Broadcast } from "../publish/broadcast.ts";
import type { Fleet } from "../publish/fleet.ts";
import type { Store } from "../store/store.ts";
import type { TargetRegistry } from "../targets/target-registry.ts";
import { DecisionLog } from "./decision-log.ts";
import { JudgingTime } from "./judging-time.ts";
import { RuleBook } from "./rule-book.ts";
import { RuleJudge } from "./rule-judge.ts";
import { Rules } from "./rules.ts";
import { openCommandReader } from "./second-reader.ts";

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
  const book = new RuleBook(store, clock);
  const decisions = new DecisionLog({ store, fleet, clock });
  broadcast.onChange((change) => decisions.follow(change));
  const judge = new RuleJudge({
    book,
    decisions,
    read: openCommandReader(deps.shellParser),
    audit,
    fleet,
    adapterOf,
    noteAnswered(item, at, correlationId) {
      const target = deps.targets().find(item.identity.target).actionTarget();
      const runtime = target.runtime(item.runtime_id ?? "");
      if (runtime !== null) target.noteTyped(runtime, at, correlationId);
    },
    clock,
    log,
  });
  const rules = new Rules({
    book,
    judge,
    decisions,
    audit,
    machineOf: (name) => deps.targets().find(name).place.machine,
    requestOf(questionId) {
      const question = deps.questions().find(questionId);
      const item =
        question === null ? undefined : fleet.all().find(({ runtime_id }) => runtime_id === question.runtime_id);
      if (question === null || item?.agent == null) return null;
      const { target, pane_id } = item.identity;
      const offer = deps.targets().find(target).offers.brought(pane_id, item.agent, question);
      const request = offer === null ? null : (adapterOf(item.agent)?.decisions?.request?.(offer.payload) ?? null);
      return request === null ? null : { agent: item.agent, target, request };
    },
    clock,
  });
  return { judge, rules, judging: new JudgingTime(book, fleet) };
}
