import { randomUUID } from "node:crypto";
import { userInfo } from "node:os";
import type { Adapter } from "../../core/adapter/adapter.ts";
import type { Decision } from "../../core/adapter/decisions.ts";
import type { Actor, AuditEntry } from "../../core/protocol/actions/actions.ts";
import type { KeptQuestion } from "../../core/protocol/actions/questions.ts";
import { Fault, messageOf } from "../../core/protocol/base/fault.ts";
import type { PaneItem } from "../../core/protocol/lists/lists.ts";
import type { DecisionItem, Rule } from "../../core/protocol/rules/rules.ts";
import { type JudgedRequest, judge, type Verdict } from "../../core/rules/judge.ts";
import type { ToolRequest } from "../../core/rules/tool-request.ts";
import type { AuditLog } from "../actions/audit-log.ts";
import { brief } from "../actions/audit-log.ts";
import type { Clock } from "../base/clock.ts";
import type { Log } from "../base/log.ts";
import type { TargetOffer } from "../decisions/target-offer.ts";
import type { Fleet } from "../publish/fleet.ts";
import type { Machine } from "../targets/machine/machine.ts";
import type { DecisionLog } from "./decision-log.ts";
import { findPlaces } from "./find-places.ts";
import type { RuleRegistry } from "./rule-registry.ts";
import type { CommandReader } from "./second-reader.ts";

export interface RuleJudgeDeps {
  registry: RuleRegistry;
  decisions: DecisionLog;
  read: CommandReader;
  audit: AuditLog;
  fleet: Pick<Fleet, "item">;
  adapterOf(agent: string): Adapter | null;
  openQuestion(item: PaneItem): KeptQuestion | null;
  /** Records that the agent was answered at that time. */
  noteAnswered(item: PaneItem, at: number, correlationId: string): void;
  clock: Clock;
  log: Log;
}

/** A request, with the agent and target that it comes from. */
export interface Asked {
  agent: string | null;
  target: string;
  request: ToolRequest;
}

export interface Judged {
  verdict: Verdict;
  /** With the rules that only count, if that differs. */
  would: Verdict | null;
}

const LAST_RETOLD_MS = 3_000;

/** Answers agents' requests by the person's rules, through the channel that the agent itself has opened. It presses no key. */
export class RuleJudge {
  private readonly deps: RuleJudgeDeps;

  constructor(deps: RuleJudgeDeps) {
    this.deps = deps;
  }

  /** A request has come in. Never rejects. */
  async consider(offered: TargetOffer): Promise<void> {
    try {
      await this.decide(offered);
    } catch (error) {
      this.deps.log.warn({ err: messageOf(error), target: offered.target }, "rules could not judge a request");
    }
  }

  private async decide(offered: TargetOffer): Promise<void> {
    const { offer, target, machine } = offered;
    const { adapterOf, fleet, registry, decisions, log } = this.deps;
    const request = adapterOf(offer.agent)?.decisions?.request?.(offer.payload) ?? null;
    if (request === null) return;
    const decision = decisions.begin(offered, request);
    if (registry.active(true).length === 0) return;
    const { verdict, would } = await this.judge({ agent: offer.agent, target, request }, machine);
    log.info({ target, pane: offer.pane, effect: verdict.effect, rules: verdict.ruleIds }, "rules judged a request");
    if (would !== null) {
      registry.count(would.ruleIds);
      decision.would = { effect: would.effect, rule_ids: would.ruleIds };
      decisions.save(decision);
    }
    const item = fleet.item(target, offer.pane ?? "");
    if (verdict.effect === "ask" || item === undefined || item.agent !== offer.agent) return;
    await this.answer(offered, decision, verdict, item);
  }

  /** Judges a request by the rules that are active now. */
  async judge({ agent, target, request }: Asked, machine: Pick<Machine, "runScript">): Promise<Judged> {
    const { registry, read, clock } = this.deps;
    const command = request.command === null ? null : await read(request.command);
    const places = await findPlaces({ request, command }, machine);
    const judged: JudgedRequest = { agent, target, request, command, places };
    const say = (rules: readonly Rule[]) => judge(judged, rules, clock.now());
    const [verdict, would] = [say(registry.active()), say(registry.active(true))];
    const isSame = verdict.effect === would.effect && `${verdict.ruleIds}` === `${would.ruleIds}`;
    return { verdict, would: isSame ? null : would };
  }

