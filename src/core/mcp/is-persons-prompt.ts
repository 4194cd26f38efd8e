import type { AuditEntry } from "../protocol/actions/actions.ts";

/** Actions by which a person tells an agent something. */
const PROMPTS: readonly string[] = ["send", "answer", "type", "complete"];

/** Whether a person has told an agent something by it: neither another agent nor a rule that answers. */
export function isPersonsPrompt({ action, actor, outcome }: Pick<AuditEntry, "action" | "actor" | "outcome">): boolean {
  const isPerson = actor.agent === undefined && actor.via !== "mcp" && actor.via !== "rule";
  return isPerson && PROMPTS.includes(action) && outcome !== "refused";
}
