import type { WatcherFrame } from "../../../core/signals/watcher-frame.ts";
import { PIECE_BYTES } from "../carriers/line-reading.ts";

/** Limits of a watcher: the sizes of the files and transcript pieces it reads; a process takes a few hundred bytes. */
const MAX_FILE_LETTERS = 64 * 1024;
const MAX_SIGNAL_LETTERS = 256 * 1024;
const MAX_PIECE_BYTES = 2 * PIECE_BYTES;
const MAX_PROCESS_LETTERS = 8 * 1024 * 1024;
const LONGEST_NAME = 8 * 1024;

/** Names what exceeds all that our watcher would send; null if the frame may be its own. */
export function excessIn(frame: WatcherFrame): string | null {
  switch (frame.type) {
    case "file":
      if (frame.path.length > LONGEST_NAME) return "a name of more than 8 KB";
      return frame.look !== null && frame.look.text.length > MAX_FILE_LETTERS ? "a file of more than 64 KB" : null;
    case "signal":
      if (frame.name.length > LONGEST_NAME) return "a name of more than 8 KB";
      return "text" in frame.look && frame.look.text.length > MAX_SIGNAL_LETTERS
        ? "a signal file of more than 256 KB"
        : null;
    case "spool":
      return frame.entry.name.length > LONGEST_NAME ? "a name of more than 8 KB" : null;
    case "lines":
      return (frame.piece?.bytes.length ?? 0) > MAX_PIECE_BYTES ? "more of a transcript than was asked for" : null;
    case "processes":
      return frame.text.length > MAX_PROCESS_LETTERS ? "a process table of more than 8 MB" : null;
    default:
      return null;
  }
}
