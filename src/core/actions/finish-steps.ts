import type { FinishHow, FinishStep } from "../protocol/actions/finish.ts";
import { shellLine } from "../provision/shell-words.ts";
import type { Finished, FinishPlace, FinishPlan } from "./finish-answers.ts";

/** The steps of a plan, in words; none if there is nothing to do. */
export function planSteps(plan: FinishPlan, { how, push }: { how: FinishHow; push: boolean }): FinishStep[] {
  const { files, branch, base, base_at, remote, tool, ahead, is_foreseen } = plan;
  const planned = (name: FinishStep["name"], does: string): FinishStep => ({ name, does, state: "planned" });
  const commits = files.length > 0 || (ahead ?? 0) > 0;
  const steps: FinishStep[] = [];
  if (files.length > 0) {
    const many = files.length === 1 ? "1 file" : `${files.length >= 500 ? "500 or more" : files.length} files`;
    steps.push(planned("commit", `${many} on ${branch}`));
  }
  const where = base_at === null ? "" : `, which is checked out in ${base_at}`;
  const unsure = is_foreseen ? "" : "; whether they conflict is seen only then, and nothing is changed if they do";
  if (how === "rebase" && commits) steps.push(planned("rebase", `${branch} onto ${base}${unsure}`));
  if (how === "merge" && commits) steps.push(planned("merge", `${branch} into ${base}${where}${unsure}`));
  if (how === "rebase" && commits) steps.push(planned("merge", `${base}${where}, goes forward to ${branch}`));
  const pushed = how === "merge" || how === "rebase" ? base : branch;
  if (push || how === "pull_request") steps.push(planned("push", `${pushed} to ${remote}`));
  if (how === "pull_request") steps.push(planned("pull_request", `${branch} for ${base}, by ${tool}`));
  return steps;
}

export function doneStep({ name, what }: Finished["done"][number], place: FinishPlace): FinishStep {
  const short = what.slice(0, 12);
  const { branch, base, remote } = place;
  const words: Record<string, string> = {
    commit: `${short} on ${branch}`,
    rebase: `${branch} is at ${short}, on top of ${base}`,
    merge: `${base} is at ${short}`,
    push: `${what} to ${remote}`,
    pull_request: what,
  };
  return { name: name as FinishStep["name"], does: words[name] ?? what, state: "done" };
}

/** Tells to which commits the branch and the base go back, for the person who is asked before an undo. */
export function undoWords({
  branch,
  base,
  first,
  after,
  base_before,
  base_after,
}: Omit<Finished, "done" | "failed">): string {
  const words: string[] = [];
  if (base_after !== "" && base_after !== base_before) words.push(`${base} goes back to ${base_before.slice(0, 12)}`);
  if (after !== first)
    words.push(
      `${branch} ${words.length === 0 ? "goes back " : ""}to ${first === "none" ? "no commit" : first.slice(0, 12)}, and its changes are uncommitted again`,
    );
  return words.join(", ");
}

/** Commands that take back by hand what was not pushed: the base first. */
export function undoCommands(finished: Omit<Finished, "done" | "failed">): string[] {
  const { top, base, base_at, first, committed, after, base_before, base_after } = finished;
  const commands: string[][] = [];
  if (base_after !== "" && base_after !== base_before && base !== null)
    commands.push(
      base_at === null
        ? ["git", "-C", top, "branch", "-f", base, base_before]
        : ["git", "-C", base_at, "reset", "--keep", base_before],
    );
  if (after !== committed) commands.push(["git", "-C", top, "reset", "--keep", committed]);
  if (committed !== first)
    commands.push(
      first === "none" ? ["git", "-C", top, "update-ref", "-d", "HEAD"] : ["git", "-C", top, "reset", first],
    );
  return commands.map(shellLine);
}
