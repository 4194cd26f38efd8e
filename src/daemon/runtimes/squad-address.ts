import { GENERIC } from "../../core/engine/bind.ts";
import type { SquadSignal } from "../../core/protocol/squad/squad.ts";
import type { AgentMetadataStore } from "./agent-metadata.ts";
import type { RuntimeRegistry } from "./runtime-registry.ts";

/** Which runtime of a target a signal without a pane belongs to. */
export type Address =
  | { by: "session" }
  /** The only agent in its tmux session. */
  | { by: "tmux_session"; pane_id: string }
  /** Ambiguous: its tmux session has several candidates. */
  | { by: "nobody" };

/** Null if nothing here matches the signal, or matched it when it was sent. */
export function addressOf(
  { session_id, tmux_session, tmux_server_pid }: Pick<SquadSignal, "session_id" | "tmux_session" | "tmux_server_pid">,
  at: number,
  runtimes: RuntimeRegistry,
  metadataStore: AgentMetadataStore,
): Address | null {
  if (session_id !== null && runtimes.knownBy(session_id, at).length > 0) return { by: "session" };
  // other servers, even those of other daemons, may have a session of that name
  if (tmux_server_pid !== undefined && tmux_server_pid !== runtimes.serverPid()) return null;
  const panes = runtimes.observedPanes().filter(({ session_name }) => session_name === tmux_session);
  const [onlyPane, ...otherPanes] = panes;
  if (onlyPane === undefined) return null;
  const activeRuntimes = panes.flatMap(({ pane_id }) => runtimes.activeRuntimeOf(pane_id) ?? []);
  const agents = activeRuntimes.filter(({ agent_type }) => agent_type !== GENERIC);
  const [sender, ...others] = agents.length > 0 ? agents : activeRuntimes;
  if (others.length > 0) return { by: "nobody" };
  if (sender === undefined)
    return otherPanes.length === 0 ? { by: "tmux_session", pane_id: onlyPane.pane_id } : { by: "nobody" };
  const own = metadataStore.of(sender.runtime_id);
  const goesBy = [own.session_id, own.squad_session].filter((session) => session !== undefined);
  const isAnothers = session_id !== null && goesBy.length > 0 && !goesBy.includes(session_id);
  // a file outlives its writer
  return isAnothers || at < sender.started_at ? null : { by: "tmux_session", pane_id: sender.pane_id };
}
