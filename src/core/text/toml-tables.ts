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
  const lines = Object.entries(fields).map(([key, value]) => `${key} = ${JSON.stringify(value)}`);
  return `${[head, ...lines].join("\n")}\n`;
}
