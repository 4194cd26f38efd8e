import type { FinishHow, FinishReport } from "../../core/protocol/actions/finish.ts";
import { Fault } from "../../core/protocol/base/fault.ts";
import { guardsOf, oneRef } from "../common/action-options.ts";
import { confirm } from "../common/confirm.ts";
import type { Context } from "../common/context.ts";
import { editText } from "../common/edit-text.ts";
import { readOptions } from "../common/options.ts";
import { renderFinish } from "../render/finish.ts";
import { plain } from "../render/words.ts";
import { FINISH } from "../tables/finish.ts";

/** Commits, merges and pushes an agent's work after the person was shown each step. */
export async function finishCommand(args: string[], context: Context): Promise<void> {
  const { positionals, values } = readOptions(FINISH, args);
  const ref = oneRef("finish", positionals);
  const { message, onto, push = false, undo = false, dispose = false } = values;
  const asked = {
    ...{ ref, guards: guardsOf(values), how: howOf(values), push, undo },
    ...(message !== undefined && { message }),
    ...(onto !== undefined && { onto }),
  };
  const shown = await context.client.finish(asked);
  const isEmpty = shown.steps.length === 0;
  if (values.edit && !isEmpty && !undo) shown.message = editText(shown.message);
  if (values["dry-run"] || (isEmpty && !dispose)) return print(shown);
  if (!values.json) context.out(renderFinish(shown, { ref, dispose }));
  if (!values.yes) await confirm(`Do this in ${plain(shown.directory)}?`, "nothing was done");
  const confirmed = { ...asked, ...(!undo && { message: shown.message }), confirm: shown.confirm ?? "" };
  const done = isEmpty ? shown : await context.client.finish(confirmed);
  if (!isEmpty) print(done);
  const failed = done.steps.find(({ state }) => state === "failed");
  if (failed !== undefined)
    throw new Fault("E_WORKSPACE", `${failed.name.replace("_", " ")} failed; the steps before it are done`);
  if (!dispose) return;
  const { session_id, removed, kept } = await context.client.dispose(ref);
  if (!values.json)
    context.out([`${session_id} is disposed of`, ...removed.map(removedLine), ...kept.map(keptLine)].join("\n"));

  function print(report: FinishReport): void {
    context.out(values.json ? JSON.stringify(report) : renderFinish(report, { ref, dispose }));
  }
}

const removedLine = (each: string) => `  removed  ${plain(each)}`;
const keptLine = (each: string) => `  kept     ${plain(each)}`;

function howOf(values: { merge?: boolean; rebase?: boolean; squash?: boolean; "pull-request"?: boolean }): FinishHow {
  const wanted: FinishHow[] = [
    ...(values.merge ? (["merge"] as const) : []),
    ...(values.rebase ? (["rebase"] as const) : []),
    ...(values.squash ? (["squash"] as const) : []),
    ...(values["pull-request"] ? (["pull_request"] as const) : []),
  ];
  if (wanted.length > 1)
    throw new Fault("E_USAGE", "only one of --merge, --rebase, --squash and --pull-request is possible");
  return wanted[0] ?? "commit";
}
