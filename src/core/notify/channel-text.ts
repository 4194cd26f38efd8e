/** Keys and values of a channel or a rule, as they are written to config.toml. */
export type TableFields = Readonly<Record<string, string | boolean | readonly string[]>>;

/** A channel, and the rules about it, as text for the end of config.toml. */
export function channelText(name: string, fields: TableFields, rules: readonly TableFields[]): string {
  return [
    tableText(`[notify.channels.${name}]`, fields),
    ...rules.map((rule) => tableText("[[notify.rules]]", rule)),
  ].join("\n");
}

/**
 * The text without a channel and without the rules that name only this channel. Other lines, comments and their order
 * stay. Null if the channel has no table of its own there.
 */
export function withoutChannel(text: string, name: string): string | null {
  const blocks = blocksOf(text);
  const isChannel = ({ head }: Block) => head === `[notify.channels.${name}]`;
  if (!blocks.some(isChannel)) return null;
  const isOnlyItsRule = ({ head, body }: Block) =>
    head === "[[notify.rules]]" &&
    body.some((line) => new RegExp(`^\\s*channels\\s*=\\s*\\[\\s*["']${name}["']\\s*,?\\s*\\]`).test(line));
  const kept = blocks.filter((block) => !isChannel(block) && !isOnlyItsRule(block));
  return kept.flatMap(({ lines }) => lines).join("\n");
}

interface Block {
  /** The table's header without blanks and comment; empty before the first table. */
  head: string;
  body: string[];
  lines: string[];
}

/** Comments directly above a header belong to the table below. */
function blocksOf(text: string): Block[] {
  const blocks: Block[] = [{ head: "", body: [], lines: [] }];
  let above: string[] = [];
  for (const line of text.split("\n")) {
    const head = /^\s*(\[\[?[^\]]+\]?\])\s*(?:#.*)?$/.exec(line)?.[1]?.replaceAll(/[\s"']/g, "");
    const last = blocks.at(-1) as Block;
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

function tableText(head: string, fields: TableFields): string {
  const lines = Object.entries(fields).map(([key, value]) => `${key} = ${JSON.stringify(value)}`);
  return `${[head, ...lines].join("\n")}\n`;
}
