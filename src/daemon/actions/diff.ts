import { DIFF_EXITS, diffScript, type ReadDiff, readDiff } from "../../core/actions/diff-script.ts";
import type { DiffSince } from "../../core/protocol/actions/changes.ts";
import { Fault } from "../../core/protocol/base/fault.ts";
import type { PaneItem } from "../../core/protocol/lists/lists.ts";
import type { Store } from "../store/store.ts";
import { diffSince } from "../turns/turn-git.ts";
import { readTurn, type TurnRecord } from "../turns/turn-record.ts";
import type { ActionTarget } from "./action-target.ts";
import { directoryOf } from "./directory-of.ts";

/** Uncommitted changes where the agent works: in the directory that it reported, else in its pane's. */
export async function diffOf(
  item: Pick<PaneItem, "doing" | "cwd" | "runtime_id">,
  target: Pick<ActionTarget, "runScript">,
  since: DiffSince,
  store: Pick<Store, "recall">,
): Promise<ReadDiff & { directory: string; since: DiffSince }> {
  const turn = since === "turn" && item.runtime_id !== null ? readTurn(store, item.runtime_id) : null;
  const directory = turn?.directory ?? directoryOf(item);
  if (since === "base") return { directory, since, ...(await diffSince(target, directory, null)) };
  if (since === "turn") return { directory, since, ...(await diffSince(target, directory, commitOf(turn))) };
  const { code, stdout, stderr } = await target.runScript(diffScript(directory));
  if (code !== 0) throw new Fault("E_WORKSPACE", whyNot(code, directory, stderr), { directory });
  return { directory, since, ...readDiff(stdout) };
}

function commitOf(turn: TurnRecord | null): string {
  if (turn === null) throw new Fault("E_WORKSPACE", "no turn of this agent has begun since agtmux watches it");
  if (turn.commit === null) throw new Fault("E_WORKSPACE", `there is no snapshot of its last turn: ${turn.why}`);
  return turn.commit;
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
