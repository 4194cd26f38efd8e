import { DIFF_EXITS, diffScript, mostBytes, type ReadDiff, readDiff } from "../../core/actions/diff-script.ts";
import { pictureScript, readPictures } from "../../core/actions/picture-script.ts";
import type { DiffReport, DiffSince } from "../../core/protocol/actions/changes.ts";
import { Fault } from "../../core/protocol/base/fault.ts";
import type { PaneItem } from "../../core/protocol/lists/lists.ts";
import { picturesIn } from "../../core/review/pictures-in.ts";
import type { Store } from "../store/store.ts";
import { diffSince } from "../turns/turn-git.ts";
import { readTurn, type TurnRecord } from "../turns/turn-record.ts";
import type { ActionTarget } from "./action-target.ts";
import { directoryOf } from "./directory-of.ts";

type Shell = Pick<ActionTarget, "runScript">;

interface WantedDiff {
  since: DiffSince;
  /** Unchanged lines around changes. */
  context: number;
  pictures: boolean;
  /** One file by its names; all if empty. */
  only: readonly string[];
}

/** Uncommitted changes where the agent works: in the directory that it reported, else in its pane's. */
export async function diffOf(
  item: Pick<PaneItem, "doing" | "cwd" | "runtime_id">,
  target: Pick<ActionTarget, "runScript">,
  { since, context, pictures, only }: WantedDiff,
  store: Pick<Store, "recall">,
): Promise<ReadDiff & Pick<DiffReport, "directory" | "since" | "pictures">> {
  const turn = since === "turn" && item.runtime_id !== null ? readTurn(store, item.runtime_id) : null;
  const directory = turn?.directory ?? directoryOf(item);
  const shell: Shell = {
    // git's own variable for this, so that each of the scripts follows it
    runScript: (script, options) => target.runScript(`export GIT_DIFF_OPTS=-u${context}\n${script}`, options),
  };
  const read =
    since === "commit"
      ? await diffOfCommit(shell, directory, only)
      : await diffSince(shell, directory, since === "base" ? null : commitOf(turn), only);
  return { directory, since, ...read, pictures: pictures ? await readPicturesOf(shell, directory, read.diff) : [] };
}

async function diffOfCommit(shell: Shell, directory: string, only: readonly string[]): Promise<ReadDiff> {
  const { code, stdout, stderr } = await shell.runScript(diffScript(directory, only));
  if (code !== 0) throw new Fault("E_WORKSPACE", whyNot(code, directory, stderr), { directory });
  return readDiff(stdout, mostBytes(only));
}

/** Empty if they cannot be read: the diff is worth more than they are. */
async function readPicturesOf(shell: Shell, directory: string, diff: string): Promise<DiffReport["pictures"]> {
  const changed = picturesIn(diff);
  if (changed.length === 0) return [];
  const { code, stdout } = await shell.runScript(pictureScript(directory, changed));
  return code === 0 ? readPictures(stdout, changed) : [];
}

const INSTEAD = "what has changed since the last commit can be shown";

function commitOf(turn: TurnRecord | null): string {
  if (turn === null)
    throw new Fault("E_WORKSPACE", `no turn of this agent has begun since agtmux watches it; ${INSTEAD}`);
  if (turn.commit === null)
    throw new Fault("E_WORKSPACE", `there is no snapshot of its last turn: ${turn.why}; ${INSTEAD}`);
  return turn.commit;
}

function whyNot(code: number, directory: string, stderr: string): string {
  switch (code) {
    case DIFF_EXITS.gone:
      return `its directory ${directory} is gone, or cannot be entered`;
    case DIFF_EXITS.noGit:
      return "git is not installed there";
    case DIFF_EXITS.noRepository:
      return `${directory} is not in a git repository`;
    default:
      return `git could not tell what has changed in ${directory}: ${stderr.trim()}`;
  }
}
