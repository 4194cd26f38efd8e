import { execFileSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

/** The command that a person can type in a repository to remove its snapshots; shown where we cannot do it. */
export const BY_HAND = "git for-each-ref --format='delete %(refname)' refs/agtmux | git update-ref --stdin";

/** Removes our snapshots of working trees from the repositories on this machine; returns those repositories. */
export function forgetSnapshots(home: string): string[] {
  const kept = join(home, "snapshots");
  if (!existsSync(kept)) return [];
  return [...new Set(readdirSync(kept).flatMap((key) => forget(join(kept, key, "of"), key)))];
}

function forget(note: string, key: string): string[] {
  const repository = existsSync(note) ? readFileSync(note, "utf8") : "";
  if (repository === "" || !existsSync(repository)) return [];
  const git = (input: string, ...words: string[]) =>
    execFileSync("git", ["--git-dir", repository, "-c", "core.hooksPath=/dev/null", ...words], {
      input,
      encoding: "utf8",
      stdio: ["pipe", "pipe", "ignore"],
    });
  try {
    const refs = git("", "for-each-ref", "--format=delete %(refname)", `refs/agtmux/${key}`);
    if (refs === "") return [];
    git(refs, "update-ref", "--stdin");
    return [repository];
  } catch {
    // not a repository any more, or git is gone
    return [];
  }
}
