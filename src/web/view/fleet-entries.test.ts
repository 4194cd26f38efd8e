import { describe, expect, it } from "vitest";
import { asking, testPane } from "../../../test/support/test-pane.ts";
import { type Entry, type FleetQuery, fleetEntries, lookCounts, WITHOUT_AGENT } from "./fleet-entries.ts";

const all: FleetQuery = { grouping: "target-session", looks: new Set(), search: "", folded: new Set() };
const brief = (entries: Entry[]) =>
  entries.map((entry) => (entry.type === "group" ? `[${entry.name} ${entry.size}]` : entry.id));
const here = testPane({ pane_id: "%1" }, { agent: "claude", message: "Fixing the login" });
const there = testPane({ target: "vm2", pane_id: "%2" }, { agent: "codex", ...asking(5) });
const shell = testPane({ pane_id: "%3" }, { agent: null, reason_code: "no_agent", state: "unknown" });
const panes = [here, there, shell];
const error = { code: "E_TARGET_UNREACHABLE", message: "no route", details: {} } as const;
const down = (target: string) => ({ target, error, since: 1 });

describe("fleetEntries", () => {
  it("[UI4] groups, their panes, and those without an agent apart", () => {
    expect(brief(fleetEntries(panes, [], all))).toEqual([
      "[host/main 1]",
      "host/%1",
      "[vm2/main 1]",
      "vm2/%2",
      `[${WITHOUT_AGENT} 1]`,
      "host/%3",
    ]);
    const folded = new Set(["host/main", WITHOUT_AGENT]);
    expect(brief(fleetEntries(panes, [], { ...all, folded }))).toEqual([
      "[host/main 1]",
      "[vm2/main 1]",
      "vm2/%2",
      `[${WITHOUT_AGENT} 1]`,
    ]);
  });

  it("[UI4] a state and a search leave out the others", () => {
    expect(brief(fleetEntries(panes, [], { ...all, looks: new Set(["waiting_input"]) }))).toEqual([
      "[vm2/main 1]",
      "vm2/%2",
    ]);
    expect(brief(fleetEntries(panes, [], { ...all, search: "LOGIN claude" }))).toEqual(["[host/main 1]", "host/%1"]);
    expect(fleetEntries(panes, [], { ...all, search: "login codex" })).toEqual([]);
  });

  it("[UI58] a target that is down has its banner in its group, or one of its own where nothing is known", () => {
    expect(brief(fleetEntries([here, there], [down("vm2"), down("vm3")], all))).toEqual([
      "[host/main 1]",
      "host/%1",
      "[vm2/main 1]",
      "b:vm2",
      "vm2/%2",
      "[vm3 0]",
      "b:vm3",
    ]);
    expect(brief(fleetEntries([there], [down("vm2")], { ...all, grouping: "agent" }))).toEqual([
      "b:vm2",
      "[codex 1]",
      "vm2/%2",
    ]);
  });
});

describe("lookCounts", () => {
  it("[UI4] counts what the search finds, and no bare shells", () => {
    expect(lookCounts(panes, "")).toEqual({ running: 1, waiting_input: 1 });
    expect(lookCounts(panes, "codex")).toEqual({ waiting_input: 1 });
  });

  it("[LS20] what is done and what is to be tried are counted and listed apart, as on their shelves", () => {
    const call = (kind: "testing" | "done", id: string) =>
      testPane(
        { pane_id: id },
        {
          state: "completed",
          attention: { attention_id: id, kind, label: "", message: "", source: "agent", raised_at: 1 },
        },
      );
    const both = [call("testing", "%1"), call("done", "%2")];
    expect(lookCounts(both, "")).toEqual({ testing: 1, completed: 1 });
    const entries = fleetEntries(both, [], { ...all, looks: new Set(["completed"]) });
    expect(entries.filter(({ type }) => type === "pane").map(({ id }) => id)).toEqual(["host/%2"]);
  });
});
