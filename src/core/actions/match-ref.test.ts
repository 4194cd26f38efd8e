import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { testPane } from "../../../test/support/test-pane.ts";
import { describePane, matchRef } from "./match-ref.ts";

const items = [
  testPane(
    { pane_id: "%1", session_name: "work" },
    { agent: "claude", runtime_id: "aaaa1111bbbb", window_index: 1, pane_index: 0, window_name: "api" },
  ),
  testPane({ pane_id: "%2", session_name: "work" }, { agent: null, runtime_id: null, window_index: 1, pane_index: 1 }),
  testPane(
    { pane_id: "%3", session_name: "play", window_id: "@2" },
    { agent: "codex", runtime_id: "cccc2222dddd", window_index: 0, pane_index: 0 },
  ),
  testPane(
    { pane_id: "%1", session_name: "api", target: "vm1", window_id: "@9" },
    { agent: "codex", runtime_id: "eeee3333ffff", window_index: 2, pane_index: 0 },
  ),
  testPane({ pane_id: "%7", session_name: "two", window_id: "@7" }, { agent: null, pane_index: 0 }),
  testPane({ pane_id: "%8", session_name: "two", window_id: "@7" }, { agent: "generic", pane_index: 1 }),
  testPane({ pane_id: "%9", session_name: "a/b c", window_id: "@8" }, { agent: null }),
];

const found = (text: string): string => {
  const match = matchRef(text, items);
  if (match.status === "found") return `${match.item.identity.target}/${match.item.identity.pane_id}`;
  return match.status === "ambiguous" ? `${match.candidates.length} of them` : match.status;
};

describe("matchRef", () => {
  it("[RF7] an agent, a session, a pane, a window or the beginning of a runtime names one thing where it is the only one", () => {
    expect(found("claude")).toBe("host/%1");
    expect(found("Claude")).toBe("host/%1");
    expect(found("play")).toBe("host/%3");
    expect(found("%3")).toBe("host/%3");
    expect(found("@9")).toBe("vm1/%1");
    expect(found("eeee33")).toBe("vm1/%1");
    expect(found("a/b c")).toBe("host/%9");
    expect(matchRef("docs", [testPane({}, { window_name: "docs" })]).status).toBe("found");
    expect(matchRef("bash", [testPane({}, { window_name: "bash" })]).status).toBe("missing");
  });

  it("[RF7] a target and what is on it", () => {
    expect(found("vm1/api")).toBe("vm1/%1");
    expect(found("vm1/codex")).toBe("vm1/%1");
    expect(found("vm1/%1")).toBe("vm1/%1");
    expect(found("vm1")).toBe("vm1/%1");
    expect(found("vm1/")).toBe("vm1/%1");
    expect(found("host/codex")).toBe("host/%3");
    expect(found("host/work/1/1")).toBe("host/%2");
    expect(found("work/claude")).toBe("host/%1");
    expect(found("work/%2")).toBe("host/%2");
  });

  it("[RF7] a pane id alone is one of this machine, whatever runs in its namesakes on others", () => {
    expect(found("%1")).toBe("host/%1");
    const far = (target: string) => testPane({ target, pane_id: "%4" }, { agent: "claude" });
    const shell = testPane({ pane_id: "%4" }, { agent: null });
    expect(matchRef("%4", [far("vm1"), shell])).toMatchObject({ item: { identity: { target: "host" } } });
    expect(matchRef("%4", [far("vm1")]).status).toBe("found");
    expect(matchRef("%4", [far("vm1"), far("vm2")]).status).toBe("ambiguous");
  });

  it("[RF7] session, window and pane as tmux users type them", () => {
    expect(found("work:1.1")).toBe("host/%2");
    expect(found("=work:1.0")).toBe("host/%1");
    expect(found("work:api.0")).toBe("host/%1");
    expect(found("play:")).toBe("host/%3");
    expect(found("work:1.%2")).toBe("host/%2");
    expect(found("vm1/api:2.0")).toBe("vm1/%1");
  });

  it("[RF7] a name of several panes means the one with an agent, if only one has one", () => {
    expect(found("work")).toBe("host/%1");
    expect(found("work:1")).toBe("host/%1");
    expect(found("work:1.1")).toBe("host/%2");
  });

  it("[RF7] among agents of the same name the one that fits is chosen; if several fit, they are listed", () => {
    const agents = ["%1", "%2", "%3"].map((pane_id) => testPane({ pane_id }, { agent: "claude" }));
    const only = (...panes: string[]) => matchRef("claude", agents, ({ identity }) => panes.includes(identity.pane_id));
    expect(only("%2")).toMatchObject({ status: "found", item: { identity: { pane_id: "%2" } } });
    const several = only("%1", "%3");
    expect(several.status === "ambiguous" && several.candidates.map(({ ref }) => ref.slice(-2))).toEqual(["%1", "%3"]);
    expect(only()).toMatchObject({ status: "ambiguous", candidates: [{}, {}, {}] });
  });

  it("[RF7] a name that fits several things is refused with a list of them", () => {
    expect(found("codex")).toBe("2 of them");
    expect(found("two")).toBe("2 of them");
    expect(found("host")).toBe("6 of them");
  });

  it("[LS25] an agent is called by its name, program and label, with its place; a plain shell by its program", () => {
    const asking = testPane({}, { agent: "claude", label: "asks", window_name: "login" });
    expect(describePane(asking)).toMatch(/^login \[claude\] in .+:\d+\.\d+ \(%\d+\) on host, asks$/);
    expect(describePane(testPane({}, { agent: null, command: "zsh" }))).toMatch(/^zsh in .+ on host$/);
  });

  it("[RF7] parts of names and bare indexes match nothing", () => {
    for (const text of ["clau", "wor", "1", "0", "generic", "aaaa", "vm2/api", "vm1/play", "work:9", "/", "%"])
      expect([text, found(text)]).toEqual([text, "missing"]);
  });

  it("[RF7] any text is found, missing, ambiguous or invalid, and nothing but the grammar is invalid", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary" }), (text) => {
        const { status } = matchRef(text, items);
        if (status === "invalid") expect(text.trim() === "" || /^(pane|runtime):/.test(text)).toBe(true);
      }),
    );
  });

  it("[RF1] each pane is found by the ref that it shows, and by its runtime", () => {
    for (const item of items) expect(matchRef(item.ref, items)).toEqual({ status: "found", item });
    expect(found("runtime:cccc2222dddd")).toBe("host/%3");
    expect(found("runtime:nobody")).toBe("missing");
  });
});
