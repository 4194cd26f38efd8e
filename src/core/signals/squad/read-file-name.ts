import { SquadSessionId } from "../../protocol/squad.ts";

/** Whose signal a file of the signal directory holds. */
export type SignalFileOwner = { session: string } | { tmuxSession: string };

/** Null for a file that holds no signal, or that is named after no session there could be. */
export function readFileName(name: string): SignalFileOwner | null {
  const [, tmux, session] = /^squad-signal-(?:tmux-(.+)|(.+))\.json$/su.exec(name) ?? [];
  if (tmux !== undefined) return { tmuxSession: unescaped(tmux) };
  return session !== undefined && SquadSessionId.safeParse(session).success ? { session } : null;
}

/** Others may write a name as it is. */
function unescaped(name: string): string {
  try {
    return decodeURIComponent(name);
  } catch {
    return name;
  }
}
