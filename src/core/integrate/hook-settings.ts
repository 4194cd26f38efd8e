import type { Edited, Inspection, Settings, SettingsFault } from "../adapter/settings.ts";
import {
  type Fields,
  type Found,
  faultAt,
  findHooks,
  type HookShape,
  isSameHook,
  readHooks,
  sortHooks,
  type Wanted,
  wantedHooks,
} from "./find-hooks.ts";
import { hookCommand } from "./hook-command.ts";
import { isArray, isObject, memberOf, nodeAt, plainValue, renderJson } from "./json-value.ts";
import { type JsonContainer, type JsonText, parseJsonc } from "./jsonc.ts";
import { insertInto, lookOf, removeAt, splice } from "./jsonc-edit.ts";

/** Edits our hooks among the user's in the agent's JSON file. */
export function hookSettings(shape: HookShape): Settings {
  return {
    inspect: (text, home) => inspect(shape, text, home),
    add: (text, home) => add(shape, text, home),
    remove: (text) => remove(shape, text),
  };
}

function inspect(shape: HookShape, text: string | null, home: string): Inspection {
  if (text === null)
    return { state: "absent", missing: shape.events, stale: [], disabled: null, awaiting: [], unread: null };
  const read = readHooks(shape, text);
  if (!read.ok) return { state: "malformed", fault: read.fault };
  const sorted = sortHooks(shape, findHooks(shape, read.json), home);
  const { current, stale } = sorted;
  const missing = [...new Set(sorted.missing.map(({ event }) => event))];
  const words = shape.disabled?.(plainValue(read.json.root)) ?? null;
  const rest = {
    missing,
    stale: [...new Set(stale.map(({ event }) => event))],
    disabled: words === null ? null : { words, file: "settings" as const },
    awaiting: [],
    unread: unreadIn(shape, text),
  };
  if (current.length === 0 && stale.length === 0) return { state: "absent", ...rest };
  return { state: missing.length === 0 && stale.length === 0 ? "current" : "outdated", ...rest };
}

function unreadIn(shape: HookShape, text: string): SettingsFault | null {
  const parsed = parseJsonc(text, shape.reads);
  return parsed.ok ? null : faultAt(text, parsed.fault);
}

function add(shape: HookShape, text: string | null, home: string): Edited {
  if (text === null) return { ok: true, text: freshText(shape, home) };
  const read = readHooks(shape, text);
  if (!read.ok) return read;
  const updated = update(shape, read.json, home);
  const filled = fill(shape, updated, home, true);
  // a file that began as the user's must never look like one that we created
  const isMistakable = findHooks(shape, read.json).length === 0 && isFresh(shape, filled);
  return { ok: true, text: isMistakable ? fill(shape, updated, home, false) : filled };
}

function remove(shape: HookShape, text: string | null): Edited {
  if (text === null) return { ok: true, text };
  const parsed = parseJsonc(text);
  if (!parsed.ok) return { ok: false, fault: faultAt(text, parsed.fault) };
  return { ok: true, text: isFresh(shape, text) ? null : removeEach(shape, text, () => true) };
}

/** Our commands for another home are changed in place to this one; those no longer wanted are removed. */
function update(shape: HookShape, json: JsonText, home: string): string {
  const { stale, missing } = sortHooks(shape, findHooks(shape, json), home);
  const moved = missing.flatMap((wanted) => stale.find((found) => isSameHook(found, wanted) && found.counts) ?? []);
  const text = moved
    .toSorted((a, b) => b.command.start - a.command.start)
    .reduce((rest, { event, verb, command }) => {
      return splice(rest, command.start, command.end, JSON.stringify(hookCommand(home, shape.agent, event, verb)));
    }, json.text);
  return removeEach(shape, text, (found, all) => sortHooks(shape, all, home).stale.includes(found));
}

function fill(shape: HookShape, text: string, home: string, wrap: boolean): string {
  const json = reparse(text);
  const { missing: wanted } = sortHooks(shape, findHooks(shape, json), home);
  const root = json.root as JsonContainer;
  if (wanted.length > 0 && memberOf(root, "hooks") === undefined)
    return insertInto(json, root, { key: "hooks", value: hooksOf(shape, wanted, home), levels: 2 }, wrap);
  return wanted.reduce((rest, hook) => addHook(shape, rest, hook, home), text);
}

function addHook(shape: HookShape, text: string, hook: Wanted, home: string): string {
  const json = reparse(text);
  const { event } = hook;
  const entry = entryOf(shape, hook, home);
  const hooks = nodeAt(json.root, "hooks") as JsonContainer;
  const entries = nodeAt(hooks, event);
  return isArray(entries)
    ? insertInto(json, entries, { key: null, value: entry, levels: 0 })
    : insertInto(json, hooks, { key: event, value: [entry], levels: 1 });
}

/** Removes from end to start: each removal then finds the text as it was after its insertion. */
function removeEach(shape: HookShape, text: string, isGone: (found: Found, all: readonly Found[]) => boolean): string {
  for (let rest = text; ; ) {
    const json = reparse(rest);
    const all = findHooks(shape, json);
    const last = all.findLast((found) => isGone(found, all));
    if (last === undefined) return rest;
    rest = removeAt(json, last.path);
  }
}

/** Whether we created the file and it is unedited, to the byte. */
function isFresh(shape: HookShape, text: string): boolean {
  const json = reparse(text);
  const { root } = json;
  const hooks = nodeAt(root, "hooks");
  if (!isObject(root) || !isObject(hooks)) return false;
  const entries = hooks.items.map(({ value }) => (isArray(value) ? value.items.length : 0));
  const count = entries.reduce((sum, each) => sum + each, 0);
  const isOurs = count > 0 && !entries.includes(0) && findHooks(shape, json).length === count;
  const keys = root.items.map(({ key }) => key).join();
  const look = { ...lookOf(json), indent: "" };
  return (
    isOurs &&
    keys === Object.keys(frame(shape, {})).join() &&
    `${renderJson(plainValue(root), 3, look)}${look.newline}` === text
  );
}

function freshText(shape: HookShape, home: string): string {
  const value = frame(shape, hooksOf(shape, wantedHooks(shape), home));
  return `${renderJson(value, 3, { newline: "\n", indent: "", unit: "  " })}\n`;
}

/** We write hooks first; in a user's file they are appended last, which distinguishes the two. */
function frame(shape: HookShape, hooks: Fields): Fields {
  return { hooks, ...shape.frame };
}

function hooksOf(shape: HookShape, wanted: readonly Wanted[], home: string): Fields {
  const events = [...new Set(wanted.map(({ event }) => event))];
  return Object.fromEntries(
    events.map((event) => [
      event,
      wanted.filter((hook) => hook.event === event).map((hook) => entryOf(shape, hook, home)),
    ]),
  );
}

function entryOf(shape: HookShape, { event, verb }: Wanted, home: string): Fields {
  return shape.entry(hookCommand(home, shape.agent, event, verb), event, verb);
}

/** Parses text that is known to be valid: already parsed, or edited by us. */
function reparse(text: string): JsonText {
  const parsed = parseJsonc(text);
  if (!parsed.ok) throw new Error(`no JSON at ${parsed.fault.at}: expected ${parsed.fault.expected}`);
  return parsed.json;
}
