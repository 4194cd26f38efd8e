import { checkWords } from "../../core/lists/check-words.ts";
import { contextWords, todayWords } from "../../core/lists/usage-words.ts";
import type { Doing } from "../../core/protocol/lists/doing.ts";
import type { PaneItem } from "../../core/protocol/lists/lists.ts";
import { displayWidth, shorten } from "../../core/text/width.ts";
import { plain } from "./words.ts";

/** The most informative first: if one does not fit, those after it are left out too. */
const COLUMNS: readonly { head: string; most: number; cell(doing: Doing, item: PaneItem, today: string): string }[] = [
  { head: "CONTEXT", most: 12, cell: (_, { usage }) => contextWords(usage?.context ?? null) },
  { head: "TODAY", most: 12, cell: (_, item, today) => todayWords(item, today) },
  { head: "CHECKS", most: 28, cell: (_, { checks }) => checkWords(checks) },
  { head: "TOOL", most: 32, cell: ({ tool }) => toolWords(tool) },
  { head: "TASK", most: 36, cell: ({ task }) => task?.text ?? "" },
  { head: "BRANCH", most: 20, cell: ({ branch }) => branchWords(branch) },
  {
    head: "LAST WORDS",
    most: 36,
    cell: ({ words }, { message }) => (repeats(words, message) ? "" : (words?.text ?? "")),
  },
  { head: "DIRECTORY", most: 30, cell: ({ directory }) => (directory?.path ?? "").split("/").slice(-2).join("/") },
];

/** Between columns. */
const GAP = 2;
/** A column is shortened to this width, and left out where there is less. */
const LEAST_WIDTH = 14;

/** Columns of what the agents work on that fit into `spare`, each with its head; those that say nothing are left out. */
export function workColumns(items: readonly PaneItem[], spare: number, today: string): string[][] {
  const columns: string[][] = [];
  let left = spare;
  for (const { head, most, cell } of COLUMNS) {
    const cells = items.map((item) => (item.doing === null ? "" : shorten(plain(cell(item.doing, item, today)), most)));
    if (cells.every((text) => text === "")) continue;
    const column = [head, ...cells];
    const width = Math.max(...column.map(displayWidth));
    const room = left - GAP;
    if (room < Math.min(width, LEAST_WIDTH)) break;
    columns.push(column.map((text) => shorten(text, room)));
    left -= Math.min(width, room) + GAP;
  }
  return columns;
}

export function toolWords(tool: Doing["tool"]): string {
  return [tool?.name, tool?.argument].filter(Boolean).join(": ");
}

export function branchWords(branch: Doing["branch"]): string {
  return branch?.name ?? (branch?.commit ? `at ${branch.commit.slice(0, 8)}` : "");
}

/** The message of an agent that is done is the beginning of its last words. */
function repeats(words: Doing["words"], message: string): boolean {
  return message !== "" && words?.text.startsWith(message.replace(/…$/, "").slice(0, 100)) === true;
}
