import type { FinishHow, FinishStep } from "../protocol/actions/finish.ts";
import { shellLine } from "../provision/shell-words.ts";
import type { Finished, FinishPlace, FinishPlan } from "./finish-answers.ts";

/** The steps of a plan, in words; none if there is nothing to do. */
export function planSteps(plan: FinishPlan, { how, push }: { how: FinishHow; push: boolean }): FinishStep[] {
  const { files, branch, base, base_at, remote, tool, ahead, is_foreseen, is_behind } = plan;
  const planned = (name: FinishStep["name"], does: string): FinishStep => ({ name, does, state: "planned" });
  const commits = files.length > 0 || (ahead ?? 0) > 0;
  const steps: FinishStep[] = [];
  const many = files.length === 1 ? "1 file" : `${files.length >= 500 ? "500 or more" : files.length} files`;
  if (how === "squash" && commits) {
    const parts = [
      ...(ahead ? [ahead === 1 ? "1 commit" : `${ahead} commits`] : []),
      ...(files.length > 0 ? [many] : []),
    ];
    steps.push(planned("squash", `${parts.join(" and ")} on ${branch} as one commit`));
  } else if (files.length > 0) steps.push(planned("commit", `${many} on ${branch}`));
  const where = base_at === null ? "" : `, which is checked out in ${base_at}`;
  const unsure = is_foreseen ? "" : "; whether they conflict is seen only then, and nothing is changed if they do";
  const rebases = how === "rebase" || (how === "squash" && is_behind);
  if (rebases && commits) steps.push(planned("rebase", `${branch} onto ${base}${unsure}`));
  if (how === "merge" && commits) steps.push(planned("merge", `${branch} into ${base}${where}${unsure}`));
  if ((how === "rebase" || how === "squash") && commits)
    steps.push(planned("merge", `${base}${where}, goes forward to ${branch}`));
  const pushed = bringsIn(how) ? base : branch;
  if (push || how === "pull_request") steps.push(planned("push", `${pushed} to ${remote}`));
  if (how === "pull_request") steps.push(planned("pull_request", `${branch} for ${base}, by ${tool}`));
  return steps;
}

/** Whether the work comes into the base. */
export function bringsIn(how: FinishHow): boolean {
  return how === "merge" || how === "rebase" || how === "squash";
}

export function doneStep({ name, what }: Finished["done"][number], place: FinishPlace): FinishStep {
  const short = what.slice(0, 12);
  const { branch, base, remote } = place;
  const words: Record<string, string> = {
    commit: `${short} on ${branch}`,
    squash: `${short} on ${branch}`,
    rebase: `${branch} is at ${short}, on top of ${base}`,
    merge: `${base} is at ${short}`,
    push: `${what} to ${remote}`,
    pull_request: what,
  };
  return { name: name as FinishStep["name"], does: words[name] ?? what, state: "done" };
}

/** Tells to which commits the branch and the base go back, for the person who is asked before an undo. */
export function undoWords(finished: Omit<Finished, "done" | "failed">): string {
  const { branch, base, first, committed, after, base_before, base_after, squashed } = finished;
  const words: string[] = [];
  if (base_after !== "" && base_after !== base_before) words.push(`${base} goes back to ${base_before.slice(0, 12)}`);
  if (after !== first)
    words.push(
      `${branch} ${words.length === 0 ? "goes back " : ""}to ${first === "none" ? "no commit" : first.slice(0, 12)}`,
    );
  if (squashed === "yes") words.push("and its commits and changes are as they were");
  else if (committed !== first) words.push("and its changes are uncommitted again");
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
