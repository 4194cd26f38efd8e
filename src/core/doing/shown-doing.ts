import type { State } from "../protocol/base/state.ts";
import type { Doing, ToldBranch, ToldDirectory, ToldTool } from "../protocol/lists/doing.ts";
import type { DoingRecord } from "./doing-record.ts";

/** The part that is true now: a tool only while the agent runs, a branch only for its current directory. */
export function shownDoing(record: DoingRecord, state: State, paneDirectory: string): Doing {
  const { task, words } = record;
  const directory = directoryOf(record, paneDirectory);
  return {
    task: dated(task),
    tool: state === "running" ? dated(runningTool(record)) : null,
    words: dated(words),
    directory: dated(directory),
    branch: dated(branchIn(record, directory)),
  };
}

/** Clocks of files and of other machines have fractions. */
function dated<Told extends { at: number | null }>(told: Told | null): Told | null {
  return told === null || told.at === null ? told : { ...told, at: Math.floor(told.at) };
}

/** The directory that the agent reported, else that of its process according to tmux. */
export function directoryOf({ directory }: DoingRecord, paneDirectory: string): ToldDirectory | null {
  if (directory !== null || paneDirectory === "") return directory;
  return { path: paneDirectory, source: "tmux", from: "pane_current_path", at: null };
}

function branchIn({ branch }: DoingRecord, directory: ToldDirectory | null): ToldBranch | null {
  if (branch === null || branch.directory !== directory?.path) return null;
  const { directory: _, ...found } = branch;
  return found;
}

function runningTool({ calls }: DoingRecord): ToldTool | null {
  const open = Object.values(calls).filter(({ isOver }) => !isOver);
  return open.sort((a, b) => b.at - a.at)[0]?.tool ?? null;
}
