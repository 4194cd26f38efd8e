import type { OwnSettings } from "../../core/adapter/launch.ts";
import { type Answer, linesOf } from "../../core/provision/answer.ts";
import type { SeenFile } from "../../core/provision/choose-instructions.ts";
import type { SpawnRecord } from "./spawn-records.ts";
import type { WorkspaceShell } from "./workspace-shell.ts";

/** A directory as an agent would find it. */
export interface Workspace {
  path: string;
  /** Our own directory on that machine. */
  home: string;
  /** Files that an agent may read there, nearest first. */
  seen: SeenFile[];
  settings: OwnSettings;
  /** The repository's exclude file; null outside a repository. */
  exclude: { path: string; text: string | null; prefix: string } | null;
}

export async function lookAt(
  shell: WorkspaceShell,
  directory: string,
  names: readonly string[],
  settings: readonly string[],
): Promise<Workspace> {
  const answer = await shell.run("spawn", "look", {
    directory,
    names: names.join("\n"),
    settings: settings.join("\n"),
  });
  const exclude = answer.get("exclude");
  return {
    path: answer.get("workspace") ?? "",
    home: answer.get("home") ?? "",
    seen: [...sectionsOf(answer, "file")].map(([path, text]) => ({ path, text })),
    settings: sectionsOf(answer, "settings"),
    exclude:
      exclude === undefined
        ? null
        : { path: exclude, text: answer.get(`text ${exclude}`) ?? null, prefix: answer.get("prefix") ?? "" },
  };
}

export async function addWorktree(
  shell: WorkspaceShell,
  directory: string,
  branch: string,
  worktrees: string,
): Promise<{ worktree: NonNullable<SpawnRecord["worktree"]>; made: string[] }> {
  const answer = await shell.run("spawn", "add_worktree", { directory, branch, worktrees });
  const [path = "", root = "", made] = [answer.get("path"), answer.get("root"), linesOf(answer, "made")];
  const between = path
    .slice(root.length + 1)
    .split("/")
    .slice(0, -1);
  const folders = [root, ...between.map((_, index) => [root, ...between.slice(0, index + 1)].join("/"))];
  const worktree = {
    path,
    branch,
    created_branch: answer.get("created") === "yes",
    repository: answer.get("repository") ?? "",
    base: answer.get("base") ?? "",
    folders: [...new Set([...made, ...folders])].sort(),
  };
  return { worktree, made };
}

/** Null if done, else the reason. Writes nothing outside `inside`. */
export async function replaceFile(
  shell: WorkspaceShell,
  { path, before, text, inside }: { path: string; before: string | null; text: string; inside: string },
): Promise<string | null> {
  const values = { path, before: fileWord(before), text, inside };
  const outcome = (await shell.run("spawn", "replace_file", values)).get("outcome");
  return outcome === "done" ? null : (outcome ?? "nobody knows why");
}

export async function readFile(shell: WorkspaceShell, path: string): Promise<string | null> {
  return (await shell.run("dispose", "read_file", { path })).get("text") ?? null;
}

/** Encodes a file's text for a script, so that a missing file differs from an empty one. */
export function fileWord(text: string | null): string {
  return text === null ? "" : `${text}.`;
}

export function folderOf(path: string): string {
  return path.slice(0, path.lastIndexOf("/"));
}

function sectionsOf(answer: Answer, kind: string): Map<string, string> {
  const found = [...answer].filter(([key]) => key.startsWith(`${kind} `));
  return new Map(found.map(([key, text]) => [key.slice(kind.length + 1), text]));
}
