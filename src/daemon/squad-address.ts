import { GENERIC } from "../core/engine/bind.ts";
import type { SquadSignal } from "../core/protocol/squad.ts";
import type { ClueBook } from "./clues.ts";
import type { Lives } from "./lives.ts";

/** Who on a target a signal that names no pane belongs to. */
export type Address =
  | { by: "session" }
  /** The one agent in its tmux session. */
  | { by: "tmux_session"; pane_id: string }
  /** Its tmux session holds several that could have said it. */
  | { by: "nobody" };

/** Null where nothing here goes by what it names, or went by it when it was said. */
export function addressOf(
  { session_id, tmux_session }: Pick<SquadSignal, "session_id" | "tmux_session">,
  at: number,
  lives: Lives,
  clues: ClueBook,
): Address | null {
  if (session_id !== null && lives.knownBy(session_id, at).length > 0) return { by: "session" };
  const panes = lives.observedPanes().filter(({ session_name }) => session_name === tmux_session);
  const [onlyPane, ...otherPanes] = panes;
  if (onlyPane === undefined) return null;
  const tenants = panes.flatMap(({ pane_id }) => lives.tenantOf(pane_id) ?? []);
  const agents = tenants.filter(({ agent_type }) => agent_type !== GENERIC);
  const [speaker, ...others] = agents.length > 0 ? agents : tenants;
  if (others.length > 0) return { by: "nobody" };
  if (speaker === undefined)
    return otherPanes.length === 0 ? { by: "tmux_session", pane_id: onlyPane.pane_id } : { by: "nobody" };
  const own = clues.of(speaker.runtime_id);
  const goesBy = [own.session_id, own.squad_session].filter((session) => session !== undefined);
  const isAnothers = session_id !== null && goesBy.length > 0 && !goesBy.includes(session_id);
  // a file outlives whoever wrote it
  return isAnothers || at < speaker.started_at ? null : { by: "tmux_session", pane_id: speaker.pane_id };
}
