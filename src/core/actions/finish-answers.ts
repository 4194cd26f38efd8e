import { fieldOf, fieldsOf, filesOf, turnRefusal } from "./turn-answers.ts";

/** Where work is finished, as `src/remote/git-finish.sh` tells it. */
export interface FinishPlace {
  top: string;
  branch: string;
  base: string | null;
  /** The working tree in which the base is checked out. */
  base_at: string | null;
  remote: string | null;
  tool: "gh" | "glab" | null;
}

export interface FinishPlan extends FinishPlace {
  confirm: string;
  /** Commits that the base does not have; null without a base. */
  ahead: number | null;
  /** Whether git could tell that nothing would conflict. */
  is_foreseen: boolean;
  /** For a squash: whether the base has commits that the branch does not have. */
  is_behind: boolean;
  /** For a squash: the subjects of the branch's commits, the oldest first, and the whole message of the last one. */
  subjects: string[];
  last_message: string;
  files: { change: string; name: string }[];
}

export interface Finished extends FinishPlace {
  /** The snapshot before, and what has to be so that it can be taken back. */
  snapshot: string;
  first: string;
  /** Where the branch was before a rebase. */
  committed: string;
  after: string;
  base_before: string;
  /** Empty if the base was not moved. */
  base_after: string;
  rebased: string;
  squashed: string;
  done: { name: string; what: string }[];
  failed: { name: string; said: string } | null;
}

export function readPlan(stdout: string): FinishPlan | null {
  const confirm = fieldOf("confirm", stdout);
  const ahead = fieldOf("ahead", stdout);
  if (confirm === undefined) return null;
  const is_foreseen = fieldOf("foreseen", stdout) === "yes";
  return {
    ...readPlace(stdout),
    ...{ is_behind: fieldOf("behind", stdout) === "yes", subjects: fieldsOf("subject", stdout) },
    last_message: fieldsOf("last", stdout).join("\n").trim(),
    ...{ confirm, ahead: ahead === undefined ? null : Number(ahead), is_foreseen, files: filesOf(stdout) },
  };
}

export function readFinished(stdout: string): Finished | null {
  const [snapshot, first, after] = ["snapshot", "first", "after"].map((name) => fieldOf(name, stdout));
  if (snapshot === undefined || first === undefined || after === undefined) return null;
  const done = fieldsOf("done", stdout).map((line) => {
    const [name = "", ...what] = line.split(" ");
    return { name, what: what.join(" ") };
  });
  const failed = fieldOf("failed", stdout);
  const said = fieldsOf("said", stdout).join("\n");
  return {
    ...readPlace(stdout),
    ...{ snapshot, first, after, done },
    committed: fieldOf("committed", stdout) ?? "",
    base_before: fieldOf("base_before", stdout) ?? "",
    base_after: fieldOf("base_after", stdout) ?? "",
    rebased: fieldOf("rebased", stdout) ?? "no",
    squashed: done.some(({ name }) => name === "squash") ? "yes" : "no",
    failed: failed === undefined ? null : { name: failed, said },
  };
}

/** Why it was refused, and the files that conflict. */
export function finishRefusal(
  { code, stdout, stderr }: { code: number; stdout: string; stderr: string },
  directory: string,
): { words: string; files: string[] } {
  const files = fieldsOf("conflict", stdout);
  switch (code) {
    case 13:
      return { words: `these files conflict with the base, and nothing was changed: ${files.join(", ")}`, files };
    case 14:
      return { words: `git refused, and nothing was changed: ${stderr.trim()}`, files };
    case 15:
      return { words: stderr.trim(), files };
    case 16:
      return {
        words:
          "the branch or its base has moved since: it can only be taken back by hand ('git reflog' shows where both were)",
        files,
      };
    default:
      return { words: turnRefusal(code, directory, stderr), files };
  }
}

function readPlace(stdout: string): FinishPlace {
  const tool = fieldOf("tool", stdout);
  const named = (name: string) => fieldOf(name, stdout) || null;
  return {
    ...{ top: fieldOf("top", stdout) ?? "", branch: fieldOf("branch", stdout) ?? "" },
    ...{ base: named("base"), base_at: named("base_at"), remote: named("remote") },
    tool: tool === "gh" || tool === "glab" ? tool : null,
  };
}
