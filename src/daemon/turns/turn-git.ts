import { mostBytes, pathspecs, type ReadDiff, readDiff } from "../../core/actions/diff-script.ts";
import {
  fieldOf,
  readPreview,
  readTaken,
  type TakenSnapshot,
  turnRefusal,
  type UndoPreview,
} from "../../core/actions/turn-answers.ts";
import { Fault } from "../../core/protocol/base/fault.ts";
import { SAFE_GIT } from "../../core/provision/safe-git.ts";
import { shellAssignments } from "../../core/provision/shell-words.ts";
import gitTurn from "../../remote/git-turn.sh";
import type { Machine } from "../targets/machine/machine.ts";

type Shell = Pick<Machine, "runScript">;

/** More new bytes than these in files that git does not know are not taken into a snapshot. */
const MOST_NEW_KB = 200 * 1024;
/** A snapshot that takes longer comes too late anyway. */
const TAKE_MS = 5_000;
const SHOW_MS = 60_000;
/** Snapshots that are kept of a working tree. */
export const MOST_KEPT = 20;

/** Takes a snapshot of the working tree that the directory is in; `name` sorts by age. */
export async function takeSnapshot(
  shell: Shell,
  directory: string,
  name: string,
  takeMs: number = TAKE_MS,
): Promise<TakenSnapshot> {
  const values = {
    name,
    most: String(MOST_KEPT),
    most_kb: String(MOST_NEW_KB),
    most_s: String(Math.ceil(takeMs / 1_000)),
  };
  const stdout = await run(shell, "take", directory, values, takeMs);
  return parsed(readTaken(stdout));
}

/** What names the files of the working tree as they are now; null if git cannot tell. */
export async function treeNow(shell: Shell, directory: string): Promise<string | null> {
  const values = { most_kb: String(MOST_NEW_KB), most_s: String(Math.ceil(TAKE_MS / 1_000)) };
  const stdout = await run(shell, "tell_tree", directory, values, TAKE_MS).catch(() => "");
  return fieldOf("tree", stdout) ?? null;
}

/** The changes since a snapshot, or since the branch left its base, with new files. */
export async function diffSince(
  shell: Shell,
  directory: string,
  commit: string | null,
  only: readonly string[] = [],
): Promise<ReadDiff> {
  const most = mostBytes(only);
  const values = { commit: commit ?? "", most: String(most + 1), only: pathspecs(only) };
  return readDiff(await run(shell, commit === null ? "diff_base" : "diff_turn", directory, values, SHOW_MS), most);
}

export async function previewUndo(shell: Shell, directory: string, commit: string): Promise<UndoPreview> {
  return parsed(readPreview(await run(shell, "preview", directory, { commit }, SHOW_MS)));
}

/** Makes files and index as they were; only if the tree is still the one that the preview has told. */
export async function undoTurn(
  shell: Shell,
  directory: string,
  { commit, now, name, movesHead }: { commit: string; now: string; name: string; movesHead: boolean },
): Promise<void> {
  const values = { commit, now, name, most: String(MOST_KEPT), move_head: movesHead ? "yes" : "no" };
  await run(shell, "undo", directory, values, SHOW_MS);
}

async function run(
  shell: Shell,
  verb: string,
  directory: string,
  values: Readonly<Record<string, string>>,
  timeoutMs: number,
): Promise<string> {
  const script = `${shellAssignments({ most_kb: "", most_s: "", only: "", ...values, directory })}${SAFE_GIT}${gitTurn}\n${verb}\nexit 0`;
  const { code, stdout, stderr } = await shell.runScript(script, { timeoutMs });
  if (code !== 0) throw new Fault("E_WORKSPACE", turnRefusal(code, directory, stderr), { directory });
  return stdout;
}

/** Throws if the script's output could not be read to its end. */
export function parsed<T>(read: T | null): T {
  if (read === null) throw new Fault("E_WORKSPACE", "git's answer was cut off");
  return read;
}
