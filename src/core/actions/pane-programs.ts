import type { ProcessFacts } from "../adapter/process-facts.ts";
import { ProcessForest } from "../adapter/process-forest.ts";
import { SHELL } from "../adapter/shell-name.ts";
import { isLauncher } from "../provision/launcher.ts";

/** A process that `kill` may signal as the program of a pane without a known agent. */
export interface PaneProgram {
  process: ProcessFacts;
  /** Whether it is known to be the program by its place; else it is only while it has the pane's foreground. */
  isKnown: boolean;
}

/**
 * The processes of a pane, without a known agent, that may be its program, in the order in which to try them: the
 * pane's own process if that is no shell that a person types into; else those that such shells have started.
 */
export function panePrograms(rootPid: number, processes: Iterable<ProcessFacts>): PaneProgram[] {
  const forest = new ProcessForest(processes);
  const root = forest.get(rootPid);
  if (root === undefined) return [];
  const isSpawned = isLauncher(root.argv);
  if (!isSpawned && !isTypedInto(root)) return [{ process: root, isKnown: true }];
  const found: PaneProgram[] = [];
  const shells = [root];
  // an array gives what is added to it while it is walked
  for (const shell of shells)
    for (const process of forest.under(shell.pid).filter(({ ppid }) => ppid === shell.pid)) {
      if (isTypedInto(process)) shells.push(process);
      else found.push({ process, isKnown: isSpawned && shell === root });
    }
  return found;
}

/** A shell without a script. */
function isTypedInto({ command, argv: [, first] }: ProcessFacts): boolean {
  const hasScript = first !== undefined && (!/^[-+]/.test(first) || /^-[a-z]*c$/.test(first));
  return SHELL.test(command) && !hasScript;
}
