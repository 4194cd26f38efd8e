import type { Actor } from "../../core/protocol/actions/actions.ts";
import { Fault } from "../../core/protocol/base/fault.ts";
import type {
  DecisionItem,
  NewRule,
  Rule,
  RuleList,
  RuleProposal,
  RuleProposals,
  RuleReport,
  RuleTestReport,
  RuleTestRequest,
} from "../../core/protocol/rules/rules.ts";
import { judge } from "../../core/rules/judge.ts";
import { learnRules } from "../../core/rules/learn.ts";
import { absolutePath } from "../../core/rules/path-scope.ts";
import { proposeRules } from "../../core/rules/propose.ts";
import { readCommand } from "../../core/rules/read-command.ts";
import type { ToolRequest } from "../../core/rules/tool-request.ts";
import type { AuditLog } from "../actions/audit-log.ts";
import type { Clock } from "../base/clock.ts";
import type { Machine } from "../targets/machine/machine.ts";
import type { DecisionLog } from "./decision-log.ts";
import { findDirectory } from "./find-places.ts";
import type { RuleJudge } from "./rule-judge.ts";
import type { RuleRegistry } from "./rule-registry.ts";

export interface RulesDeps {
  registry: RuleRegistry;
  judge: RuleJudge;
  decisions: DecisionLog;
  audit: AuditLog;
  machineOf(target: string): Pick<Machine, "runScript">;
  /** The request behind an open question; null if no channel of the agent's own has brought it. */
  requestOf(questionId: string): Promise<{ agent: string; target: string; request: ToolRequest } | null>;
  clock: Clock;
}

const SHOWN_MS = 30 * 86_400_000;
const LEARNED_MS = 90 * 86_400_000;

/** Rules as people manage them. */
export class Rules {
  private readonly deps: RulesDeps;

  constructor(deps: RulesDeps) {
    this.deps = deps;
  }

  list(): RuleList {
    return this.deps.registry.list();
  }

  async add(request: NewRule, actor: Actor): Promise<RuleReport> {
    const { registry, machineOf } = this.deps;
    const { target, workspace } = request;
    const place = target === null || workspace === null ? workspace : await findDirectory(workspace, machineOf(target));
    if (workspace !== null && place === null)
      throw new Fault("E_INVALID_INPUT", `there is no directory ${workspace} on ${target}`);
    const rule = await this.audited(actor, { change: "add", rule: { ...request, workspace: place } }, () =>
      registry.add({ ...request, workspace: place }),
    );
    return { schema_version: 1, rule };
  }

  async remove(ruleId: string, actor: Actor): Promise<RuleReport> {
    // only ids of rules are recorded: what else was named may be a secret
    this.deps.registry.find(ruleId);
    const rule = await this.audited(actor, { change: "remove", rule_id: ruleId }, () =>
      this.deps.registry.remove(ruleId),
    );
    return { schema_version: 1, rule };
  }

  async pause(paused: boolean, actor: Actor): Promise<RuleList> {
    await this.audited(actor, { change: paused ? "pause" : "go on" }, () => this.deps.registry.pause(paused));
    return this.list();
  }

  /** Says how a request would be decided now. Nothing is answered or counted. */
  async test({
    agent = null,
    target,
    cwd,
    command = null,
    tool = null,
    paths = null,
  }: RuleTestRequest): Promise<RuleTestReport> {
    const { registry, machineOf } = this.deps;
    if ((command === null) === (tool === null)) throw new Fault("E_INVALID_INPUT", "name either a command or a tool");
    const request = { tool: tool ?? "Bash", cwd, command, paths };
    const { verdict, would } = await this.deps.judge.judge({ agent, target, request }, machineOf(target));
    return {
      schema_version: 1,
      effect: verdict.effect,
      why: verdict.why,
      rule_ids: verdict.ruleIds,
      would: would === null ? null : { effect: would.effect, rule_ids: would.ruleIds },
      paused: registry.isPaused,
    };
  }

  /** The narrowest rules for what is asked there. */
  async propose(questionId: string): Promise<RuleProposal> {
    const asked = await this.deps.requestOf(questionId);
    if (asked === null)
      return nothing("rules answer only what an agent asks through a channel of its own, while it asks it");
    const proposed = proposeRules(asked.agent, asked.target, asked.request);
    return proposed.ok ? this.shown(proposed.rules) : nothing(proposed.why);
  }

  /** Rules for what people have answered the same way again and again, that are not there yet. */
  learn(): RuleProposals {
    const { decisions, registry, clock } = this.deps;
    const there = new Set(registry.list().items.map(termsKey));
    const rules = learnRules(decisions.since(clock.now() - LEARNED_MS)).filter((rule) => !there.has(termsKey(rule)));
    return { schema_version: 1, generated_at: clock.now(), items: rules.map((rule) => this.shown([rule])) };
  }

  private shown(rules: NewRule[]): RuleProposal {
    const { decisions, clock } = this.deps;
    const past = decisions.since(clock.now() - SHOWN_MS);
    const trial = rules.map((rule, index) => trialRule(rule, index));
    const matched = past.filter((item) => judgePast(item, trial) === rules[0]?.effect);
    return { rules, why: null, matched };
  }

  private audited<T>(actor: Actor, request: Record<string, unknown>, work: () => T): Promise<T> {
    return this.deps.audit.record({ action: "rules", actor, ref: null, guards: {}, request }, async ({ touch }) => {
      touch();
      return work();
    });
  }
}

function trialRule({ expires_in_ms: _, ...terms }: NewRule, index: number): Rule {
  return { ...terms, rule_id: String(index), created_at: 0, expires_at: null, used: 0, last_used_at: null };
}

/** By its words alone: where links led then is not known. */
function judgePast({ agent, target, cwd, tool, command, paths }: DecisionItem, rules: readonly Rule[]) {
  const read = command === null ? null : readCommand(command);
  const words = [...(read?.ok ? read.parts.flatMap(({ argv }) => argv) : []), ...(paths ?? [])];
  const of = new Map(words.map((word) => [word, absolutePath(cwd, word)]));
  const request = { tool, cwd, command, paths };
  return judge({ agent, target, request, command: read, places: { cwd, of } }, rules, 0).effect;
}

function termsKey({ effect, agent, target, workspace, command, tool, paths }: Omit<NewRule, "expires_in_ms">): string {
  return JSON.stringify([effect, agent, target, workspace, command, tool, paths]);
}

function nothing(why: string): RuleProposal {
  return { rules: [], why, matched: [] };
}
