import { describe, expect, it } from "vitest";
import { AttentionKind } from "../../core/protocol/attention.ts";
import { KIND_WORDS } from "./kind-words.ts";
import type { NotePermission } from "./note-permission.ts";
import { permissionWords } from "./permission-words.ts";
import { formatTimeOfDay, parseTimeOfDay } from "./time-of-day.ts";

describe("the words of the notification settings", () => {
  it("[UI14] there is a switch for every kind of call", () => {
    expect(KIND_WORDS.map(({ kind }) => kind).sort()).toEqual([...AttentionKind.options].sort());
  });

  it("[UI14] say what can be done about each answer of the browser", () => {
    const all: NotePermission[] = ["granted", "denied", "not-asked", "insecure", "unsupported"];
    expect(new Set(all.map(permissionWords)).size).toBe(all.length);
    expect(permissionWords("denied")).toContain("settings");
    expect(permissionWords("insecure")).toContain("https");
  });

  it("[UI14] times of quiet hours are read as they are written", () => {
    for (const minute of [0, 425, 1439]) expect(parseTimeOfDay(formatTimeOfDay(minute))).toBe(minute);
    expect(formatTimeOfDay(425)).toBe("07:05");
    for (const text of ["", "7:05", "24:00", "12:60"]) expect(parseTimeOfDay(text)).toBeNull();
  });
});
