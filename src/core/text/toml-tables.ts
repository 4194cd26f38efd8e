/** Keys and values of a table, as they are written to config.toml. */
export type TableFields = Readonly<Record<string, string | boolean | readonly string[]>>;

/** A part of config.toml from one header to the next. Comments directly above a header belong to it. */
export interface TableBlock {
  /** The table's header without blanks and quotes; empty before the first table. */
  head: string;
  /** Without the header. */
  body: string[];
  lines: string[];
}

export function tableBlocks(text: string): TableBlock[] {
  const blocks: TableBlock[] = [{ head: "", body: [], lines: [] }];
  let above: string[] = [];
  for (const line of text.split("\n")) {
    const head = /^\s*(\[\[?[^\]]+\]?\])\s*(?:#.*)?$/.exec(line)?.[1]?.replaceAll(/[\s"']/g, "");
    const last = blocks.at(-1) as TableBlock;
    if (head !== undefined) {
      blocks.push({ head, body: [], lines: [...above, line] });
      above = [];
    } else if (line.trim().startsWith("#")) above.push(line);
    else {
      last.lines.push(...above, line);
      last.body.push(line);
      above = [];
    }
  }
  blocks.at(-1)?.lines.push(...above);
  return blocks;
}

/** The text without these blocks; everything else stays as it is. */
export function withoutBlocks(text: string, isToGo: (block: TableBlock) => boolean): string {
  return tableBlocks(text)
    .filter((block) => !isToGo(block))
    .flatMap(({ lines }) => lines)
    .join("\n");
}

/** The text with another table at its end. */
export function withTable(text: string, table: string): string {
  const before = text.trimEnd();
  return `${before === "" ? "" : `${before}\n\n`}${table}`;
}

export function tableText(head: string, fields: TableFields): string {
  return `${[head, ...Object.entries(fields).map(fieldLine)].join("\n")}\n`;
}

/** The text with these keys in a table, in place of those that are there; its other lines stay. Makes the table if there is none. */
export function withFields(text: string, head: string, fields: TableFields): string {
  const blocks = tableBlocks(text);
  const block = blocks.find((each) => each.head === head);
  if (block === undefined) return withTable(text, tableText(head, fields));
  const kept = withoutKeys(block.lines, new Set(Object.keys(fields)));
  const end = kept.findLastIndex((line) => !/^\s*(#.*)?$/.test(line)) + 1;
  const lines = [...kept.slice(0, end), ...Object.entries(fields).map(fieldLine), ...kept.slice(end)];
  return blocks.flatMap((each) => (each === block ? lines : each.lines)).join("\n");
}

function fieldLine([key, value]: [string, TableFields[string]]): string {
  return `${key} = ${JSON.stringify(value)}`;
}

/** An array may go on over several lines. */
function withoutKeys(lines: readonly string[], keys: ReadonlySet<string>): string[] {
  let [isGoing, depth] = [false, 0];
  return lines.filter((line) => {
    if (depth === 0) isGoing = keys.has(/^\s*["']?([\w-]+)["']?\s*=/.exec(line)?.[1] ?? "");
    const bare = line.replaceAll(/"[^"]*"|'[^']*'|#.*/g, "");
    if (isGoing) depth += bare.split("[").length - bare.split("]").length;
    return !isGoing;
  });
}
