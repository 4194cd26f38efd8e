import { hookCommand, isHookCommand } from "./hook-command.ts";
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
import type { Way } from "./jsonc-edit.ts";
import { lineColumn } from "./line-column.ts";
import type { SettingsFault } from "./settings.ts";

export type Fields = Readonly<Record<string, JsonValue>>;

/** How an agent wants its hooks written: `{"hooks": {EVENT: [entry, …]}}` in a JSON file. */
export interface HookShape {
  agent: string;
  /** What to hear of, in the order in which it is written. */
  events: readonly string[];
  /** The name under which an entry, or a hook of its group, has its command. */
  commandKey: "command" | "bash";
  entry(command: string, event: string): Fields;
  /** What the file needs besides. */
  frame?: Fields;
  /** What the agent itself reads of this file, where that is less than we do. */
  reads?: JsonTolerance;
  /** What in the file keeps hooks from running. */
  disabled?(settings: JsonValue): string | null;
}

/** One of our commands. */
export interface Found {
  event: string;
  command: JsonScalar;
  /** To what goes when it goes: its entry, or itself where somebody else's are in the same group. */
  way: Way;
  /** Of two members with one name only the last counts. */
  counts: boolean;
}

type Read = { ok: true; json: JsonText } | { ok: false; fault: SettingsFault };

/** The text, if our part can be put there. */
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

/** All that is ours, in the order of the text. */
export function findHooks(shape: HookShape, { root }: JsonText): Found[] {
  if (!isObject(root)) return [];
  return holders(root, "hooks", isObject).flatMap((hooks) =>
    hooks.node.items.flatMap((member, index) => {
      if (!isArray(member.value)) return [];
      const counts = hooks.counts && memberOf(hooks.node, member.key ?? "") === member;
      const way = [
        { container: root, index: hooks.index },
        { container: hooks.node, index },
      ];
      return inEntries(shape, member.value, way).map((found) => ({ ...found, event: member.key ?? "", counts }));
    }),
  );
}

/** Ours as they should be, one for each event, and the others. */
export function sortHooks(shape: HookShape, found: readonly Found[], home: string) {
  const current = new Map<string, Found>();
  const stale: Found[] = [];
  for (const each of found) {
    const { event, command, counts } = each;
    const isWanted = counts && shape.events.includes(event) && command.value === hookCommand(home, shape.agent, event);
    if (isWanted && !current.has(event)) current.set(event, each);
    else stale.push(each);
  }
  return { current, stale };
}

function holders<T extends JsonNode>(of: JsonContainer, key: string, isWanted: (node: JsonNode) => node is T) {
  return of.items.flatMap(({ key: name, value }, index) =>
    name === key && isWanted(value) ? [{ node: value, index, counts: memberOf(of, key)?.value === value }] : [],
  );
}

function inEntries(shape: HookShape, entries: JsonContainer, before: Way): Pick<Found, "command" | "way">[] {
  return entries.items.flatMap((entry, index) => {
    const way = [...before, { container: entries, index }];
    const own = commandIn(shape, entry.value);
    if (own !== null) return [{ command: own, way }];
    const group = memberOf(entry.value, "hooks");
    if (group === undefined || !isArray(group.value)) return [];
    return inGroup(shape, entry.value as JsonContainer, group, way);
  });
}

function inGroup(shape: HookShape, entry: JsonContainer, group: JsonItem, way: Way): Pick<Found, "command" | "way">[] {
  const hooks = group.value as JsonContainer;
  const toGroup = [...way, { container: entry, index: entry.items.indexOf(group) }];
  return hooks.items.flatMap((hook, index) => {
    const command = commandIn(shape, hook.value);
    if (command === null) return [];
    return [{ command, way: hooks.items.length === 1 ? way : [...toGroup, { container: hooks, index }] }];
  });
}

function commandIn({ commandKey, agent }: HookShape, node: JsonNode): JsonScalar | null {
  const command = memberOf(node, commandKey)?.value;
  const isOurs = command?.type === "scalar" && typeof command.value === "string" && isHookCommand(command.value, agent);
  return isOurs ? command : null;
}
