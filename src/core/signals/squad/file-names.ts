/** A session's files in the signal directory; the id must be a `SquadSessionId`. */
export function filesOfSession(sessionId: string): SignalFileNames {
  return { signal: `squad-signal-${sessionId}.json`, timeline: `squad-timeline-${sessionId}.jsonl` };
}

/** The files of a tmux session. */
export function filesOfTmuxSession(name: string): SignalFileNames {
  const safe = escapeForFileName(name);
  return { signal: `squad-signal-tmux-${safe}.json`, timeline: `squad-timeline-tmux-${safe}.jsonl` };
}

export interface SignalFileNames {
  /** The last signal. */
  signal: string;
  /** All signals, one per line. */
  timeline: string;
}

/** tmux allows almost any session name: plain names stay unchanged, and two names never map to one. */
function escapeForFileName(name: string): string {
  return name.replaceAll(/[%/\\\p{Cc}]/gu, (character) => encodeURIComponent(character));
}
