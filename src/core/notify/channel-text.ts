import { type TableBlock, type TableFields, tableBlocks, tableText, withoutBlocks } from "../text/toml-tables.ts";

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
  const isChannel = ({ head }: TableBlock) => head === `[notify.channels.${name}]`;
  if (!tableBlocks(text).some(isChannel)) return null;
  const isOnlyItsRule = ({ head, body }: TableBlock) =>
    head === "[[notify.rules]]" &&
    body.some((line) => new RegExp(`^\\s*channels\\s*=\\s*\\[\\s*["']${name}["']\\s*,?\\s*\\]`).test(line));
  return withoutBlocks(text, (block) => isChannel(block) || isOnlyItsRule(block));
}
