import { displayWidth } from "../../core/text/width.ts";
import type { CommandTable } from "../tables/command-table.ts";
import { allOptions, type Definition, optionDefinitions, paragraphsOf, wordsOf } from "./table-parts.ts";

const LONGEST_TERM = 26;

/** The help of one command, for a terminal of this width. */
export function helpText(table: CommandTable, width: number): string {
  return [
    table.usage.join("\n"),
    ...textBlocks(table.about, width),
    definitions(wordsOf(table), width),
    definitions(optionDefinitions(allOptions(table)), width),
    ...textBlocks(table.notes ?? "", width),
    ["Examples:", ...table.examples.map((each) => `  ${each}`)].join("\n"),
  ]
    .filter((block) => block !== "")
    .join("\n\n");
}

export function textBlocks(text: string, width: number): string[] {
  return paragraphsOf(text).map((each) =>
    each.kind === "code" ? each.lines.map((line) => `  ${line}`).join("\n") : wrap(each.text, width).join("\n"),
  );
}

/** A column of terms and a column of what they do; a term that is too long has a line of its own. */
export function definitions(rows: readonly Definition[], width: number): string {
  const column = Math.min(LONGEST_TERM, Math.max(0, ...rows.map(([term]) => displayWidth(term)))) + 4;
  return rows
    .flatMap(([term, does]) => {
      const lines = wrap(does, width - column).map((line) => `${" ".repeat(column)}${line}`);
      const head = `  ${term}`;
      if (displayWidth(head) + 2 > column) return [head, ...lines];
      return [`${head}${(lines[0] ?? "").slice(displayWidth(head))}`, ...lines.slice(1)];
    })
    .join("\n");
}

function wrap(text: string, width: number): string[] {
  const lines: string[] = [];
  let line = "";
  for (const word of text.split(" ")) {
    if (line !== "" && displayWidth(line) + 1 + displayWidth(word) > width) {
      lines.push(line);
      line = word;
    } else line = line === "" ? word : `${line} ${word}`;
  }
  return [...lines, line];
}
