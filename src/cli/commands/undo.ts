import type { UndoReport } from "../../core/protocol/actions/changes.ts";
import { guardsOf, oneRef } from "../common/action-options.ts";
import { confirm } from "../common/confirm.ts";
import type { Context } from "../common/context.ts";
import { readOptions } from "../common/options.ts";
import { renderUndo } from "../render/undo.ts";
import { plain } from "../render/words.ts";
import { UNDO } from "../tables/undo.ts";

/** Undoes an agent's last turn after the person was shown what that means. */
export async function undoCommand(args: string[], context: Context): Promise<void> {
  const { positionals, values } = readOptions(UNDO, args);
  const subject = { ref: oneRef("undo", positionals), guards: guardsOf(values) };
  const shown = await context.client.undo(subject);
  if (shown.files.length === 0 && shown.commits.length === 0) return print(shown);
  if (!values.json) context.out(renderUndo(shown));
  const otherwise = "nothing was undone";
  if (!values.yes) await confirm(`Undo this in ${plain(shown.directory)}?`, otherwise);
  const move_head = shown.head_moved && (values["move-head"] === true || (!values.yes && (await asksToMove(shown))));
  const done = await context.client.undo({ ...subject, confirm: shown.confirm ?? "", move_head });
  print(done);

  function print(report: UndoReport): void {
    context.out(values.json ? JSON.stringify(report) : renderUndo(report));
  }
}

/** HEAD is never moved by the yes to the files. */
async function asksToMove({ commits }: UndoReport): Promise<boolean> {
  const what = commits.length === 1 ? "the commit" : `the ${commits.length} commits`;
  return confirm(`Also take ${what} of the turn back?`, "").then(
    () => true,
    () => false,
  );
}
