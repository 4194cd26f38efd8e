import type { State } from "../protocol/base/state.ts";
import type { Doing, ToldDirectory, ToldTool } from "../protocol/lists/doing.ts";
import { shownBackground } from "./background.ts";
import type { DoingRecord } from "./doing-record.ts";

/** The part that is true now: a tool only while the agent runs, branch and changes only for its current directory. */
export function shownDoing(record: DoingRecord, state: State, paneDirectory: string): Doing {
  const { task, words } = record;
  const directory = directoryOf(record, paneDirectory);
  const background = dated(shownBackground(record.background, state));
  return {
    task: dated(task),
    tool: state === "running" ? dated(runningTool(record)) : null,
    words: dated(words),
    directory: dated(directory),
    branch: dated(foundIn(directory, record.branch)),
    changes: dated(foundIn(directory, record.changes)),
    ...(background !== null && { background }),
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

function foundIn<Found extends { directory: string }>(
  directory: ToldDirectory | null,
  found: Found | null,
): Omit<Found, "directory"> | null {
  if (found === null || found.directory !== directory?.path) return null;
  const { directory: _, ...told } = found;
  return told;
}

function runningTool({ calls }: DoingRecord): ToldTool | null {
  const open = Object.values(calls).filter(({ isOver }) => !isOver);
  return open.sort((a, b) => b.at - a.at)[0]?.tool ?? null;
}
