import type { ResumeOutcome } from "../../core/protocol/actions/resume.ts";
import { Fault } from "../../core/protocol/base/fault.ts";
import type { Context } from "../common/context.ts";
import { readOptions } from "../common/options.ts";
import { describeOutcome, renderResumable } from "../render/resumable.ts";
import { RESUME } from "../tables/resume.ts";

/** Restarts ended agents in their panes; with --dry-run it only prints what it would do. */
export async function resumeCommand(args: string[], context: Context): Promise<void> {
  const { positionals, values } = readOptions(RESUME, args);
  const { all = false, "new-window": new_window = false, "dry-run": dry_run = false, json = false } = values;
  const [ref, ...rest] = positionals;
  if (rest.length > 0) throw new Fault("E_USAGE", `"${rest[0]}" is one word too many: resume wants one ref, or --all`);
  if ((ref === undefined) === !all)
    throw new Fault("E_USAGE", "resume wants a ref or --all: 'agtmux resume --all --dry-run' lists what can come back");
  if (all && dry_run) {
    const list = await context.client.resumable();
    context.out(json ? JSON.stringify(list) : renderResumable(list.items, list.generated_at, context));
    return;
  }
  const report = await context.client.resume({ ...(all ? { all } : { ref }), new_window, dry_run });
  if (json) context.out(JSON.stringify(report));
  else if (report.items.length === 0) context.out("Nothing can come back.");
  else context.out(report.items.map((outcome) => describeOutcome(outcome, dry_run)).join("\n"));
  const failed = report.items.filter((outcome) => isFailed(outcome, dry_run));
  if (failed.length === 0) return;
  const [first] = failed;
  const code = first?.error?.code ?? "E_TIMEOUT";
  throw new Fault(code, `${failed.length} of ${report.items.length} did not come back`);
}

function isFailed({ error, started }: ResumeOutcome, dryRun: boolean): boolean {
  return error !== null || (!dryRun && started !== true);
}
