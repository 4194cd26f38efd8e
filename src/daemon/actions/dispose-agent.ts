import type { Disposed } from "../../core/protocol/actions/spawn.ts";
import { Fault } from "../../core/protocol/base/fault.ts";
import { linesOf } from "../../core/provision/answer.ts";
import type { SpawnDeps } from "./spawn-agent.ts";
import { uninstruct, withoutInstructions } from "./spawn-instructions.ts";
import type { SpawnRecord } from "./spawn-records.ts";
import { folderOf } from "./workspace.ts";

export type DisposeDeps = Pick<SpawnDeps, "place" | "records">;
type Done = Pick<Disposed, "removed" | "kept">;

const MAX_NAMED = 10;

/** Ends the agent and restores workspace, worktree and tmux. Refused first if any work would be lost. */
export async function disposeAgent(record: SpawnRecord, deps: DisposeDeps, touch: () => void): Promise<Disposed> {
  const nothingYet = await tryDispose(record, deps);
  touch();
  return { ...nothingYet, ...(await undo(record, deps)) };
}

/** Refuses what disposing would refuse, and ends and removes nothing. */
export async function tryDispose(record: SpawnRecord, deps: DisposeDeps): Promise<Disposed> {
  await requireNothingLost(record, deps);
  const { session_id, target } = record;
  return { schema_version: 1, session_id, target, removed: [], kept: [] };
}

/** Every step can be repeated: what failed half-way is retried by the next call. */
export async function undo(record: SpawnRecord, deps: DisposeDeps): Promise<Done> {
  const { records } = deps;
  const done: Done = { removed: [], kept: [] };
  const add = ({ removed, kept }: Done) => {
    done.removed.push(...removed);
    done.kept.push(...kept);
  };
  add(await endPane(record, deps));
  deps.place.unregisterSession(record.session_id);
  // the agent may have written until it ended
  await requireNothingLost(record, deps);
  add(await uninstruct(record, { shell: deps.place.shell, records }));
  add(await clean(record, deps));
  add(await removeWorktree(record, deps));
  records.forget(record);
  return done;
}

async function endPane({ pane_id: pane, server }: SpawnRecord, { place }: DisposeDeps): Promise<Done> {
  if (pane === "") return { removed: [], kept: [] };
  const ended = (await place.shell.run("dispose", "end_pane", { pane, server })).has("ended");
  if (!ended) return { removed: [], kept: [] };
  await place.untilGone(pane);
  return { removed: [`pane ${pane}`], kept: [] };
}

/** Refuses uncommitted work and commits without a branch; our own instruction block does not count. */
async function requireNothingLost(record: SpawnRecord, { place, records }: DisposeDeps): Promise<void> {
  const { worktree } = record;
  if (worktree === null) return;
  const { file, held, without } = await withoutInstructions(record, { shell: place.shell, records });
  const block = file === null ? "" : file.slice(worktree.path.length + 1);
  const answer = await place.shell.run("dispose", "check_worktree", { path: worktree.path, block, without });
  const made = held?.made.includes(file ?? "") && without === "" ? block : null;
  const files = linesOf(answer, "status")
    .map((line) => line.slice(3))
    .filter((name) => name !== answer.get("ours") && name !== made);
  if (files.length > 0) {
    const named = files.slice(0, MAX_NAMED).join(", ");
    const more = files.length > MAX_NAMED ? ` and ${files.length - MAX_NAMED} more` : "";
    const words = `${worktree.path} has work that is not committed: ${named}${more}; commit it, stash it or delete it, then dispose again`;
    throw new Fault("E_WORKTREE_DIRTY", words, { worktree: worktree.path, files });
  }
  const lost = answer.get("lost") ?? "";
  if (lost === "") return;
  const words = `${worktree.path} has commits that no branch holds (${lost.slice(0, 12)}): give them a branch (git branch NAME), then dispose again`;
  throw new Fault("E_WORKTREE_DIRTY", words, { worktree: worktree.path, commit: lost });
}

/** Removes the session's status file; the directories go with the last session that signals from there. */
async function clean(record: SpawnRecord, { place, records }: DisposeDeps): Promise<Done> {
  const { status_file, session_id, target, workspace, here } = record;
  if (status_file === "") return { removed: [], kept: [] };
  const held = records.lastHeld(target, folderOf(status_file), session_id);
  const isShared = place.isShared(workspace, session_id);
  const made = held === null || isShared ? [] : held.made;
  const answer = await place.shell.run("dispose", "clean", { status_file, here, made: made.join("\n") });
  records.release(target, folderOf(status_file), session_id);
  const kept =
    isShared && held !== null ? held.made.slice(0, 1).map((path) => `${path}: others signal from there`) : [];
  const left = linesOf(answer, "kept").filter((path) => path.endsWith("/.schmux"));
  return { removed: linesOf(answer, "removed"), kept: [...kept, ...left.map((path) => `${path}: it is not empty`)] };
}

async function removeWorktree(record: SpawnRecord, { place, records }: DisposeDeps): Promise<Done> {
  const { worktree, target, session_id } = record;
  if (worktree === null) return { removed: [], kept: [] };
  const { repository, path, branch, created_branch, base, folders } = worktree;
  const made = folders.flatMap((folder) => records.lastHeld(target, folder, session_id)?.made ?? []);
  const created = created_branch ? "yes" : "no";
  const values = { repository, path, branch, created, base, made: made.join("\n") };
  const answer = await place.shell.run("dispose", "remove_worktree", values);
  for (const folder of folders) records.release(target, folder, session_id);
  const fate = answer.get("branch");
  return {
    removed: [`worktree ${path}`, ...(fate === "removed" ? [`branch ${branch}`] : [])],
    kept: fate === "kept" ? [`branch ${branch}: it has commits of its own`] : [],
  };
}
