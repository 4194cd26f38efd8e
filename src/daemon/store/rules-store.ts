import type { DecisionItem, Rule } from "../../core/protocol/rules/rules.ts";

/** Rules, and what agents wanted to do and how that was decided. */
export interface RulesStore {
  /** Adds the rule or replaces it. */
  saveRule(rule: Rule): void;
  /** False if there was none. */
  removeRule(ruleId: string): boolean;
  /** Oldest first. */
  rules(): Rule[];
  /** Adds the decision or replaces it. */
  saveDecision(decision: DecisionItem): void;
  /** At or after `since`, newest first. */
  decisions(since: number, limit: number): DecisionItem[];
  removeDecisions(before: number): void;
}
