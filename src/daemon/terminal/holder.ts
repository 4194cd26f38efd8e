import { GENERIC } from "../../core/engine/bind.ts";
import type { PaneItem } from "../../core/protocol/lists/lists.ts";
import type { Holder } from "../../core/protocol/terminal/terminal.ts";

/** The receiver of typed keys: the agent in the pane, or whatever its own process runs. */
export function holderOf(item: PaneItem, panePid: number): Holder {
  const { agent, runtime_id, command } = item;
  if (agent === null || agent === GENERIC || runtime_id === null) return paneHolder(panePid, command);
  return { id: `runtime:${runtime_id}`, pane_pid: panePid, command, agent, runtime_id };
}

export function paneHolder(panePid: number, command: string): Holder {
  return { id: `pane:${panePid}`, pane_pid: panePid, command, agent: null, runtime_id: null };
}
