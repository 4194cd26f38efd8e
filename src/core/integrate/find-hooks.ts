import type { SettingsFault } from "../adapter/settings.ts";
import { type HookVerb, hookCommand, isHookCommand, verbOf } from "./hook-command.ts";
import { isArray, isObject, type JsonValue, memberOf, nodeAt } from "./json-value.ts";
import {
  type JsonContainer,
  type JsonFault,
  type JsonItem,
  type JsonNode,
  type JsonScalar,
  type JsonText,
  type JsonTolerance,
  parseJsonc,
} from "./jsonc.ts";
import type { JsonPath } from "./jsonc-edit.ts";
import { lineColumn } from "./line-column.ts";

export type Fields = Readonly<Record<string, JsonValue>>;

/** An agent's format for hooks: `{"hooks": {EVENT: [entry, …]}}` in a JSON file. */
export interface HookShape {
  agent: string;
  /** Events that we subscribe to, in the order in which they are written. */
  events: readonly string[];
  /** The key of the command in an entry, or in a hook of its group. */
  commandKey: "command" | "bash";
  entry(command: string, event: string, verb: HookVerb): Fields;
  /** Events that a second hook answers. */
  decides?: readonly string[];
  /** Other members that the file needs. */
  frame?: Fields;
  /** The agent's own parser, if it accepts less than ours. */
  reads?: JsonTolerance;
  /** Returns the setting that keeps hooks from running, or null. */
  disabled?(settings: JsonValue): string | null;
}

/** A command of ours that the file should have. */
export interface Wanted {
  event: string;
  verb: HookVerb;
}

export function wantedHooks({ events, decides = [] }: HookShape): Wanted[] {
  return events.flatMap((event): Wanted[] => [
    { event, verb: "hook" },
    ...(decides.includes(event) ? [{ event, verb: "decide" as const }] : []),
  ]);
}

export function isSameHook(a: Wanted, b: Wanted): boolean {
  return a.event === b.event && a.verb === b.verb;
}

/** One of our commands in the file. */
export interface Found extends Wanted {
  command: JsonScalar;
  /** Path to the part to remove: the whole entry, or only the command if its group contains others. */
  path: JsonPath;
  /** False for a member that a later one with the same name overrides. */
  counts: boolean;
}

type Read = { ok: true; json: JsonText } | { ok: false; fault: SettingsFault };

/** Parses the text, if our hooks can be added to it. */
export function readHooks(shape: HookShape, text: string): Read {
  const parsed = parseJsonc(text);
  if (!parsed.ok) return { ok: false, fault: faultAt(text, parsed.fault) };
  const fault = misfit(shape, parsed.json.root);
  return fault === null ? parsed : { ok: false, fault: faultAt(text, fault) };
}

export function faultAt(text: string, { at, expected }: JsonFault): SettingsFault {
  return { ...lineColumn(text, at), expected };
}

function misfit(shape: HookShape, root: JsonNode): JsonFault | null {
  if (!isObject(root)) return { at: root.start, expected: "an object ({ … })" };
  const hooks = nodeAt(root, "hooks");
  if (hooks !== undefined && !isObject(hooks)) return { at: hooks.start, expected: 'an object ({ … }) as "hooks"' };
  for (const event of shape.events) {
    const entries = nodeAt(hooks, event);
    if (entries !== undefined && !isArray(entries))
      return { at: entries.start, expected: `a list ([ … ]) as "${event}"` };
  }
  const lacking = Object.entries(shape.frame ?? {}).find(([key]) => memberOf(root, key) === undefined);
  if (lacking === undefined) return null;
  return { at: root.start + 1, expected: `${JSON.stringify(lacking[0])}: ${JSON.stringify(lacking[1])}` };
}

/** Finds all our commands, in text order. */
export function findHooks(shape: HookShape, { root }: JsonText): Found[] {
  if (!isObject(root)) return [];
  return holders(root, "hooks", isObject).flatMap((hooks) =>
    hooks.node.items.flatMap((member, index) => {
      if (!isArray(member.value)) return [];
      const counts = hooks.counts && memberOf(hooks.node, member.key ?? "") === member;
      const path = [
        { container: root, index: hooks.index },
        { container: hooks.node, index },
      ];
      return inEntries(shape, member.value, path).map((found) => {
        return { ...found, event: member.key ?? "", verb: verbOf(String(found.command.value)), counts };
      });
    }),
  );
}

/** Separates the up-to-date commands from the stale ones, and tells which are missing. */
export function sortHooks(shape: HookShape, found: readonly Found[], home: string) {
  const wanted = wantedHooks(shape);
  const current: Found[] = [];
  const stale: Found[] = [];
  for (const each of found) {
    const { event, verb, command, counts } = each;
    const isUpToDate = command.value === hookCommand(home, shape.agent, event, verb);
    const isWanted = counts && isUpToDate && wanted.some((one) => isSameHook(one, each));
    if (isWanted && !current.some((one) => isSameHook(one, each))) current.push(each);
    else stale.push(each);
  }
  const missing = wanted.filter((one) => !current.some((each) => isSameHook(one, each)));
  return { current, stale, missing };
}

function holders<T extends JsonNode>(of: JsonContainer, key: string, isWanted: (node: JsonNode) => node is T) {
  return of.items.flatMap(({ key: name, value }, index) =>
    name === key && isWanted(value) ? [{ node: value, index, counts: memberOf(of, key)?.value === value }] : [],
  );
}

function inEntries(shape: HookShape, entries: JsonContainer, before: JsonPath): Pick<Found, "command" | "path">[] {
  return entries.items.flatMap((entry, index) => {
    const path = [...before, { container: entries, index }];
    const own = commandIn(shape, entry.value);
    if (own !== null) return [{ command: own, path }];
    const group = memberOf(entry.value, "hooks");
    if (group === undefined || !isArray(group.value)) return [];
    return inGroup(shape, entry.value as JsonContainer, group, path);
  });
}

function inGroup(
  shape: HookShape,
  entry: JsonContainer,
  group: JsonItem,
  path: JsonPath,
): Pick<Found, "command" | "path">[] {
  const hooks = group.value as JsonContainer;
  const toGroup = [...path, { container: entry, index: entry.items.indexOf(group) }];
  return hooks.items.flatMap((hook, index) => {
    const command = commandIn(shape, hook.value);
    if (command === null) return [];
    return [{ command, path: hooks.items.length === 1 ? path : [...toGroup, { container: hooks, index }] }];
  });
}

function commandIn({ commandKey, agent }: HookShape, node: JsonNode): JsonScalar | null {
  const command = memberOf(node, commandKey)?.value;
  const isOurs = command?.type === "scalar" && typeof command.value === "string" && isHookCommand(command.value, agent);
  return isOurs ? command : null;
}
