import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { testFleet } from "../../../test/support/test-fleet.ts";
import { asking, testPane } from "../../../test/support/test-pane.ts";
import { STATE_PRECEDENCE, type State } from "../protocol/base/state.ts";
import { SHELVES } from "../protocol/events/shelves.ts";
import type { PaneItem } from "../protocol/lists/lists.ts";
import { type ListSource, listPanes } from "./list-panes.ts";
import { listSessions } from "./list-sessions.ts";
import { listWindows } from "./list-windows.ts";
import { type ListQuery, parseQuery, type Scope } from "./parse-query.ts";
import { tally } from "./tally.ts";

const KNOWN = { targets: ["host", "vm1", "vm2"], agents: ["claude", "codex", "generic"] };

function parse(scope: Scope, words: Record<string, string | string[]>) {
  return parseQuery(scope, new Map(Object.entries(words).map(([name, value]) => [name, [value].flat()])), KNOWN);
}

function query(scope: Scope, words: Record<string, string | string[]> = {}): ListQuery {
  const parsed = parse(scope, words);
  if (!parsed.ok) throw parsed.fault;
  return parsed.query;
}

function of(...panes: PaneItem[]): ListSource {
  return { now: 100, panes, targetErrors: [] };
}

const refs = (words: Record<string, string | string[]>) =>
  listPanes(testFleet(), query("panes", { sort: "name", ...words })).items.map(({ ref }) => ref.slice("pane:".length));

describe("listPanes", () => {
  it("[LS2] covers all targets unless --target names some, and says which do not answer among those asked for", () => {
    const all = listPanes(testFleet(), query("panes"));
    expect(all.summary.by_target).toEqual({ host: 5, vm1: 2, vm2: 1 });
    expect([all.filters, all.partial, all.target_errors.map(({ target }) => target)]).toEqual([{}, true, ["vm2"]]);
    const some = listPanes(testFleet(), query("panes", { target: ["host", "vm1"] }));
    expect(some.summary.by_target).toEqual({ host: 5, vm1: 2 });
    expect([some.filters, some.partial, some.target_errors]).toEqual([{ target: ["host", "vm1"] }, false, []]);
  });

  it("[LS2] each filter alone, and all of them together", () => {
    expect(refs({ session: "work" })).toHaveLength(5);
    expect(refs({ target_session: "vm1/work" })).toEqual(["vm1/work/@1/%1"]);
    expect(refs({ target_session: "host/two words/ünï" })).toEqual(["host/two%20words%2F%C3%BCn%C3%AF/@3/%4"]);
    expect(refs({ state: "waiting" })).toEqual(["host/work/@1/%1", "vm1/work/@1/%1"]);
    expect(refs({ state: "error,idle" })).toHaveLength(2);
    expect(refs({ state: ["error", "idle"] })).toHaveLength(2);
    expect(refs({ agent: "codex" })).toHaveLength(3);
    expect(refs({ needs_action: "true" })).toHaveLength(4);
    expect(refs({ needs_action: "false" })).toHaveLength(8);
    expect(refs({ target: "host", session: "work", agent: "claude", state: "waiting", needs_action: "true" })).toEqual([
      "host/work/@1/%1",
    ]);
  });

  it("[LS2] the filters used are in the envelope, and the summary is of what is listed", () => {
    const list = listPanes(testFleet(), query("panes", { state: "waiting,error", agent: "claude", sort: "age" }));
    expect(list.filters).toEqual({
      state: ["waiting_approval", "waiting_input", "error"],
      agent: ["claude"],
      sort: "age",
    });
    expect(list.summary).toMatchObject({ panes: 2, agents: 2, needs_action: 2, by_agent: { claude: 2 } });
  });

  it("[LS7] --sort orders by need, state, age or name", () => {
    const states = (sort: string) => listPanes(testFleet(), query("panes", { sort })).items.map(({ state }) => state);
    expect(states("need").slice(0, 5)).toEqual(["error", "waiting_input", "waiting_approval", "completed", "running"]);
    expect(states("state")).toEqual(
      STATE_PRECEDENCE.flatMap((state) => states("name").filter((each) => each === state)),
    );
    const since = listPanes(testFleet(), query("panes", { sort: "age" })).items.map((item) => item.since);
    expect(since.slice(0, -1)).toEqual(since.slice(0, -1).toSorted((a, b) => (a ?? 0) - (b ?? 0)));
    expect(since.at(-1)).toBeNull();
    expect(refs({}).slice(0, 2)).toEqual(["host/two%20words%2F%C3%BCn%C3%AF/@3/%4", "host/work/@1/%1"]);
  });
});

