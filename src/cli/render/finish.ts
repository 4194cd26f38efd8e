import type { FinishReport } from "../../core/protocol/actions/finish.ts";
import { plain } from "./words.ts";

const CHANGES: Readonly<Record<string, string>> = { A: "new", D: "removed", M: "changed" };
const MOST_FILES = 40;

/** Lists the steps that finishing would take, or has taken. */
export function renderFinish(report: FinishReport, { dispose }: { dispose: boolean }): string {
  const { steps, files, branch, directory, message, undo, is_done, confirm } = report;
  const isPlan = confirm !== null;
  if (steps.length === 0) return `There is nothing to finish on ${plain(branch)} in ${plain(directory)}.`;
  const width = Math.max(...steps.map(({ name }) => name.length));
  const lines = steps.map(({ name, does, state }) => {
    const words = plain(does);
    return `${state === "failed" ? "failed: " : ""}${name.replace("_", " ").padEnd(width)}  ${words}`;
  });
  if (!isPlan) return [...lines, ...takenBackBy(undo, is_done)].join("\n");
  const named = files.slice(0, MOST_FILES).map(({ change, name }) => `  ${CHANGES[change] ?? change} ${plain(name)}`);
  if (files.length > MOST_FILES) named.push(`  and ${files.length - MOST_FILES} more`);
  const body = steps.some(({ name }) => name === "commit" || name === "squash" || name === "pull_request")
    ? ["message:", ...message.split("\n").map((line) => `  ${plain(line)}`.trimEnd())]
    : [];
  return [...lines, ...(dispose ? ["dispose  of the agent, in the end"] : []), ...named, ...body].join("\n");
}

function takenBackBy(undo: readonly string[], isDone: boolean): string[] {
  if (undo.length === 0) return isDone ? [] : ["what was pushed stays"];
  return [
    "to take it back: 'agtmux finish <ref> --undo', or by hand:",
    ...undo.map((command) => `  ${plain(command)}`),
  ];
}
