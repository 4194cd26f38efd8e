import { type Repository, shell, stateOf } from "./test-repository.ts";
import { previewUndo, takeSnapshot, undoTurn } from "./turn-git.ts";

/** Takes a snapshot, makes the change and undoes it; returns what a person sees before and after. */
export async function undone(repo: Repository, change: () => void, { movesHead = false } = {}) {
  const { commit } = await takeSnapshot(shell, repo.dir, "1");
  const before = stateOf(repo);
  change();
  const { now } = await previewUndo(shell, repo.dir, commit);
  await undoTurn(shell, repo.dir, { commit, now, name: "2", movesHead });
  return { before, after: stateOf(repo) };
}
