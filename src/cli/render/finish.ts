import type { FinishReport } from "../../core/protocol/actions/finish.ts";
import { plain } from "./words.ts";

const CHANGES: Readonly<Record<string, string>> = { A: "new", D: "removed", M: "changed" };
const MOST_FILES = 40;
const DISPOSE = "dispose";

/** Lists the steps that finishing would take, or has taken. */
export function renderFinish(report: FinishReport, { ref, dispose }: { ref: string; dispose: boolean }): string {
  const { steps, files, branch, directory, message, undo, is_done, confirm } = report;
  const isPlan = confirm !== null;
  if (steps.length === 0) return `There is nothing to finish on ${plain(branch)} in ${plain(directory)}.`;
  const width = Math.max(...steps.map(({ name }) => name.length), dispose ? DISPOSE.length : 0);
  const lines = steps.map(({ name, does, state }) => {
    const words = plain(does);
    return `${state === "failed" ? "failed: " : ""}${name.replace("_", " ").padEnd(width)}  ${words}`;
  });
  if (!isPlan) return [...lines, ...(dispose ? byHand(report) : takenBackBy(undo, is_done, ref))].join("\n");
  const named = files.slice(0, MOST_FILES).map(({ change, name }) => `  ${CHANGES[change] ?? change} ${plain(name)}`);
  if (files.length > MOST_FILES) named.push(`  and ${files.length - MOST_FILES} more`);
  const body = steps.some(({ name }) => name === "commit" || name === "squash" || name === "pull_request")
    ? ["message:", ...message.split("\n").map((line) => `  ${plain(line)}`.trimEnd())]
    : [];
  return [...lines, ...(dispose ? [`${DISPOSE.padEnd(width)}  of the agent, in the end`] : []), ...named, ...body].join(
    "\n",
  );
}

/** The agent will be gone, and where it worked: what is left to take back is elsewhere. */
function byHand({ undo, directory }: FinishReport): string[] {
  const left = undo.filter((command) => !command.includes(directory));
  return left.length === 0 ? [] : ["to take it back, by hand:", ...left.map((command) => `  ${plain(command)}`)];
}

function takenBackBy(undo: readonly string[], isDone: boolean, ref: string): string[] {
  if (undo.length === 0) return isDone ? [] : ["what was pushed stays"];
  return [
    `to take it back: 'agtmux finish ${plain(ref)} --undo', or by hand:`,
    ...undo.map((command) => `  ${plain(command)}`),
  ];
}
