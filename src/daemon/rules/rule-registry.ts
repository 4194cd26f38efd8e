import { randomBytes } from "node:crypto";
import { isDeepStrictEqual } from "node:util";
import { Fault } from "../../core/protocol/base/fault.ts";
import type { NewRule, Rule, RuleList } from "../../core/protocol/rules/rules.ts";
import { redact } from "../../core/redact/redact.ts";
import { checkTerms } from "../../core/rules/check-terms.ts";
import type { Clock } from "../base/clock.ts";
import type { Store } from "../store/store.ts";

export type RuleRegistryStore = Pick<
  Store,
  "transact" | "saveRule" | "removeRule" | "rules" | "remember" | "recall" | "forget"
>;

const PAUSED = "rules:paused";
const MOST = 500;

/**
 * The rules of this daemon, in its database: only what was checked gets in, a change is whole or not at all, and each is
 * audited. In a file a slip of the pen could switch off a deny, and an agent that may write files could add an allow.
 */
export class RuleRegistry {
  private readonly store: RuleRegistryStore;
  private readonly clock: Clock;
  private kept: Rule[];
  private paused: boolean;

  constructor(store: RuleRegistryStore, clock: Clock) {
    this.store = store;
    this.clock = clock;
    this.kept = store.rules();
    this.paused = store.recall(PAUSED) !== null;
  }

  list(): RuleList {
    return { schema_version: 1, generated_at: this.clock.now(), paused: this.paused, items: this.kept };
  }

  get isPaused(): boolean {
    return this.paused;
  }

  /** Those that decide now; with `isDry` also those that only count. */
  active(isDry = false): Rule[] {
    return this.paused ? [] : this.kept.filter(({ dry_run }) => isDry || !dry_run);
  }

  add({ expires_in_ms, ...terms }: NewRule): Rule {
    const checked = checkTerms(terms);
    if (!checked.ok) throw new Fault("E_INVALID_INPUT", checked.fault);
    // it would be kept as it is, and shown in lists
    if (!isDeepStrictEqual(redact(terms), { ...terms }))
      throw new Fault("E_INVALID_INPUT", "there is a secret in it: a rule would keep it");
    if (this.kept.length >= MOST) throw new Fault("E_INVALID_INPUT", `there are ${MOST} rules already: remove some`);
    const now = this.clock.now();
    const rule: Rule = {
      rule_id: `r-${randomBytes(4).toString("hex")}`,
      ...terms,
      created_at: now,
      expires_at: expires_in_ms === null ? null : now + expires_in_ms,
      used: 0,
      last_used_at: null,
    };
    this.save(rule);
    this.kept = [...this.kept, rule];
    return rule;
  }

  /** Throws `E_RULE_NOT_FOUND` for an unknown id. */
  find(ruleId: string): Rule {
    const rule = this.kept.find(({ rule_id }) => rule_id === ruleId);
    if (rule === undefined)
      throw new Fault("E_RULE_NOT_FOUND", `there is no rule ${ruleId}; 'agtmux rules list' shows them`);
    return rule;
  }

  remove(ruleId: string): Rule {
    const rule = this.find(ruleId);
    // whatever becomes of the database, it decides nothing from now on
    this.kept = this.kept.filter(({ rule_id }) => rule_id !== ruleId);
    this.store.transact(() => this.store.removeRule(ruleId));
    return rule;
  }

  pause(paused: boolean): void {
    if (paused) this.paused = true;
    this.store.transact(() => (paused ? this.store.remember(PAUSED, "1") : this.store.forget(PAUSED)));
    this.paused = paused;
  }

  /** Counts that these have decided, or would have. */
  count(ruleIds: readonly string[]): void {
    const at = this.clock.now();
    for (const rule of this.kept.filter(({ rule_id }) => ruleIds.includes(rule_id))) {
      const counted = { ...rule, used: rule.used + 1, last_used_at: at };
      this.kept = this.kept.map((each) => (each.rule_id === rule.rule_id ? counted : each));
      this.save(counted);
    }
  }

  private save(rule: Rule): void {
    this.store.transact(() => this.store.saveRule(rule));
  }
}