describe("parseQuery", () => {
  it.each([
    ["panes", { state: "busy" }, "E_INVALID_FILTER", /--state: "busy" .*waiting_input.*waiting/],
    ["panes", { state: "" }, "E_INVALID_FILTER", /--state: ""/],
    ["panes", { agent: "cluade" }, "E_INVALID_FILTER", /--agent: "cluade" .*claude, codex/],
    ["panes", { sort: "colour" }, "E_INVALID_FILTER", /--sort: "colour" .*need, state, age, name/],
    ["panes", { needs_action: "maybe" }, "E_INVALID_FILTER", /--needs-action: "maybe"/],
    ["panes", { group_by: "session-name" }, "E_INVALID_FILTER", /--group-by: a list of panes has no/],
    ["sessions", { group_by: "agent" }, "E_INVALID_FILTER", /--group-by: "agent" .*target-session, session-name/],
    ["windows", { agent_summary: "true" }, "E_INVALID_FILTER", /--agent-summary/],
    ["panes", { target: "vm9" }, "E_TARGET_NOT_FOUND", /"vm9"; there are host, vm1, vm2/],
    ["panes", { target_session: "vm9/work" }, "E_TARGET_NOT_FOUND", /"vm9"/],
    ["panes", { target_session: "work" }, "E_INVALID_FILTER", /--target-session: "work" is not <target>\/<session>/],
  ] as const)("[LS2] %s %j is refused with %s", (scope, words, code, message) => {
    const parsed = parse(scope, words);
    expect(parsed).toMatchObject({ ok: false, fault: { code } });
    if (!parsed.ok) expect(parsed.fault.message).toMatch(message);
  });
});

describe("shelves", () => {
  it("[LS18] [AT11] counts of panes, windows and sessions are of the same shelves, and add up to who needs a person", () => {
    const { summary } = listPanes(testFleet(), query("panes"));
    expect([summary.needs_action, summary.shelves]).toEqual([4, { blocked: 3, check: 0, done: 1 }]);
    for (const list of [listWindows, listSessions]) {
      const { items, summary: same } = list(testFleet(), query(list === listWindows ? "windows" : "sessions"));
      expect(same.shelves).toEqual(summary.shelves);
      for (const shelf of SHELVES)
        expect(items.reduce((sum, { shelves }) => sum + shelves[shelf], 0)).toBe(summary.shelves[shelf]);
      for (const { shelves, needs_action } of items)
        expect(Object.values(shelves).reduce((sum, each) => sum + each)).toBe(needs_action);
    }
  });

  it("[AT11] a snoozed pane does not count as needing action, but is listed like the rest", () => {
    const source = of(testPane({ pane_id: "%1" }, { ...asking(5), shelf: null, snoozed_until: 200 }));
    expect(listPanes(source, query("panes", { needs_action: "true" })).items).toEqual([]);
    const { items, summary } = listPanes(source, query("panes"));
    expect([summary.needs_action, summary.shelves.blocked]).toEqual([0, 0]);
    expect(items).toMatchObject([{ shelf: null, label: "asks", snoozed_until: 200, attention: { kind: "input" } }]);
  });
});

describe("tally", () => {
  it("[LS3] the top state is the loudest there is, and the counts add up", () => {
    const states = fc.array(fc.constantFrom<State>(...STATE_PRECEDENCE), { minLength: 1, maxLength: 12 });
    fc.assert(
      fc.property(states, (all) => {
        const result = tally(all.map((state, index) => testPane({ pane_id: `%${index}` }, { state, since: index })));
        expect(result.top_state).toBe(STATE_PRECEDENCE.find((state) => all.includes(state)));
        expect(result.since).toBe(all.indexOf(result.top_state ?? "unknown"));
        expect(result.waiting).toBe(all.filter((state) => state.startsWith("waiting")).length);
        expect(result.running).toBe(all.filter((state) => state === "running").length);
        expect(Object.values(result.by_state).reduce((sum, each) => sum + each)).toBe(all.length);
      }),
    );
  });
});

/** A pane without an agent. */
const plain = (pane_id: string) =>
  testPane({ pane_id, window_id: "@9" }, { runtime_id: null, agent: null, state: "unknown", reason_code: "no_agent" });

