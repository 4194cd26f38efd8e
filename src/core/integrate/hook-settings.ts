import { type Fields, type Found, faultAt, findHooks, type HookShape, readHooks, sortHooks } from "./find-hooks.ts";
import { hookCommand } from "./hook-command.ts";
import { isArray, isObject, memberOf, nodeAt, plainValue, renderJson } from "./json-value.ts";
import { type JsonContainer, type JsonText, parseJsonc } from "./jsonc.ts";
import { insertInto, lookOf, removeAt, splice } from "./jsonc-edit.ts";
import type { Edited, Inspection, Settings, SettingsFault } from "./settings.ts";

/** Our hooks among those of the user, in the agent's own JSON file. */
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
  const { current, stale } = sortHooks(shape, findHooks(shape, read.json), home);
  const missing = shape.events.filter((event) => !current.has(event));
  const words = shape.disabled?.(plainValue(read.json.root)) ?? null;
  const rest = {
    missing,
    stale: [...new Set(stale.map(({ event }) => event))],
    disabled: words === null ? null : { words, file: "settings" as const },
    awaiting: [],
    unread: unreadIn(shape, text),
  };
  if (current.size === 0 && stale.length === 0) return { state: "absent", ...rest };
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
  // what began as the user's own must never be taken for a file of ours
  const isMistakable = findHooks(shape, read.json).length === 0 && isFresh(shape, filled);
  return { ok: true, text: isMistakable ? fill(shape, updated, home, false) : filled };
}

function remove(shape: HookShape, text: string | null): Edited {
  if (text === null) return { ok: true, text };
  const parsed = parseJsonc(text);
  if (!parsed.ok) return { ok: false, fault: faultAt(text, parsed.fault) };
  return { ok: true, text: isFresh(shape, text) ? null : removeEach(shape, text, () => true) };
}

/** Ours of another home get the command of this one where they stand; what is no longer wanted goes. */
function update(shape: HookShape, json: JsonText, home: string): string {
  const { current, stale } = sortHooks(shape, findHooks(shape, json), home);
  const moved = shape.events.flatMap((event) => {
    const first = current.has(event) ? undefined : stale.find((found) => found.event === event && found.counts);
    return first === undefined ? [] : [first];
  });
  const text = moved
    .toSorted((a, b) => b.command.start - a.command.start)
    .reduce((rest, { event, command }) => {
      return splice(rest, command.start, command.end, JSON.stringify(hookCommand(home, shape.agent, event)));
    }, json.text);
  return removeEach(shape, text, (found, all) => sortHooks(shape, all, home).stale.includes(found));
}

function fill(shape: HookShape, text: string, home: string, wrap: boolean): string {
  const json = reparse(text);
  const { current } = sortHooks(shape, findHooks(shape, json), home);
  const wanted = shape.events.filter((event) => !current.has(event));
  const root = json.root as JsonContainer;
  if (wanted.length > 0 && memberOf(root, "hooks") === undefined)
    return insertInto(json, root, { key: "hooks", value: hooksOf(shape, wanted, home), levels: 2 }, wrap);
  return wanted.reduce((rest, event) => addEvent(shape, rest, event, home), text);
}

function addEvent(shape: HookShape, text: string, event: string, home: string): string {
  const json = reparse(text);
  const entry = shape.entry(hookCommand(home, shape.agent, event), event);
  const hooks = nodeAt(json.root, "hooks") as JsonContainer;
  const entries = nodeAt(hooks, event);
  return isArray(entries)
    ? insertInto(json, entries, { key: null, value: entry, levels: 0 })
    : insertInto(json, hooks, { key: event, value: [entry], levels: 1 });
}

/** From the end to the beginning: each finds the text as it was when it was put there. */
function removeEach(shape: HookShape, text: string, isGone: (found: Found, all: readonly Found[]) => boolean): string {
  for (let rest = text; ; ) {
    const json = reparse(rest);
    const all = findHooks(shape, json);
    const last = all.findLast((found) => isGone(found, all));
    if (last === undefined) return rest;
    rest = removeAt(json, last.way);
  }
}

/** Nothing in the file is anybody's but ours, to the byte. */
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
  const value = frame(shape, hooksOf(shape, shape.events, home));
  return `${renderJson(value, 3, { newline: "\n", indent: "", unit: "  " })}\n`;
}

/** Hooks come first; in a frame of the user's they come last, and the two can be told apart. */
function frame(shape: HookShape, hooks: Fields): Fields {
  return { hooks, ...shape.frame };
}

function hooksOf(shape: HookShape, events: readonly string[], home: string): Fields {
  return Object.fromEntries(
    events.map((event) => [event, [shape.entry(hookCommand(home, shape.agent, event), event)]]),
  );
}

/** What was parsed before, and what we have made of it. */
function reparse(text: string): JsonText {
  const parsed = parseJsonc(text);
  if (!parsed.ok) throw new Error(`no JSON at ${parsed.fault.at}: expected ${parsed.fault.expected}`);
  return parsed.json;
}
