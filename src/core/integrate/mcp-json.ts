import type { McpServer } from "../adapter/integration.ts";
import type { Edited, Inspection, Settings } from "../adapter/settings.ts";
import { faultAt } from "./find-hooks.ts";
import { isObject, type JsonValue, memberOf, plainValue, renderJson } from "./json-value.ts";
import { type JsonContainer, type JsonItem, type JsonText, parseJsonc } from "./jsonc.ts";
import { insertInto, lookOf, removeAt, splice } from "./jsonc-edit.ts";
import { ENTRY_FACTS, SERVER_NAME } from "./mcp-server.ts";

type Entry = Readonly<Record<string, JsonValue>>;

/** How an agent's JSON file lists servers. */
export interface McpJsonShape {
  /** The object of all servers, such as `mcpServers`. */
  key: string;
  entry(server: McpServer): Entry;
  /** Whether an entry of our name was written by us, for any path and home. */
  isOurs(entry: Entry): boolean;
}

type Found = { ok: true; json: JsonText; root: JsonContainer; servers: JsonContainer | null; item: JsonItem | null };
type Refused = Extract<Edited, { ok: false }>;

/** Edits our entry among the user's servers; one of the same name that the user has made is left alone. */
export function mcpJson(shape: McpJsonShape): (server: McpServer) => Settings {
  return (server) => ({
    inspect: (text) => inspect(shape, server, text),
    add: (text) => add(shape, server, text),
    remove: (text) => remove(shape, text),
  });
}

function inspect(shape: McpJsonShape, server: McpServer, text: string | null): Inspection {
  const added = add(shape, server, text);
  if (!added.ok) return { state: "malformed", fault: added.fault };
  if (added.text === text) return { state: "current", ...ENTRY_FACTS };
  const found = text === null ? null : find(shape, text);
  const isThere = found?.ok === true && found.item !== null;
  return isThere
    ? { state: "outdated", ...ENTRY_FACTS, stale: [SERVER_NAME] }
    : { state: "absent", ...ENTRY_FACTS, missing: [SERVER_NAME] };
}

function add(shape: McpJsonShape, server: McpServer, text: string | null): Edited {
  const value = shape.entry(server);
  if (text === null) return { ok: true, text: freshText(shape, value) };
  const found = find(shape, text);
  if (!found.ok) return found;
  const { json, root, servers, item } = found;
  if (servers === null)
    return { ok: true, text: insertInto(json, root, { key: shape.key, value: { [SERVER_NAME]: value }, levels: 2 }) };
  if (item === null) return { ok: true, text: insertInto(json, servers, { key: SERVER_NAME, value, levels: 0 }) };
  const before = plainValue(item.value);
  if (!isEntry(before) || !shape.isOurs(before) || isSame(before, value)) return { ok: true, text };
  return { ok: true, text: splice(text, item.value.start, item.value.end, renderJson(value, 0, lookOf(json))) };
}

function remove(shape: McpJsonShape, text: string | null): Edited {
  if (text === null) return { ok: true, text };
  const parsed = parseJsonc(text);
  if (!parsed.ok) return { ok: false, fault: faultAt(text, parsed.fault) };
  const found = find(shape, text);
  // what we could not have written is not ours
  if (!found.ok || found.servers === null || found.item === null) return { ok: true, text };
  const { json, root, servers, item } = found;
  const entry = plainValue(item.value);
  if (!isEntry(entry) || !shape.isOurs(entry)) return { ok: true, text };
  if (text === freshText(shape, entry)) return { ok: true, text: null };
  const path = [
    { container: root, index: root.items.findLastIndex(({ key }) => key === shape.key) },
    { container: servers, index: servers.items.indexOf(item) },
  ];
  return { ok: true, text: removeAt(json, path) };
}

function find({ key }: McpJsonShape, text: string): Found | Refused {
  const parsed = parseJsonc(text);
  if (!parsed.ok) return { ok: false, fault: faultAt(text, parsed.fault) };
  const { json } = parsed;
  const { root } = json;
  const refuse = (at: number, expected: string): Refused => ({ ok: false, fault: faultAt(text, { at, expected }) });
  if (!isObject(root)) return refuse(root.start, "an object ({ … })");
  const servers = memberOf(root, key)?.value;
  if (servers === undefined) return { ok: true, json, root, servers: null, item: null };
  if (!isObject(servers)) return refuse(servers.start, `an object ({ … }) as "${key}"`);
  return { ok: true, json, root, servers, item: memberOf(servers, SERVER_NAME) ?? null };
}

/** A file that we create is spread over lines to the end; one that was the user's never looks like that after us. */
function freshText({ key }: McpJsonShape, value: Entry): string {
  return `${renderJson({ [key]: { [SERVER_NAME]: value } }, 3, { newline: "\n", indent: "", unit: "  " })}\n`;
}

function isEntry(value: JsonValue): value is Entry {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function isSame(one: JsonValue, other: JsonValue): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}