describe("plain shells", () => {
  const source = of(testPane({ pane_id: "%1" }), plain("%2"), plain("%3"));

  it("[LS17] are listed only where all panes are asked for", () => {
    const listed = (words: Record<string, string>) =>
      listPanes(source, query("panes", words)).items.map(({ identity }) => identity.pane_id);
    expect(listed({ agents_only: "true" })).toEqual(["%1"]);
    expect(listed({ agents_only: "true", state: "unknown" })).toEqual([]);
    expect(listed({})).toEqual(["%1", "%2", "%3"]);
    expect(listPanes(source, query("panes", { agents_only: "true" })).filters).toEqual({ agents_only: true });
  });

  it("[LS17] count as panes and as no state, in summaries and in the windows that hold nothing else", () => {
    const { summary } = listPanes(source, query("panes"));
    expect(summary).toMatchObject({ panes: 3, agents: 1, by_state: { running: 1, unknown: 0 } });
    const windows = listWindows(source, query("windows", { sort: "state" })).items;
    expect(windows.map(({ top_state, panes, by_state }) => [top_state, panes, by_state.unknown])).toEqual([
      ["running", 1, 0],
      [null, 2, 0],
    ]);
  });

  it("[LS17] are no longer plain once something is asked or an event waits there", () => {
    const waiting = { ...plain("%2"), reason_code: "unbound" as const };
    const called = { ...plain("%3"), attention: testPane({}, asking(3)).attention };
    const { items, summary } = listPanes(of(waiting, called), query("panes", { agents_only: "true" }));
    expect([items.length, summary.by_state.unknown]).toEqual([2, 2]);
  });
});

describe("listWindows", () => {
  it("[LS3] a window has its identity, its top state and counts; its agents where they are asked for", () => {
    const [first] = listWindows(testFleet(), query("windows", { target_session: "host/work" })).items;
    expect(first).toMatchObject({
      identity: { target: "host", session_name: "work", window_id: "@1" },
      window_name: "api",
      top_state: "waiting_input",
      waiting: 1,
      running: 1,
      panes: 2,
      agents: 2,
    });
    expect(first).not.toHaveProperty("agent_status");
    const [withAgents] = listWindows(
      testFleet(),
      query("windows", { target_session: "host/work", with_agent_status: "true" }),
    ).items;
    expect(withAgents?.agent_status?.map(({ agent, state }) => [agent, state])).toEqual([
      ["claude", "waiting_input"],
      ["codex", "running"],
    ]);
  });

  it("[LS3] the same window id on two targets, or of a window linked into two sessions, is two windows", () => {
    const source = of(testPane({}), testPane({ target: "vm1" }), testPane({ session_name: "other", pane_id: "%2" }));
    expect(listWindows(source, query("windows")).items).toHaveLength(3);
  });

  it("[LS2] a window in which one pane is as asked for is counted whole", () => {
    const [only, ...rest] = listWindows(testFleet(), query("windows", { agent: "codex", state: "running" })).items;
    expect(rest).toEqual([]);
    expect(only).toMatchObject({ panes: 2, waiting: 1, running: 1 });
  });
});

describe("listSessions", () => {
  it("[LS3] two sessions of one name on two targets are two rows", () => {
    const rows = listSessions(testFleet(), query("sessions", { session: "work", sort: "name" })).items;
    expect(rows.map(({ identity, panes }) => [identity, panes])).toEqual([
      [{ target: "host", session_name: "work" }, 4],
      [{ target: "vm1", session_name: "work" }, 1],
    ]);
  });

  it("[LS3] --group-by session-name merges them, with a breakdown per target and totals", () => {
    const merging = query("sessions", { session: "work", group_by: "session-name", agent_summary: "true" });
    const { items, filters, summary } = listSessions(testFleet(), merging);
    expect(filters).toEqual({ session: ["work"], group_by: "session-name", agent_summary: true });
    expect(summary.panes).toBe(5);
    expect(items).toHaveLength(1);
    expect(items[0]).toMatchObject({
      identity: { target: null, session_name: "work" },
      top_state: "waiting_approval",
      panes: 5,
      windows: 3,
      waiting: 2,
      by_agent: { claude: 2, codex: 2 },
    });
    expect(items[0]?.targets.map(({ target, panes, waiting }) => [target, panes, waiting])).toEqual([
      ["host", 4, 1],
      ["vm1", 1, 1],
    ]);
  });

  it("[LS3] the totals of a row are those of its targets", () => {
    for (const { targets, panes, agents, waiting, running } of listSessions(testFleet(), query("sessions")).items) {
      const sum = (key: "panes" | "agents" | "waiting" | "running") =>
        targets.reduce((total, each) => total + each[key], 0);
      expect([panes, agents, waiting, running]).toEqual([sum("panes"), sum("agents"), sum("waiting"), sum("running")]);
    }
  });

  it("[LS7] the session whose agent has waited longest comes first", () => {
    const source = of(
      testPane({ session_name: "a", pane_id: "%1" }),
      testPane({ session_name: "b", pane_id: "%2" }, asking(9)),
      testPane({ session_name: "c", pane_id: "%3" }, asking(3)),
    );
    const names = listSessions(source, query("sessions")).items.map(({ identity }) => identity.session_name);
    expect(names).toEqual(["c", "b", "a"]);
  });
});
