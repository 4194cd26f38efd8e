import type { PresetList, SpawnedItem } from "../../../core/protocol/actions/spawn.ts";
import type { PaneItem } from "../../../core/protocol/lists/lists.ts";
import { BLANK, type SpawnValues } from "./spawn-values.ts";

const MOST_FOLDERS = 6;

/** Folders that were worked in on a target: of spawned agents first, newest first. */
export function recentFolders(spawned: readonly SpawnedItem[], panes: Iterable<PaneItem>, target: string): string[] {
  const own = spawned
    .filter((item) => item.target === target)
    .toSorted((a, b) => b.spawned_at - a.spawned_at)
    .map(({ workspace }) => workspace);
  const others = [...panes]
    .filter(({ identity }) => identity.target === target)
    .toSorted((a, b) => Number(b.agent !== null) - Number(a.agent !== null) || b.updated_at - a.updated_at)
    .map(({ cwd }) => cwd);
  return [...new Set([...own, ...others])].filter((folder) => folder.startsWith("/")).slice(0, MOST_FOLDERS);
}

/** The values that start the same agent in the same place once more; a worktree gets the next branch. */
export function sameAgain({ agent, target, workspace, worktree }: SpawnedItem): SpawnValues {
  return { ...BLANK, agent, target, workspace, worktree: worktree === null ? "" : nextBranch(worktree.branch) };
}

/** The values that a preset names; the others are blank. */
export function presetValues({ name: _, args, ...words }: PresetList["items"][number]): SpawnValues {
  const given = Object.fromEntries(Object.entries(words).filter(([, value]) => value !== undefined));
  return { ...BLANK, ...given, args: args.join("\n") };
}

/** `fix` becomes `fix-2`, which becomes `fix-3`. */
export function nextBranch(branch: string): string {
  const [, name = branch, number = "1"] = /^(.*)-(\d+)$/.exec(branch) ?? [];
  return `${name}-${Number(number) + 1}`;
}

/** A branch name from the first words of a prompt; empty if there are none. */
export function branchFor(prompt: string): string {
  const words = prompt
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .filter((word) => word !== "");
  return words.slice(0, 5).join("-").slice(0, 40).replace(/-$/, "");
}

/** Where a worktree is made unless the setting `worktrees` says otherwise. */
export function worktreePath(workspace: string, branch: string): string {
  return `${workspace.trim().replace(/\/+$/, "")}-worktrees/${branch.trim()}`;
}
