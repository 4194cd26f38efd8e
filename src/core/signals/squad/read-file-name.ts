import { SquadSessionId } from "../../protocol/squad/squad.ts";

/** The session whose signal a file of the signal directory contains. */
export type SignalFileOwner = { session: string } | { tmuxSession: string };

/** Null for a file that is no signal file, or whose session id is invalid. */
export function readFileName(name: string): SignalFileOwner | null {
  const [, tmux, session] = /^squad-signal-(?:tmux-(.+)|(.+))\.json$/su.exec(name) ?? [];
  if (tmux !== undefined) return { tmuxSession: unescaped(tmux) };
  return session !== undefined && SquadSessionId.safeParse(session).success ? { session } : null;
}

/** Other programs may write names without escapes. */
function unescaped(name: string): string {
  try {
    return decodeURIComponent(name);
  } catch {
    return name;
  }
}
