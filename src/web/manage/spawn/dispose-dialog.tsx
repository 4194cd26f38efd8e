import type { Disposed, SpawnedItem } from "../../../core/protocol/actions/spawn.ts";
import { preferences } from "../../common/preferences.ts";
import { CommandLine } from "../../components/command-line.tsx";
import { useStore } from "../../live/store.ts";
import { useLive } from "../../live/use-live.ts";
import { useAction } from "../../pane/actions/use-action.ts";
import { gitStatusCommand } from "../../view/as-command.ts";
import { ConfirmDialog } from "../parts/confirm-dialog.tsx";

interface Props {
  item: SpawnedItem;
  onDisposed(item: SpawnedItem, report: Disposed): void;
  onClose(): void;
}

/** Ends a spawned agent and removes what was created for it; uncommitted work is never lost. */
export function DisposeDialog({ item, onDisposed, onClose }: Props) {
  const { client } = useLive();
  const asCommand = useStore(preferences.asCommand);
  const { state, run } = useAction<Disposed>();
  const { agent, worktree, session_id, target, session_name, pane_id } = item;
  const dispose = async () => {
    const report = await run(() => client.dispose(session_id));
    if (report !== null) onDisposed(item, report);
  };
  const fault = state.phase === "refused" ? state.fault : null;
  return (
    <ConfirmDialog
      title={`Dispose of ${agent}?`}
      verb={`Dispose ${agent}`}
      isDoing={state.phase === "doing"}
      fault={fault}
      advice={fault?.code === "E_WORKTREE_DIRTY" && <DirtyAdvice worktree={worktree?.path ?? ""} />}
      onConfirm={() => void dispose()}
      onClose={onClose}
    >
      <p>
        Ends {agent} in{" "}
        <span className="place">
          {target}/{session_name} {pane_id}
        </span>{" "}
        and takes away what was made for it.
      </p>
      {worktree !== null && (
        <p>
          Its worktree <code>{worktree.path}</code> is removed, unless something in it is not committed.{" "}
          {worktree.created_branch ? (
            <>
              Branch <code>{worktree.branch}</code> goes too if it has no commits of its own, or was merged.
            </>
          ) : (
            <>
              Branch <code>{worktree.branch}</code> stays.
            </>
          )}
        </p>
      )}
      {asCommand && <CommandLine command={`agtmux dispose ${session_id}`} />}
    </ConfirmDialog>
  );
}

function DirtyAdvice({ worktree }: { worktree: string }) {
  return (
    <div className="confirm-words">
      <p>Nothing was ended or removed. See what is there, commit it or delete it, then dispose again:</p>
      <CommandLine command={gitStatusCommand(worktree)} />
    </div>
  );
}
