import type { PaneSignal } from "../../core/protocol/lists/lists.ts";
import { spaced } from "../view/state-look.ts";

/** The last squad signal in brief: its task and type. */
export function SignalBadge({ signal }: { signal: PaneSignal | null | undefined }) {
  if (signal === null || signal === undefined) return null;
  const task = signal.task_title ?? signal.task_id;
  const told = `${spaced(signal.type)}${signal.provisional ? ", not confirmed yet" : ""}`;
  return (
    <span className="badge" data-provisional={signal.provisional} title={task === null ? told : `${told}: ${task}`}>
      {task === null ? spaced(signal.type) : task}
    </span>
  );
}
