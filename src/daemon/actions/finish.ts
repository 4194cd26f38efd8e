import { z } from "zod";
import type { FinishPlace, FinishPlan } from "../../core/actions/finish-answers.ts";
import { bringsIn, doneStep, planSteps, undoCommands, undoWords } from "../../core/actions/finish-steps.ts";
import type { FinishReport } from "../../core/protocol/actions/finish.ts";
import { Fault } from "../../core/protocol/base/fault.ts";
import type { PaneItem } from "../../core/protocol/lists/lists.ts";
import { proposeMessage } from "../../core/review/commit-message.ts";
import { FINISH } from "../runtimes/turn-key.ts";
import type { Store } from "../store/store.ts";
import { readStored } from "../store/stored-json.ts";
import { doFinish, type Finishing, planFinish, undoFinish } from "../turns/finish-git.ts";
import type { ActionTarget } from "./action-target.ts";
import { directoryOf } from "./directory-of.ts";
import { requireRest } from "./require-rest.ts";

export interface Asked extends Finishing {
  message: string | null;
  /** Names the plan that a person has confirmed; null to make a plan only. */
  confirm: string | null;
  /** For the snapshot of what is there now, in git. */
  name: string;
  onTouch(): void;
}

type Done = Omit<FinishReport, "schema_version" | "correlation_id" | "snapshot" | "ref" | "what" | "action">;
type Target = Pick<ActionTarget, "runScript">;
interface Deps {
  panes: readonly PaneItem[];
  store: Pick<Store, "recall" | "remember" | "forget" | "transact">;
}

/** The last finish in a working tree, stored so that it can be taken back. */
const FinishRecord = z.object({
  directory: z.string(),
  top: z.string(),
  branch: z.string(),
  base: z.string().nullable(),
  base_at: z.string().nullable(),
  remote: z.string().nullable(),
  tool: z.enum(["gh", "glab"]).nullable(),
  snapshot: z.string(),
  first: z.string(),
  committed: z.string(),
  after: z.string(),
  base_before: z.string(),
  base_after: z.string(),
  rebased: z.string(),
  squashed: z.string().default("no"),
  /** The branch was pushed: others may have it. */
  pushed: z.boolean(),
});
type FinishRecord = z.infer<typeof FinishRecord>;

/** Says what finishing an agent's work would do, or does it. */
export async function finish(item: PaneItem, target: Target, deps: Deps, asked: Asked): Promise<Done> {
  const directory = directoryOf(item);
  const plan = await planFinish(target, directory, asked);
  requireRest(item, deps.panes, [directory, plan.top, ...(bringsIn(asked.how) ? [plan.base_at ?? ""] : [])]);
  const message = asked.message ?? proposeMessage(saidBy(item), plan);
  const about = { ...placeOf(plan), message, files: plan.files };
  const steps = planSteps(plan, asked);
  if (asked.confirm === null || steps.length === 0)
    return { ...about, steps, undo: [], is_done: false, confirm: steps.length === 0 ? null : plan.confirm };
  if (asked.confirm !== plan.confirm)
    throw new Fault("E_WORKSPACE", `something in ${plan.top} has changed since it was shown: look again`);
  asked.onTouch();
  const { done, failed, ...finished } = await doFinish(target, directory, asked, {
    ...{ confirm: asked.confirm, message, name: asked.name },
  });
  const pushed = done.some(({ name }) => name === "push");
  keep(deps.store, item, { ...finished, directory, pushed });
  const failures = failed === null ? [] : [{ name: failed.name, does: failed.said, state: "failed" as const }];
  const told = [...done.map((each) => doneStep(each, finished)), ...failures] as Done["steps"];
  return { ...about, steps: told, undo: pushed ? [] : undoCommands(finished), is_done: failed === null, confirm: null };
}

/** Says what taking back the last finish would do, or does it. */
export async function takeBack(item: PaneItem, target: Target, deps: Deps, asked: Asked): Promise<Done> {
  const stored = deps.store.recall(FINISH + (item.runtime_id ?? ""));
  const record = stored === null ? null : readStored(FinishRecord, stored);
  if (record === null)
    throw new Fault(
      "E_WORKSPACE",
      "nothing of this agent's was finished by agtmux: 'git reflog' shows where its branch was",
    );
  const { directory, pushed, ...finished } = record;
  if (pushed)
    throw new Fault(
      "E_WORKSPACE",
      `${record.branch} was pushed, so others may have it: 'git revert' makes a commit that takes it back`,
    );
  requireRest(item, deps.panes, [directory, record.top, record.base_after === "" ? "" : (record.base_at ?? "")]);
  const undo = undoCommands(finished);
  const about = { ...placeOf(record), message: "", files: [] };
  const step = { name: "undo" as const, does: undoWords(finished) };
  if (asked.confirm === null)
    return { ...about, steps: [{ ...step, state: "planned" }], undo, is_done: false, confirm: record.snapshot };
  if (asked.confirm !== record.snapshot)
    throw new Fault("E_WORKSPACE", "something else was finished since it was shown: look again");
  asked.onTouch();
  await undoFinish(target, directory, finished);
  deps.store.transact(() => deps.store.forget(FINISH + (item.runtime_id ?? "")));
  return { ...about, steps: [{ ...step, state: "done" }], undo: [], is_done: true, confirm: null };
}

function placeOf({ top, branch, base, remote, tool }: FinishPlace | FinishPlan) {
  return { directory: top, branch, base, remote, tool };
}

/** An agent without a conversation may have said something with its signal. */
function saidBy({ doing, state, message }: PaneItem) {
  return { words: doing?.words?.text ?? (state === "completed" ? message : null), task: doing?.task?.text ?? null };
}

function keep(store: Deps["store"], { runtime_id }: PaneItem, record: FinishRecord): void {
  if (runtime_id === null) return;
  store.transact(() => store.remember(FINISH + runtime_id, JSON.stringify(record)));
}
