import type { UndoReport } from "../../core/protocol/actions/changes.ts";
import { count } from "./list-words.ts";
import { plain } from "./words.ts";

const WORDS: Readonly<Record<string, string>> = { A: "brings back", D: "removes" };
const DONE: Readonly<Record<string, string>> = { A: "brought back", D: "removed" };

/** Lists the files that an undo would change, or has changed. */
export function renderUndo({ files, commits, others, is_done, directory, head_moved }: UndoReport): string {
  if (files.length === 0 && commits.length === 0)
    return `Nothing has changed in ${plain(directory)} since the turn began.`;
  const lines = files.map(({ change, name }) =>
    is_done ? `${DONE[change] ?? "changed back"} ${plain(name)}` : `${WORDS[change] ?? "changes back"} ${plain(name)}`,
  );
  const made = commits.map((words) => `commit of the turn: ${plain(words)}`);
  const besides = others.map((who) => `also undone: whatever ${plain(who)} has changed there since`);
  if (!is_done) return [...lines, ...made, ...besides].join("\n");
  const kept = head_moved ? `; ${count(commits.length, "commit")} of the turn stayed` : "";
  return [...lines, `${count(files.length, "file")} undone${kept}`].join("\n");
}
