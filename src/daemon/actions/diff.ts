import { DIFF_EXITS, diffScript, type ReadDiff, readDiff } from "../../core/actions/diff-script.ts";
import { Fault } from "../../core/protocol/base/fault.ts";
import type { PaneItem } from "../../core/protocol/lists/lists.ts";
import type { ActionTarget } from "./action-target.ts";

/** The uncommitted changes where the agent works: in the directory that it reported, else in its pane's. */
export async function diffOf(
  { doing, cwd }: Pick<PaneItem, "doing" | "cwd">,
  target: Pick<ActionTarget, "runScript">,
): Promise<ReadDiff & { directory: string }> {
  const directory = doing?.directory?.path ?? cwd;
  const { code, stdout, stderr } = await target.runScript(diffScript(directory));
  if (code !== 0) throw new Fault("E_WORKSPACE", whyNot(code, directory, stderr), { directory });
  return { directory, ...readDiff(stdout) };
}

function whyNot(code: number, directory: string, stderr: string): string {
  switch (code) {
    case DIFF_EXITS.gone:
      return `its directory ${directory} is gone, or cannot be entered`;
    case DIFF_EXITS.noGit:
      return "git is not installed there";
    case DIFF_EXITS.noRepository:
      return `${directory} is not in a git repository`;
    default:
      return `git could not tell what has changed in ${directory}: ${stderr.trim()}`;
  }
}
