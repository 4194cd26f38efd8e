import {
  type Finished,
  type FinishPlan,
  finishRefusal,
  readFinished,
  readPlan,
} from "../../core/actions/finish-answers.ts";
import type { FinishHow } from "../../core/protocol/actions/finish.ts";
import { Fault } from "../../core/protocol/base/fault.ts";
import { SAFE_GIT } from "../../core/provision/safe-git.ts";
import { shellAssignments } from "../../core/provision/shell-words.ts";
import gitFinish from "../../remote/git-finish.sh";
import gitTurn from "../../remote/git-turn.sh";
import type { Machine } from "../targets/machine/machine.ts";
import { MOST_KEPT, parsed } from "./turn-git.ts";

type Shell = Pick<Machine, "runScript">;

const LOOK_MS = 60_000;
/** Hooks of the user's may run whole test suites. */
const FINISH_MS = 600_000;

/** The choices of the person, and the file with our own block of instructions, which is not committed. */
export interface Finishing {
  how: FinishHow;
  onto: string;
  push: boolean;
  /** The file with our instructions, and its text without them. */
  block: { file: string; without: string } | null;
}

/** Looks only: what finishing would do. */
export async function planFinish(shell: Shell, directory: string, finishing: Finishing): Promise<FinishPlan> {
  return parsed(readPlan(await run(shell, "plan_finish", directory, valuesOf(finishing), LOOK_MS)));
}

/** Does what the plan named by `confirm` has told. If it throws, everything is as it was. */
export async function doFinish(
  shell: Shell,
  directory: string,
  finishing: Finishing,
  { confirm, message, name }: { confirm: string; message: string; name: string },
): Promise<Finished> {
  const values = { ...valuesOf(finishing), confirm, message, name, most: String(MOST_KEPT) };
  return parsed(readFinished(await run(shell, "do_finish", directory, values, FINISH_MS)));
}

/** Takes back what was finished, if nothing has moved since. */
export async function undoFinish(
  shell: Shell,
  directory: string,
  { snapshot, after, base, base_before, base_after, rebased }: Omit<Finished, "done" | "failed">,
): Promise<void> {
  const values = { commit: snapshot, after, onto: base ?? "", base_before, base_after, rebased };
  await run(shell, "undo_finish", directory, values, LOOK_MS);
}

function valuesOf({ how, onto, push, block }: Finishing) {
  return { how, onto, push: push ? "yes" : "no", block: block?.file ?? "", without: block?.without ?? "" };
}

async function run(
  shell: Shell,
  verb: string,
  directory: string,
  values: Readonly<Record<string, string>>,
  timeoutMs: number,
): Promise<string> {
  const head = `${shellAssignments({ most_kb: "", most_s: "", ...values, directory })}their_locale=\${LC_ALL-}\n`;
  const ran = await shell.runScript(`${head}${SAFE_GIT}${gitTurn}\n${gitFinish}\n${verb}\nexit 0`, { timeoutMs });
  if (ran.code === 0) return ran.stdout;
  const { words, files } = finishRefusal(ran, directory);
  throw new Fault("E_WORKSPACE", words, { directory, ...(files.length > 0 && { files }) });
}
