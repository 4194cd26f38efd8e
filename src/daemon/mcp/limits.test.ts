import { expect, it } from "vitest";
import { openMemoryStore } from "../store/memory-store.ts";
import { Limits } from "./limits.ts";

const MINUTE = 60_000;

function limited(settings: Partial<Limits["deps"]["settings"]> = {}) {
  const clock = { at: 1_000_000, now: () => clock.at };
  const store = openMemoryStore();
  const prompted = new Set<string>();
  const open = () =>
    new Limits({
      store,
      clock,
      settings: { acting: true, depth: 2, per_hour: 3, ...settings },
      isPromptedSince: (runtimeId) => prompted.has(runtimeId),
    });
  return { clock, prompted, limits: open(), open };
}

it("[MC5] an agent acts so often in an hour, and then is told when it may again", () => {
  const { limits, clock } = limited();
  for (const _ of [1, 2, 3]) limits.count("a");
  clock.at += 20 * MINUTE;
  expect(() => limits.count("a")).toThrow(/3 times in an hour.*possible in 40 min/);
  limits.count("b");
  clock.at += 41 * MINUTE;
  expect(() => limits.count("a")).not.toThrow();
});

it("[MC5] each agent stands one deeper than the one that asked it, and too deep is refused", () => {
  const { limits } = limited();
  limits.note("b", "a", limits.nextDepth(limits.depthOf("a")));
  limits.note("a", "b", limits.nextDepth(limits.depthOf("b")));
  expect([limits.depthOf("b"), limits.depthOf("a")]).toEqual([1, 2]);
  expect(() => limits.nextDepth(limits.depthOf("a"))).toThrow(/2 agents stand behind you/);
});

it("[MC5] depth is kept over a restart, and ends with a person's prompt or an hour without another agent's", () => {
  const { limits, open, clock, prompted } = limited();
  limits.note("b", "a", 2);
  expect(open().depthOf("b")).toBe(2);
  prompted.add("b");
  expect(limits.depthOf("b")).toBe(0);
  prompted.clear();
  clock.at += 61 * MINUTE;
  expect(limits.depthOf("b")).toBe(0);
});

it("[MC5] a prompt that was refused leaves no trace", () => {
  const { limits } = limited();
  limits.note("b", "a", 1);
  limits.note("b", "c", 2)();
  expect(limits.depthOf("b")).toBe(1);
});

it("[MC7] a pause is kept over a restart, and config.toml can stop all acting", () => {
  const { limits, open } = limited();
  expect(() => limits.requireActing()).not.toThrow();
  limits.pause(true);
  expect(() => open().requireActing()).toThrow(/a person has paused that/);
  limits.pause(false);
  expect(() => open().requireActing()).not.toThrow();
  expect(() => limited({ acting: false }).limits.requireActing()).toThrow(/config\.toml says so/);
});
