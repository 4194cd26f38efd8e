import { type JsonValue, renderJson } from "./json-value.ts";
import type { JsonContainer, JsonItem, JsonNode, JsonText } from "./jsonc.ts";

/**
 * Insertions that a removal can undo to the byte, from the text alone. The blank before an inserted item is ours, the
 * blank after it is not; a container with only our item and a blank at both ends was created by us.
 */

export interface Insertion {
  /** Null in an array. */
  key: string | null;
  value: JsonValue;
  /** How many levels are spread over lines if the surrounding text is. */
  levels: number;
}

/** Appends an item; a comment on the last item's line stays there. `wrap`: an empty root gets a line break after it. */
export function insertInto(json: JsonText, container: JsonContainer, insertion: Insertion, wrap = false): string {
  const last = container.items.at(-1);
  return last === undefined ? intoEmpty(json, container, insertion, wrap) : behind(json, container, last, insertion);
}

/** A path from the root to an item: in each container the index of the item that holds the next one. */
export type JsonPath = readonly { container: JsonContainer; index: number }[];

/** Removes an item with the comma and the blank inserted with it, and the containers created for it. */
export function removeAt(json: JsonText, path: JsonPath): string {
  let depth = path.length - 1;
  while (depth > 0 && wrapsOnly(json, (path[depth] as JsonPath[number]).container)) depth -= 1;
  const { container, index } = path[depth] as JsonPath[number];
  return wrapsOnly(json, container)
    ? splice(json.text, container.start + 1, container.end - 1, "")
    : removeItem(json, container, index);
}

function removeItem(json: JsonText, container: JsonContainer, index: number): string {
  const item = container.items[index] as JsonItem;
  const lead = leadOf(json, container, index);
  const rest = splice(json.text, lead, item.end, "");
  const comma = item.comma ?? container.items[index - 1]?.comma ?? null;
  if (comma === null) return rest;
  const at = comma < item.start ? comma : comma - (item.end - lead);
  return splice(rest, at, at + 1, "");
}

export function splice(text: string, start: number, end: number, by: string): string {
  return text.slice(0, start) + by + text.slice(end);
}

/** Whether a container has one item, a blank at both ends, and no comment outside the item. */
function wrapsOnly({ text, comments }: JsonText, { start, end, items }: JsonContainer): boolean {
  const [item] = items;
  if (item === undefined || items.length > 1 || item.comma !== null) return false;
  const [before, after] = [text.slice(start + 1, item.start), text.slice(item.end, end - 1)];
  const hasComment = comments.some((comment) => comment.start > start && comment.end < end && !isWithin(comment, item));
  return before !== "" && after !== "" && !hasComment;
}

function isWithin(inner: { start: number; end: number }, outer: { start: number; end: number }): boolean {
  return inner.start >= outer.start && inner.end <= outer.end;
}

/** The offset at which the blank before an item begins. */
function leadOf({ comments }: JsonText, container: JsonContainer, index: number): number {
  const item = container.items[index] as JsonItem;
  const previous = container.items[index - 1];
  const from = (previous?.comma ?? container.start) + 1;
  return comments.findLast((comment) => comment.start >= from && comment.end <= item.start)?.end ?? from;
}

function behind(json: JsonText, container: JsonContainer, last: JsonItem, insertion: Insertion): string {
  const { text } = json;
  const look = lookOf(json);
  const place = behindComments(json, last.comma === null ? last.end : last.comma + 1);
  const isOwnLine = startsLine(text, last.start);
  const isOneLine = !/[\r\n]/.test(text.slice(container.start, container.end));
  const indent = isOwnLine ? lineIndent(text, last.start) : lineIndent(text, last.end);
  const lead = isOwnLine || place.needsLine ? look.newline + indent : " ";
  const item = lead + render(insertion, isOneLine ? 0 : insertion.levels, { ...look, indent });
  const filled = splice(text, place.at, place.at, last.comma === null ? item : `${item},`);
  // the comma goes directly after the item, before any comment
  return last.comma === null ? splice(filled, last.end, last.end, ",") : filled;
}

function intoEmpty(json: JsonText, container: JsonContainer, insertion: Insertion, wrap: boolean): string {
  const { text } = json;
  const look = lookOf(json);
  const outer = lineIndent(text, container.start);
  const indent = outer + look.unit;
  const inside = text.slice(container.start + 1, container.end - 1);
  const place = behindComments(json, container.start + 1);
  const isSpread = container === json.root || /[\r\n]/.test(text.slice(json.root.start, json.root.end));
  const item = render(insertion, isSpread ? insertion.levels : 0, { ...look, indent });
  const blank = isSpread || place.needsLine ? look.newline + indent : " ";
  const tail = wrap && inside === "" ? look.newline + outer : "";
  // a blank at both ends would mark the container as created by us
  const isBlank = /^[ \t\r\n]+$/.test(inside);
  return splice(text, place.at, place.at, isBlank ? item : blank + item + tail);
}

function render({ key, value }: Insertion, levels: number, look: Look): string {
  const text = renderJson(value, levels, look);
  return key === null ? text : `${JSON.stringify(key)}: ${text}`;
}

export interface Look {
  newline: string;
  /** Indent of one level. */
  unit: string;
  indent: string;
}

/** Detects the layout of this text: its line ends and its indent. */
export function lookOf({ text, root }: { text: string; root: JsonNode }): Look {
  const newline = /\r\n|\n/.exec(text)?.[0] ?? "\n";
  const first = root.type === "scalar" ? undefined : root.items.find((item) => startsLine(text, item.start));
  const outer = lineIndent(text, root.start);
  const deep = first === undefined ? "" : lineIndent(text, first.start);
  const unit = deep.length > outer.length && deep.startsWith(outer) ? deep.slice(outer.length) : "  ";
  return { newline, unit, indent: outer };
}

/** The position after the comments that follow on the same line. */
function behindComments({ text, comments }: JsonText, from: number): { at: number; needsLine: boolean } {
  let at = from;
  for (;;) {
    const next = comments.find(({ start }) => start >= at);
    if (next === undefined || !/^[ \t]*$/.test(text.slice(at, next.start))) return { at, needsLine: false };
    at = next.end;
    if (text.startsWith("//", next.start)) return { at, needsLine: true };
  }
}

function lineStart(text: string, at: number): number {
  return Math.max(text.lastIndexOf("\n", at - 1), text.lastIndexOf("\r", at - 1)) + 1;
}

function lineIndent(text: string, at: number): string {
  const line = text.slice(lineStart(text, at)).replace(/^\ufeff/, "");
  return /^[ \t]*/.exec(line)?.[0] ?? "";
}

function startsLine(text: string, at: number): boolean {
  return /^[ \t]*$/.test(text.slice(lineStart(text, at), at)) && lineStart(text, at) > 0;
}