  private async answer(offered: TargetOffer, decision: DecisionItem, verdict: Verdict, item: PaneItem): Promise<void> {
    const { audit, registry, clock, decisions, noteAnswered, adapterOf } = this.deps;
    const { offer } = offered;
    const { ruleIds } = verdict;
    const [said, line] = this.lineFor(offered, verdict);
    if (line === null) return;
    const what = decision.command ?? decision.paths?.join(", ") ?? "";
    const request = { rule_ids: ruleIds, tool: decision.tool, text: brief(what), channel: "native" };
    const asked = { action: "answer" as const, actor: ruleActor(), ref: item.ref, guards: {}, request };
    await audit.record(asked, async (recorded) => {
      Object.assign(recorded.entry, subjectOf(item));
      // they may have been removed or paused since
      const now = registry.active().map(({ rule_id }) => rule_id);
      if (!ruleIds.every((id) => now.includes(id))) throw gone("the rule is in force no more");
      recorded.touch();
      const at = clock.now();
      const reply = await offer.give(line, said);
      if (reply === "stopped") throw gone("it was stopped at its terminal at the same time, and may have begun");
      if (reply !== "taken") {
        recorded.untouch();
        throw gone("it was answered before, or is asked no more");
      }
      const [outcome, answered] = said.type === "allow" ? (["allow", ["yes"]] as const) : (["deny", ["no"]] as const);
      recorded.entry.request = { ...recorded.entry.request, answered };
      noteAnswered(item, at, recorded.entry.correlation_id);
      registry.count(ruleIds);
      decisions.save({ ...decision, outcome, by: "rule", rule_ids: ruleIds });
    });
    // at a socket we have found it by its event
    if (adapterOf(offer.agent)?.socket === undefined) this.retell(offered, item.identity.pane_id);
  }

  /** With the reason, where the agent can be told one. */
  private lineFor({ offer, offers }: TargetOffer, verdict: Verdict): [RuleDecision, string | null] {
    const said = decisionOf(verdict);
    const line = offers.lineFor(offer, said);
    if (line !== null || said.type === "allow") return [said, line];
    return [{ type: "deny" }, offers.lineFor(offer, { type: "deny" })];
  }

  /** The event that tells the question may come after the answer to it: then the pane would go on asking. */
  private retell({ target, offer, offers }: TargetOffer, paneId: string): void {
    const { fleet, openQuestion, noteAnswered, clock } = this.deps;
    const until = clock.now() + LAST_RETOLD_MS;
    for (const delay of [300, 1_000, LAST_RETOLD_MS])
      setTimeout(() => {
        const item = fleet.item(target, paneId);
        const attention = item?.attention;
        if (item === undefined || attention?.kind !== "approval" || offers.isWaiting(paneId)) return;
        const question = openQuestion(item);
        // what it asks next was not answered, though its own request may not have come in yet
        if (question === null || !offers.asks(offer.agent, offer.payload, question)) return;
        if (attention.raised_at <= until) noteAnswered(item, clock.now(), randomUUID());
      }, delay).unref();
  }
}

function gone(why: string): Fault {
  return new Fault("E_STALE_SNAPSHOT", why);
}

type RuleDecision = Extract<Decision, { type: "allow" | "deny" }>;

function decisionOf({ effect, ruleIds }: Verdict): RuleDecision {
  if (effect === "allow") return { type: "allow" };
  return { type: "deny", message: `The user's rule ${ruleIds.join(", ")} in agtmux does not allow this.` };
}

function ruleActor(): Actor {
  const { uid, username } = userInfo();
  return { uid: uid < 0 ? null : uid, user: username, via: "rule" };
}

function subjectOf({ ref, identity, runtime_id, agent }: PaneItem): Partial<AuditEntry> {
  return { ref, target: identity.target, pane_id: identity.pane_id, runtime_id, agent };
}
