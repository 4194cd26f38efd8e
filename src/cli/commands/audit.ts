import type { AuditEntry } from "../../core/protocol/actions.ts";
import { Fault } from "../../core/protocol/fault.ts";
import type { Context } from "../context.ts";
import { parseSince } from "../live/since.ts";
import { readOptions } from "../options.ts";
import { renderAudit } from "../render/audit.ts";

/** What was done to agents, by whom, and what came of it. */
export async function auditCommand(args: string[], context: Context): Promise<void> {
  const { positionals, values } = readOptions("audit", args, {
    allowPositionals: true,
    options: { since: { type: "string" }, json: { type: "boolean" } },
  });
  if (positionals.length > 0) throw new Fault("E_USAGE", `audit wants no words, not "${positionals[0]}"`);
  const list = await context.client.audit(sinceOf(values.since));
  if (values.json) return context.out(JSON.stringify(list));
  const { items, generated_at } = list;
  context.out(items.length === 0 ? "nothing was done" : renderAudit(oldestFirst(items), generated_at, context));
}

function sinceOf(text: string | undefined): number {
  if (text === undefined) return 0;
  const since = parseSince(text, Date.now());
  if ("at" in since) return since.at;
  throw new Fault(
    "E_USAGE",
    `--since wants a time span such as 10m, or a time such as 2026-02-13T10:00:00Z, not "${text}"`,
  );
}

function oldestFirst(items: readonly AuditEntry[]): AuditEntry[] {
  return [...items].reverse();
}
