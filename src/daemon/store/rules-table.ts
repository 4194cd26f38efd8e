import { DecisionItem, Rule } from "../../core/protocol/rules/rules.ts";
import type { Database } from "./database.ts";
import type { RulesStore } from "./rules-store.ts";
import { readAllStored } from "./stored-json.ts";

/** Rules and decisions are stored as JSON; the other columns are for queries. */
export function rulesTable(db: Database): RulesStore {
  const saveRule = db.prepare(
    `INSERT INTO rules (rule_id, created_at, rule) VALUES (?, ?, ?)
     ON CONFLICT (rule_id) DO UPDATE SET rule = excluded.rule`,
  );
  const removeRule = db.prepare("DELETE FROM rules WHERE rule_id = ?");
  const rules = db.prepareColumn<[], string>("SELECT rule FROM rules ORDER BY created_at, rule_id");
  const saveDecision = db.prepare(
    `INSERT INTO decisions (decision_id, at, decision) VALUES (?, ?, ?)
     ON CONFLICT (decision_id) DO UPDATE SET decision = excluded.decision`,
  );
  const decisions = db.prepareColumn<[number, number], string>(
    "SELECT decision FROM decisions WHERE at >= ? ORDER BY at DESC, decision_id DESC LIMIT ?",
  );
  const removeDecisions = db.prepare("DELETE FROM decisions WHERE at < ?");
  return {
    saveRule: (rule) => void saveRule.run(rule.rule_id, rule.created_at, JSON.stringify(rule)),
    removeRule: (ruleId) => removeRule.run(ruleId).changes > 0,
    rules: () => readAllStored(Rule, rules.all()),
    saveDecision: (item) => void saveDecision.run(item.decision_id, item.at, JSON.stringify(item)),
    decisions: (since, limit) => readAllStored(DecisionItem, decisions.all(since, limit)),
    removeDecisions: (before) => void removeDecisions.run(before),
  };
}
