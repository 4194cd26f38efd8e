import type { Edited, Inspection, Settings } from "../adapter/settings.ts";
import { faultAt } from "./find-hooks.ts";
import { isObject, memberOf, nodeAt } from "./json-value.ts";
import { type JsonContainer, type JsonScalar, type JsonText, parseJsonc } from "./jsonc.ts";
import { insertInto, removeAt, splice } from "./jsonc-edit.ts";
import { readStatusLine, silentStatusLine, wrapStatusLine } from "./status-line-command.ts";

const KEY = "statusLine";

/** Where the settings name a command for the status line; `command` is null if they name none. */
type Found = { ok: true; json: JsonText; root: JsonContainer; command: JsonScalar | null } | Refused;
type Refused = Extract<Edited, { ok: false }>;

/** Puts our part before the user's status line command, `{"statusLine": {"type": "command", "command": "…"}}`. */
export function statusLineSettings(agent: string): Settings {
  return {
    inspect: (text, home) => inspect(agent, text, home),
    add: (text, home) => add(agent, text, home),
    remove: (text) => remove(agent, text),
  };
}

function inspect(agent: string, text: string | null, home: string): Inspection {
  const rest = { missing: [], stale: [], disabled: null, awaiting: [], unread: null };
  if (text === null) return { state: "absent", ...rest, missing: [KEY] };
  const found = find(text);
  if (!found.ok) return { state: "malformed", fault: found.fault };
  const ours = found.command && readStatusLine(commandOf(found.command), agent);
  if (ours === null) return { state: "absent", ...rest, missing: [KEY] };
  const added = add(agent, text, home);
  return added.ok && added.text === text ? { state: "current", ...rest } : { state: "outdated", ...rest, stale: [KEY] };
}

function add(agent: string, text: string | null, home: string): Edited {
  const found = find(text ?? "{}");
  if (!found.ok) return found;
  const { json, root, command } = found;
  const own = silentStatusLine(home, agent);
  if (command === null) {
    const value = { type: "command", command: own };
    return { ok: true, text: insertInto(json, root, { key: KEY, value, levels: 1 }) };
  }
  const ours = readStatusLine(commandOf(command), agent);
  if (ours?.around === null) return { ok: true, text: splice(json.text, command.start, command.end, quoted(own)) };
  const theirs = theirPart(json, command, ours?.around ?? { before: 0, after: 0 });
  const { before, after } = wrapStatusLine(home, agent);
  return { ok: true, text: putCommand(json, command, `${inner(before)}${theirs}${inner(after)}`) };
}

function remove(agent: string, text: string | null): Edited {
  const parsed = text === null ? null : parseJsonc(text);
  if (text !== null && parsed?.ok === false) return { ok: false, fault: faultAt(text, parsed.fault) };
  const found = text === null ? null : find(text);
  // what we could not have written is not ours
  if (found === null || !found.ok || found.command === null) return { ok: true, text };
  const { json, root, command } = found;
  const ours = readStatusLine(commandOf(command), agent);
  if (ours === null) return { ok: true, text };
  if (ours.around !== null) return { ok: true, text: putCommand(json, command, theirPart(json, command, ours.around)) };
  const index = root.items.findLastIndex(({ key }) => key === KEY);
  return { ok: true, text: removeAt(json, [{ container: root, index }]) };
}

function find(text: string): Found {
  const parsed = parseJsonc(text);
  if (!parsed.ok) return { ok: false, fault: faultAt(text, parsed.fault) };
  const { json } = parsed;
  const { root } = json;
  const refuse = (at: number, expected: string): Refused => ({ ok: false, fault: faultAt(text, { at, expected }) });
  if (!isObject(root)) return refuse(root.start, "an object ({ … })");
  const line = memberOf(root, KEY)?.value;
  if (line === undefined) return { ok: true, json, root, command: null };
  const command = nodeAt(line, "command");
  if (command?.type === "scalar" && typeof command.value === "string") return { ok: true, json, root, command };
  return refuse(line.start, `a command as "${KEY}"`);
}

function commandOf({ value }: JsonScalar): string {
  return String(value);
}

/** The user's command as the file spells it: the same characters can be escaped in several ways. */
function theirPart(
  { text }: JsonText,
  { start, end }: JsonScalar,
  { before, after }: { before: number; after: number },
): string {
  const units = text.slice(start + 1, end - 1).match(/\\u[\da-f]{4}|\\.|[^\\]/gis) ?? [];
  return units.slice(before, units.length - after).join("");
}

function putCommand({ text }: JsonText, { start, end }: JsonScalar, spelled: string): string {
  return splice(text, start + 1, end - 1, spelled);
}

function quoted(command: string): string {
  return JSON.stringify(command);
}

/** A text as it stands inside the quotes of a JSON string. */
function inner(text: string): string {
  return quoted(text).slice(1, -1);
}
