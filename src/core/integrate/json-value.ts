import type { JsonContainer, JsonItem, JsonNode } from "./jsonc.ts";

export type JsonValue = string | number | boolean | null | readonly JsonValue[] | { readonly [key: string]: JsonValue };

/** The node's value as parsers see it: of two members with the same name the last counts. */
export function plainValue(node: JsonNode): JsonValue {
  if (node.type === "scalar") return node.value;
  if (node.type === "array") return node.items.map((item) => plainValue(item.value));
  // not by assignment: "__proto__" must be an ordinary key
  return Object.fromEntries(node.items.map((item) => [item.key ?? "", plainValue(item.value)]));
}

/** Of several members with this name, the last. */
export function memberOf(node: JsonNode | undefined, key: string): JsonItem | undefined {
  return node?.type === "object" ? node.items.findLast((item) => item.key === key) : undefined;
}

export function nodeAt(node: JsonNode | undefined, ...path: readonly string[]): JsonNode | undefined {
  return path.reduce<JsonNode | undefined>((at, key) => memberOf(at, key)?.value, node);
}

export function isObject(node: JsonNode | undefined): node is JsonContainer {
  return node?.type === "object";
}

export function isArray(node: JsonNode | undefined): node is JsonContainer {
  return node?.type === "array";
}

/** Renders on one line, or with the outermost `levels` of objects and arrays spread over lines. */
export function renderJson(
  value: JsonValue,
  levels: number,
  look: { newline: string; indent: string; unit: string },
): string {
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  const isList = Array.isArray(value);
  const inner = { ...look, indent: look.indent + look.unit };
  const parts = isList
    ? (value as readonly JsonValue[]).map((each) => renderJson(each, levels - 1, inner))
    : Object.entries(value).map(([key, each]) => `${JSON.stringify(key)}: ${renderJson(each, levels - 1, inner)}`);
  const [open, close] = isList ? ["[", "]"] : ["{", "}"];
  if (parts.length === 0) return open + close;
  return levels > 0
    ? `${open}${look.newline}${parts.map((part) => inner.indent + part).join(`,${look.newline}`)}${look.newline}${look.indent}${close}`
    : `${open} ${parts.join(", ")} ${close}`;
}
