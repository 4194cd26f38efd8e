import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { State } from "../protocol/base/state.ts";
import type { DoingNews } from "../protocol/events/doing-news.ts";
import type { Evidence } from "../protocol/events/event.ts";
import { DoingRecord, learnDoing, NO_DOING } from "./doing-record.ts";
import { shownDoing } from "./shown-doing.ts";

const BUSY: Evidence = { kind: "edge", phase: "busy", state: "running" };
const REST: Evidence = { kind: "edge", phase: "rest", state: "completed" };
const BEGIN_IDLE: Evidence = { kind: "edge", phase: "rest", state: "idle", begin: true };

interface Told {
  at: number;
  news: DoingNews;
  evidence?: Evidence;
  session?: string;
}

function record(...told: readonly Told[]): DoingRecord {
  return told.reduce((known, { at, news, evidence = BUSY, session }) => {
    const event = {
      source: "hook",
      event_type: "x.y",
      evidence,
      event_time: at,
      clock_offset: 0,
      ingested_at: at,
    } as const;
    return learnDoing(known, news, event, session);
  }, NO_DOING);
}

function shown(known: DoingRecord, state: State = "running") {
  const { task, tool, words } = shownDoing(known, state, "/w");
  return [task?.text ?? null, tool && [tool.name, tool.argument], words?.text ?? null];
}

const prompt = (at: number, task: string, session = "s1"): Told => ({ at, news: { task }, session });
const began = (at: number, id: string, argument: string): Told => ({
  at,
  news: { began: [{ id, tool: "Bash", argument }] },
  session: "s1",
});
const ended = (at: number, id: string): Told => ({ at, news: { ended: [id] }, session: "s1" });

describe("what an agent works on", () => {
  it("[RS20] each part has its source and time", () => {
    const known = record(prompt(5, "Fix it"), began(6, "c1", "npm test"), { at: 7, news: { words: "On it." } });
    const origin = { source: "hook", from: "x.y" };
    expect(shownDoing(known, "running", "/w")).toEqual({
      task: { text: "Fix it", ...origin, at: 5 },
      tool: { name: "Bash", argument: "npm test", ...origin, at: 6 },
      words: { text: "On it.", ...origin, at: 7 },
      directory: { path: "/w", source: "tmux", from: "pane_current_path", at: null },
      branch: null,
      changes: null,
    });
    expect(DoingRecord.parse(JSON.parse(JSON.stringify(known)))).toEqual(known);
  });

  it("[RS22] a tool is shown while it runs: not while a person is asked, not after its end, and of several the newest", () => {
    const known = record(began(1, "a", "one"), began(2, "b", "two"));
    expect(shown(known)[1]).toEqual(["Bash", "two"]);
    for (const state of ["waiting_approval", "waiting_input", "completed", "idle", "error", "unknown"] as const)
      expect(shown(known, state)[1]).toBeNull();
    expect(shown(record(began(1, "a", "one"), began(2, "b", "two"), ended(3, "b")))[1]).toEqual(["Bash", "one"]);
    expect(shown(record(began(1, "a", "one"), ended(3, "a"), began(4, "a", "again")))[1]).toEqual(["Bash", "again"]);
  });

  it("[RS22] the end of the turn ends every call, also one whose end was not reported", () => {
    const over = { at: 5, news: {}, evidence: REST, session: "s1" };
    expect(shown(record(began(1, "a", "one"), over))[1]).toBeNull();
    const level: Evidence = { kind: "level", phase: "rest", changed_at: 4 };
    expect(shown(record(began(1, "a", "one"), { at: 9, news: {}, evidence: level }))[1]).toBeNull();
    expect(shown(record(began(5, "a", "one"), { at: 9, news: {}, evidence: level }))[1]).toEqual(["Bash", "one"]);
  });

  it("[RS22] events in any order show the same", () => {
    const told = [
      prompt(1, "first"),
      began(2, "a", "one"),
      ended(3, "a"),
      { at: 4, news: { words: "half" }, session: "s1" },
      { at: 5, news: {}, evidence: REST, session: "s1" },
      prompt(6, "second"),
      began(7, "b", "two"),
      began(8, "c", "three"),
      ended(9, "c"),
    ];
    fc.assert(
      fc.property(fc.shuffledSubarray(told, { minLength: told.length }), fc.subarray(told), (order, again) => {
        expect(shown(record(...order, ...again))).toEqual(["second", ["Bash", "two"], "half"]);
      }),
    );
  });

  it("[RS23] another conversation empties it, and what the former one still tells does not count", () => {
    const before = [prompt(1, "old"), { at: 2, news: { words: "said" }, session: "s1" }, began(3, "a", "one")];
    const cleared = { at: 4, news: { cleared: true } as const, evidence: BEGIN_IDLE, session: "s1" };
    expect(shown(record(...before, cleared))).toEqual([null, null, null]);
    expect(shown(record(cleared, ...before))).toEqual([null, null, null]);
    const other = [...before, prompt(5, "new", "s2")];
    expect(shown(record(...other))).toEqual(["new", null, null]);
    const late = { at: 9, news: { words: "late" }, evidence: REST, session: "s1" };
    const working = { at: 6, news: { began: [{ id: "b", tool: "Read" }] }, session: "s2" };
    expect(shown(record(...other, working, late))).toEqual(["new", ["Read", null], null]);
    expect(shown(record(prompt(5, "new", "s2"), prompt(1, "old")))).toEqual(["new", null, null]);
  });

  it("[RS22] keeps twenty calls at most", () => {
    const many = Array.from({ length: 100 }, (_, n) => began(n + 1, `c${n}`, `${n}`));
    expect(Object.keys(record(...many).calls)).toHaveLength(20);
    expect(shown(record(...many))[1]).toEqual(["Bash", "99"]);
  });

  it("[LS18] times are shown as whole milliseconds", () => {
    const branch = {
      name: "main",
      commit: null,
      source: "git",
      from: "/w/.git/HEAD",
      at: 5.7,
      directory: "/w",
    } as const;
    expect(shownDoing({ ...NO_DOING, branch }, "idle", "/w").branch?.at).toBe(5);
  });

  it("[RS26] the branch is that of the directory in which it works, and of no other", () => {
    const branch = { name: "main", commit: null, source: "git", from: "/w/.git/HEAD", at: 3, directory: "/w" } as const;
    const { directory: _, ...told } = branch;
    expect(shownDoing({ ...NO_DOING, branch }, "idle", "/w").branch).toEqual(told);
    expect(shownDoing({ ...NO_DOING, branch }, "idle", "/w/sub").branch).toBeNull();
    const directory = { path: "/v", source: "hook", from: "claude.Stop", at: 1 } as const;
    expect(shownDoing({ ...NO_DOING, branch, directory }, "idle", "/w")).toMatchObject({ directory, branch: null });
  });
});
