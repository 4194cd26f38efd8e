import { randomUUID } from "node:crypto";
import { isDeepStrictEqual } from "node:util";
import type { DecisionItem } from "../../core/protocol/rules/rules.ts";
import { redact } from "../../core/redact/redact.ts";
import type { ToolRequest } from "../../core/rules/tool-request.ts";
import type { Clock } from "../base/clock.ts";
import type { TargetOffer } from "../decisions/target-offer.ts";
import type { Fleet, FleetChange } from "../publish/fleet.ts";
import type { Store } from "../store/store.ts";

export interface DecisionLogDeps {
  store: Pick<Store, "transact" | "saveDecision" | "decisions" | "audit" | "eventsOf">;
  fleet: Pick<Fleet, "item">;
  clock: Clock;
}

interface OpenDecision {
  item: DecisionItem;
  offered: TargetOffer;
}

/** A tool that runs longer is not learned from. */
const FOLLOWED_MS = 3_600_000;
const NEWEST = 20;
const MOST = 10_000;

/** Records what agents wanted to do, without secrets, and how it was decided: by a rule, by a person here, or in their dialog. */
export class DecisionLog {
  private readonly deps: DecisionLogDeps;
  private readonly open = new Map<string, OpenDecision>();

  constructor(deps: DecisionLogDeps) {
    this.deps = deps;
  }

  begin(offered: TargetOffer, request: ToolRequest): DecisionItem {
    const { offer, target } = offered;
    const raw = {
      cwd: request.cwd,
      tool: request.tool,
      command: request.command,
      paths: request.paths?.slice() ?? null,
    };
    const clean = redact(raw) as typeof raw;
    const item: DecisionItem = {
      decision_id: randomUUID(),
      at: this.deps.clock.now(),
      target,
      pane_id: offer.pane,
      agent: offer.agent,
      ...clean,
      redacted: !isDeepStrictEqual(raw, clean),
      outcome: "open",
      by: null,
      rule_ids: [],
      would: null,
    };
    this.open.set(item.decision_id, { item, offered });
    this.save(item);
    return item;
  }

  save(item: DecisionItem): void {
    if (item.outcome !== "open") this.open.delete(item.decision_id);
    this.deps.store.transact(() => this.deps.store.saveDecision(item));
  }

  since(at: number): DecisionItem[] {
    return this.deps.store.decisions(at, MOST);
  }

  /** Learns from changed panes how a person has decided. */
  follow({ changed }: FleetChange): void {
    if (this.open.size === 0) return;
    const before = this.deps.clock.now() - FOLLOWED_MS;
    for (const { item } of this.open.values()) if (item.at < before) this.open.delete(item.decision_id);
    for (const { identity } of changed)
      for (const each of this.open.values())
        if (each.item.target === identity.target && each.item.pane_id === identity.pane_id) this.review(each);
  }

  private review({ item, offered }: OpenDecision): void {
    const answered = this.answerOf(item);
    if (answered === "unknown") return;
    if (answered !== null) {
      this.save({ ...item, outcome: answered, by: "person" });
      return;
    }
    const runtimeId = this.deps.fleet.item(item.target, item.pane_id ?? "")?.runtime_id ?? "";
    const events = this.deps.store.eventsOf(runtimeId, NEWEST);
    if (offered.offers.outcome(offered.offer, events, item.at) === "done")
      this.save({ ...item, outcome: "allow", by: "terminal" });
  }

  /** As the audit has it; null if nobody has answered here. */
  private answerOf({ at, target, pane_id }: DecisionItem): "allow" | "deny" | "unknown" | null {
    const entry = this.deps.store
      .audit(at, NEWEST)
      .filter(
        ({ actor, outcome }) =>
          actor.via !== "rule" && actor.via !== "mcp" && (outcome === "begun" || outcome === "done"),
      )
      .find((each) => each.action === "answer" && each.target === target && each.pane_id === pane_id);
    if (entry === undefined) return null;
    const { answered, channel } = entry.request;
    const said = Array.isArray(answered) ? String(answered[0]) : "";
    if (entry.outcome === "begun" || said === "") return "unknown";
    if (/^(yes|always)\b/i.test(said)) return "allow";
    // what the agent is told natively in place of a yes is a no with its reason
    return channel === "native" || /^no\b/i.test(said) ? "deny" : "unknown";
  }
}
