import type { ResumableItem, ResumeOutcome, ResumeReport, ResumeRequest } from "../../core/protocol/actions/resume.ts";
import { asFault, Fault } from "../../core/protocol/base/fault.ts";
import type { Context } from "../common/context.ts";
import { readOptions } from "../common/options.ts";
import { describeOutcome, renderResumable } from "../render/resumable.ts";
import { RESUME } from "../tables/resume.ts";

type Options = Pick<ResumeRequest, "new_window" | "dry_run">;
type Fits = (item: ResumableItem) => boolean;

/** Restarts ended agents in their panes; with --dry-run it only prints what it would do. */
export async function resumeCommand(args: string[], context: Context): Promise<void> {
  const { positionals, values } = readOptions(RESUME, args);
  const { all = false, "new-window": new_window = false, "dry-run": dry_run = false, json = false } = values;
  const [ref, ...rest] = positionals;
  if (rest.length > 0) throw new Fault("E_USAGE", `"${rest[0]}" is one word too many: resume wants one ref, or --all`);
  if ((ref === undefined) === !all)
    throw new Fault("E_USAGE", "resume wants a ref or --all: 'agtmux resume --all --dry-run' lists what can come back");
  const { agent, target, session } = values;
  const isFiltered = [agent, target, session].some((wanted) => wanted !== undefined);
  if (isFiltered && !all) throw new Fault("E_USAGE", "--agent, --target and --session go with --all");
  const fits: Fits = (item) =>
    isOneOf(agent, item.agent) && isOneOf(target, item.target) && isOneOf(session, item.session_name);
  if (all && dry_run) {
    const list = await context.client.resumable();
    const items = list.items.filter(fits);
    if (json) return context.out(JSON.stringify({ ...list, items }));
    return context.out(renderResumable(items, await goneAmong(context), list.generated_at, context));
  }
  const options = { new_window, dry_run };
  const report = isFiltered
    ? await resumeEach(fits, options, context)
    : await context.client.resume({ ...(all ? { all } : { ref }), ...options });
  if (json) context.out(JSON.stringify(report));
  else if (report.items.length === 0) context.out("Nothing can come back.");
  else context.out(report.items.map((outcome) => describeOutcome(outcome, dry_run)).join("\n"));
  const failed = report.items.filter((outcome) => isFailed(outcome, dry_run) && !(all && isGone(outcome)));
  if (failed.length === 0) return;
  const [first] = failed;
  const code = first?.error?.code ?? "E_TIMEOUT";
  throw new Fault(code, `${failed.length} of ${report.items.length} did not come back`);
}

/** One after the other; a failure of one does not stop the others. */
async function resumeEach(fits: Fits, options: Options, { client }: Context): Promise<ResumeReport> {
  const outcomes: ResumeOutcome[] = [];
  for (const item of (await client.resumable()).items.filter(fits)) {
    try {
      outcomes.push(...(await client.resume({ ref: item.ref, ...options })).items);
    } catch (error) {
      outcomes.push({ item, place: null, pane_id: null, started: null, error: asFault(error).toBody() });
    }
  }
  return { schema_version: 1, dry_run: options.dry_run === true, items: outcomes };
}

/** The refs of those whose directory is gone. */
async function goneAmong({ client }: Context): Promise<ReadonlySet<string>> {
  const report = await client.resume({ all: true, dry_run: true });
  return new Set(report.items.filter(isGone).map(({ item }) => item.ref));
}

/** Skipped: it cannot be resumed and needs no action, so `--all` goes on without it. */
function isGone({ error }: ResumeOutcome): boolean {
  return error?.code === "E_WORKSPACE";
}

function isFailed({ error, started }: ResumeOutcome, dryRun: boolean): boolean {
  return error !== null || (!dryRun && started !== true);
}

function isOneOf(wanted: readonly string[] | undefined, value: string | null): boolean {
  return wanted === undefined || wanted.some((words) => words.split(",").includes(value ?? ""));
}
