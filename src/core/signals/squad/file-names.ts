/** A session's files in the signal directory; its id is a `SquadSessionId`. */
export function filesOfSession(sessionId: string): SignalFileNames {
  return { signal: `squad-signal-${sessionId}.json`, timeline: `squad-timeline-${sessionId}.jsonl` };
}

/** The files of whatever runs in a tmux session. */
export function filesOfTmuxSession(name: string): SignalFileNames {
  const safe = escapeForFileName(name);
  return { signal: `squad-signal-tmux-${safe}.json`, timeline: `squad-timeline-tmux-${safe}.jsonl` };
}

export interface SignalFileNames {
  /** The last signal. */
  signal: string;
  /** All of them, one a line. */
  timeline: string;
}

/** tmux lets a session be called almost anything; a plain name stays as it is, and two names never become one. */
function escapeForFileName(name: string): string {
  return name.replaceAll(/[%/\\\p{Cc}]/gu, (character) => encodeURIComponent(character));
}
