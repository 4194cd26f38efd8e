import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Edited } from "../adapter/settings.ts";
import type { HookShape } from "./find-hooks.ts";
import { isHookCommand } from "./hook-command.ts";
import { hookSettings } from "./hook-settings.ts";
import { type JsonValue, plainValue } from "./json-value.ts";
import { parseJsonc } from "./jsonc.ts";
import { randomSettings, tidySettings } from "./random-settings.ts";

const grouped: HookShape = {
  agent: "claude",
  events: ["Stop", "SessionStart", "PreToolUse"],
  commandKey: "command",
  entry: (command) => ({ hooks: [{ type: "command", command, timeout: 10 }] }),
};
const flat: HookShape = { ...grouped, entry: (command) => ({ command, timeout: 10 }) };

const anySettings = fc.oneof(randomSettings, tidySettings);
const homes = fc.constantFrom("/home/me/.agtmux", "/ho me/it's/ünï", "/x");

function textOf(edited: Edited): string | null {
  if (!edited.ok) throw new Error(JSON.stringify(edited.fault));
  return edited.text;
}

function valueIn(text: string): JsonValue {
  const parsed = parseJsonc(text);
  if (!parsed.ok) throw new Error(`${parsed.fault.at}: ${parsed.fault.expected} in ${text}`);
  return plainValue(parsed.json.root);
}

/** Removes our commands and empty containers: whether those were there before, the text comparison checks. */
function without(value: JsonValue): JsonValue | undefined {
  if (Array.isArray(value)) return value.map(without).filter((each) => each !== undefined);
  if (typeof value !== "object" || value === null) return value;
  const fields = value as Readonly<Record<string, JsonValue>>;
  const leaf = fields.command;
  if (typeof leaf === "string" && isHookCommand(leaf, "claude")) return undefined;
  const kept = Object.entries(fields).flatMap(([key, each]) => {
    const rest = without(each);
    return rest === undefined ? [] : [[key, rest] as const];
  });
  const isOurGroup =
    Array.isArray(fields.hooks) &&
    fields.hooks.length > 0 &&
    (Object.fromEntries(kept).hooks as unknown[])?.length === 0;
  return isOurGroup ? undefined : Object.fromEntries(kept);
}

/** Events without entries are the same as none. */
function meaning(text: string): JsonValue | undefined {
  const value = without(valueIn(text)) as Record<string, JsonValue>;
  const hooks = Object.entries((value.hooks ?? {}) as Record<string, JsonValue[]>).filter(
    ([, entries]) => entries.length > 0,
  );
  return { ...value, hooks: Object.fromEntries(hooks) };
}

describe.each([
  ["in groups", grouped],
  ["one by one", flat],
])("hooks %s, in settings that anybody wrote", (_, shape) => {
  const settings = hookSettings(shape);

  it("[IN2] removing our part leaves the text as it was, byte for byte", () => {
    fc.assert(
      fc.property(anySettings, homes, (text, home) => {
        const added = textOf(settings.add(text, home));
        expect(textOf(settings.remove(added))).toBe(text);
      }),
      { numRuns: 600 },
    );
  });

  it("[IN2] a second time changes nothing, and all is current then", () => {
    fc.assert(
      fc.property(anySettings, homes, (text, home) => {
        const added = textOf(settings.add(text, home));
        expect(textOf(settings.add(added, home))).toBe(added);
        expect(settings.inspect(added, home)).toMatchObject({ state: "current", missing: [], stale: [] });
      }),
      { numRuns: 600 },
    );
  });

  it("[IN2] the user's settings keep their meaning and all their characters in order", () => {
    fc.assert(
      fc.property(anySettings, homes, (text, home) => {
        const added = textOf(settings.add(text, home)) ?? "";
        expect(meaning(added)).toEqual(meaning(text));
        let at = 0;
        const wanted = [...text];
        for (const character of added) if (character === wanted[at]) at += 1;
        expect(at).toBe(wanted.length);
      }),
      { numRuns: 600 },
    );
  });

  it("[IN1] ours of another home, doubled or no longer wanted become what they should be, and go as cleanly", () => {
    const older = hookSettings({ ...shape, events: ["Stop", "Notification", "PreToolUse"] });
    fc.assert(
      fc.property(anySettings, homes, homes, (text, before, home) => {
        const old = textOf(older.add(text, before));
        const added = textOf(settings.add(old, home));
        expect(settings.inspect(added, home)).toMatchObject({ state: "current", missing: [], stale: [] });
        expect(textOf(settings.add(added, home))).toBe(added);
        expect(textOf(settings.remove(added))).toBe(text);
      }),
      { numRuns: 600 },
    );
  });
});
