import type { Adapter } from "../adapter/adapter.ts";
import type { ProcessFacts } from "../adapter/process-facts.ts";
import { ProcessForest } from "../adapter/process-forest.ts";
import { agentFamily } from "../agents/agent-family.ts";

/**
 * A shell command to follow a `processCheck` for the foreground, on a machine with /proc. It fails if another process
 * of the agent's group has the terminal open, other than for output, or cannot be inspected. Such a process may read
 * keys meant for the agent: an editor that the agent opened, a sudo that asks for a password. `known` pids are skipped.
 */
export function noOtherReader(known: readonly number[]): string {
  const skip =
    known.length === 0 ? "" : `case $p in ${known.map((pid) => `/proc/${pid}`).join("|")}) continue ;; esac; `;
  return (
    "{ t=/dev/pts/$(( (t & 255) | (t >> 12 & 1048320) )); for p in /proc/[0-9]*; do " +
    skip +
    '{ IFS=")" read -r a b c <$p/stat; } 2>/dev/null || continue; ' +
    // process names may contain a bracket or a line break
    'case $c:$b in :?*) ;; *) b=$(tail -n 1 $p/stat 2>/dev/null | sed "s/.*[)]//") ;; esac; ' +
    'set -- $b; [ "$3" = "$g" ] || continue; case $1 in [ZXx]) continue ;; esac; ' +
    "for f in $p/fd/*; do case $f in */[12]) ;; " +
    // unreadable: another user's process, such as sudo, unless it has just exited
    '*"*") if [ -e $p/stat ]; then exit 1; fi ;; ' +
    "*) if [ $f -ef $t ] || [ $f -ef /dev/tty ]; then exit 1; fi ;; esac; done; done; :; }"
  );
}

/** Processes in a pane that may have its terminal open beside the agent: the agent's own, and those that started it. */
export function knownReaders(
  pid: number,
  processes: readonly ProcessFacts[],
  adapter: Pick<Adapter, "identify"> | null,
): number[] {
  const forest = new ProcessForest(processes);
  const process = forest.get(pid);
  if (process === undefined) return [pid];
  const below = new Set(forest.under(pid).map((each) => each.pid));
  const family = agentFamily(process, processes, adapter).map((each) => each.pid);
  return [...processes.map((each) => each.pid).filter((each) => !below.has(each)), ...family];
}
