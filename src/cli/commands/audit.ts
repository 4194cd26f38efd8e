import type { AuditEntry } from "../../core/protocol/actions/actions.ts";
import { Fault } from "../../core/protocol/base/fault.ts";
import type { Context } from "../common/context.ts";
import { readOptions } from "../common/options.ts";
import { parseSince } from "../live/since.ts";
import { absentLines } from "../render/absent-members.ts";
import { renderAudit } from "../render/audit.ts";
import { AUDIT } from "../tables/audit.ts";

/** Lists the actions on agents: who did what, and the outcome. */
export async function auditCommand(args: string[], context: Context): Promise<void> {
  const { values } = readOptions(AUDIT, args);
  const list = await context.client.audit(sinceOf(values.since));
  if (values.json) return context.out(JSON.stringify(list));
  const { items, generated_at, members } = list;
  context.out(items.length === 0 ? "nothing was done" : renderAudit(oldestFirst(items), generated_at, context));
  for (const line of absentLines(members)) context.note(`agtmux: ${line}`);
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
