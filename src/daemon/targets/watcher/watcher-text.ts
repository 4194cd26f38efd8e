import frames from "../../../remote/frames.sh";
import keeper from "../../../remote/keeper.sh";
import lines from "../../../remote/lines.sh";
import lock from "../../../remote/lock.sh";
import prelude from "../../../remote/prelude.sh";
import processes from "../../../remote/processes.sh";
import signalFiles from "../../../remote/signal-files.sh";
import statusFiles from "../../../remote/status-files.sh";
import watcher from "../../../remote/watcher.sh";

/** The watcher as one script, since the machine has no other files of ours. */
export function watcherText(): string {
  return [prelude, frames, lock, processes, statusFiles, lines, signalFiles, keeper, watcher, 'main "$@"\n'].join("\n");
}
