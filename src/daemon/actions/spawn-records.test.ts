import { expect, it } from "vitest";
import { openMemoryStore } from "../store/memory-store.ts";
import { SpawnRecords } from "./spawn-records.ts";

const none = { made: [], previous: null, exclude: null };

it("[PV3] a block that two sessions share is removed with the last of them, as the first found the file", () => {
  const records = new SpawnRecords(openMemoryStore());
  records.hold("host", "/w/AGENTS.md", "a", { ...none, made: ["/w/AGENTS.md"] });
  records.hold("host", "/w/AGENTS.md", "b", { ...none, previous: "ours" });
  records.hold("vm1", "/w/AGENTS.md", "c", none);
  expect(records.lastHeld("host", "/w/AGENTS.md", "a")).toBeNull();
  records.release("host", "/w/AGENTS.md", "a");
  const held = { holders: ["b"], made: ["/w/AGENTS.md"], previous: null, exclude: null };
  expect(records.lastHeld("host", "/w/AGENTS.md", "b")).toEqual(held);
  records.release("host", "/w/AGENTS.md", "b");
  expect(records.held("host", "/w/AGENTS.md")).toBeNull();
  expect(records.held("vm1", "/w/AGENTS.md")).not.toBeNull();
});

it("[PV3] git's list of a repository has a line for each file that is held", () => {
  const records = new SpawnRecords(openMemoryStore());
  const exclude = (pattern: string) => ({ ...none, exclude: { path: "/r/.git/info/exclude", pattern } });
  records.hold("host", "/r/GEMINI.md", "a", exclude("/GEMINI.md"));
  records.hold("host", "/r/AGENTS.md", "b", exclude("/AGENTS.md"));
  expect(records.excludedBy("host", "/r/.git/info/exclude")).toEqual(["/AGENTS.md", "/GEMINI.md"]);
  expect(records.excludedBy("host", "/r/.git/info/exclude", "/r/AGENTS.md")).toEqual(["/GEMINI.md"]);
  expect(records.excludedBy("host", "/other")).toEqual([]);
});
