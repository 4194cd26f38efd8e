import type { Report } from "../../core/protocol/actions/actions.ts";
import type { UndoReport } from "../../core/protocol/actions/changes.ts";
import { Fault, messageOf } from "../../core/protocol/base/fault.ts";
import type { PaneItem } from "../../core/protocol/lists/lists.ts";
import type { Store } from "../store/store.ts";
import { previewUndo, undoTurn } from "../turns/turn-git.ts";
import { readTurn } from "../turns/turn-record.ts";
import type { ActionTarget } from "./action-target.ts";
import { agentsIn, requireRest } from "./require-rest.ts";

export interface Undoing {
  /** The tree of the preview that a person has confirmed; null to make a preview only. */
  confirm: string | null;
  movesHead: boolean;
  /** For what is there now, in git. */
  name: string;
  onTouch(): void;
}

type Undone = Omit<UndoReport, keyof typeof Report | "action">;

/** Says what an undo of the agent's last turn would do, or does it. */
export async function undo(
  item: PaneItem,
  target: Pick<ActionTarget, "runScript">,
  { panes, store }: { panes: readonly PaneItem[]; store: Pick<Store, "recall"> },
  { confirm, movesHead, name, onTouch }: Undoing,
): Promise<Undone> {
  const { directory, began_at, commit } = snapshotOf(item, store);
  requireRest(item, panes, [directory]);
  const refusal = (error: unknown) => refused(messageOf(error), item);
  const { now, commits, has_moved, is_blocked, files } = await previewUndo(target, directory, commit).catch((error) => {
    throw refusal(error);
  });
  if (is_blocked)
    throw refused(
      "another branch is checked out than at the start of the turn, or a merge or rebase has begun or ended since",
      item,
    );
  const others = agentsIn(item, panes, [directory])
    .filter(({ runtime_id, since }) => runtime_id !== item.runtime_id && (since ?? 0) > began_at)
    .map(({ agent, ref }) => `${agent} in ${ref}`);
  const about = { directory, began_at, files, commits, others };
  if (confirm === null) return { ...about, head_moved: has_moved, is_done: false, confirm: now };
  if (confirm !== now)
    throw new Fault("E_WORKSPACE", `files in ${directory} have changed since they were shown: look again`);
  onTouch();
  await undoTurn(target, directory, { commit, now, name, movesHead }).catch((error) => {
    throw refusal(error);
  });
  return { ...about, head_moved: has_moved && !movesHead, is_done: true, confirm: null };
}

/** Why it cannot be undone, and what helps instead. */
function refused(why: string, { ref }: PaneItem): Fault {
  const help = `'agtmux diff ${ref}' shows what is not committed there, and 'git restore FILE' takes back a file`;
  return new Fault("E_WORKSPACE", why.endsWith(": look again") ? why : `${why}. ${help}`);
}

function snapshotOf(item: PaneItem, store: Pick<Store, "recall">) {
  const { runtime_id, agent, identity } = item;
  if (runtime_id === null || agent === null)
    throw new Fault("E_NO_AGENT", `there is no agent in pane ${identity.pane_id}`);
  const turn = readTurn(store, runtime_id);
  if (turn === null) throw refused("no turn of this agent has begun since agtmux watches it", item);
  const { commit, why, late } = turn;
  if (commit === null) throw refused(`there is no snapshot of its last turn: ${why}`, item);
  if (late) throw refused("the snapshot of its last turn came too late: it may have changes of the turn already", item);
  return { ...turn, commit };
}
