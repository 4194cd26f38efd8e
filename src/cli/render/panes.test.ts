import { describe, expect, it } from "vitest";
import { testPane } from "../../../test/support/test-pane.ts";
import { summarize } from "../../core/lists/summarize.ts";
import { attentionLabel } from "../../core/protocol/events/attention.ts";
import type { PaneItem, PaneList } from "../../core/protocol/lists/lists.ts";
import { displayWidth } from "../../core/text/width.ts";
import { renderPanes } from "./panes.ts";

const NOW = 1_000_000;
const LONG = "Should I delete these 5 files, or would you rather look at each of them first? They are all in build/.";

function pane(id: number, item: Partial<PaneItem>): PaneItem {
  return testPane({ session_name: "work", pane_id: `%${id}` }, { since: NOW - 8_000, ...item });
}

function asks(message: string): Partial<PaneItem> {
  return {
    state: "waiting_input",
    since: NOW - 200_000,
    message,
    source: "status_file",
    attention: {
      attention_id: "a",
      kind: "input",
      label: attentionLabel("input"),
      message,
      source: "agent",
      raised_at: NOW - 200_000,
    },
  };
}

function listOf(...items: PaneItem[]): PaneList {
  return {
    schema_version: 2,
    generated_at: NOW,
    filters: {},
    summary: summarize(items),
    partial: false,
    target_errors: [],
    items,
  };
}

const nobody = { agent: null, runtime_id: null, state: "unknown", reason_code: "no_agent", since: null } as const;
const list = listOf(
  pane(3, asks(LONG)),
  pane(1, { message: "Compiling" }),
  pane(12, { ...nobody, source: null, confidence: "low" }),
);

describe("renderPanes", () => {
  it("[EN41] an agent with nothing new says for how long, unless it is stalled", () => {
    const works = pane(1, { state: "running", message: "on it", nothing_new_since: NOW - 720_000 });
    const stuck = { ...asks("nothing moves").attention, kind: "stalled", label: attentionLabel("stalled") } as const;
    const look = { columns: null, colour: false, symbols: false };
    expect(renderPanes(listOf(works), look)).toMatch(/running .* nothing new for 12m; on it$/m);
    expect(renderPanes(listOf({ ...works, attention: stuck as PaneItem["attention"] }), look)).not.toContain(
      "nothing new",
    );
  });

  it("[EN40] one that is suspended says so, and how it goes on", () => {
    const message = "stopped by Ctrl-Z or SIGSTOP; fg, or SIGCONT, lets it go on";
    const suspended = pane(1, { state: "unknown", reason_code: "suspended", source: "process", message });
    const text = renderPanes(listOf(suspended), { columns: null, colour: false, symbols: false });
    expect(text).toMatch(/unknown \(suspended\) .* process .* stopped by Ctrl-Z or SIGSTOP; fg/);
  });

  it("[CL1, LS7] on 200 columns each pane has one line with everything it said", () => {
    expect(renderPanes(list, { columns: 200, colour: false, symbols: true })).toBe(
      [
        "   STATE     WHO   AGENT  FOR  PANE  MESSAGE",
        `?  asks      work  sh     3m   %3    ${LONG}`,
        "▶  running   work  sh     8s   %1    Compiling",
        "…  no agent  work  sh     -    %12",
        "",
        "2 agents in 3 panes, 1 blocked",
      ].join("\n"),
    );
  });

  it("[CL1, LS7] on 80 columns the message has a line of its own, and what is to be typed stays whole", () => {
    const text = renderPanes(list, { columns: 80, colour: false, symbols: true });
    expect(text).toBe(
      [
        "   STATE     WHO   AGENT  FOR  PANE",
        "?  asks      work  sh     3m   %3",
        "   Should I delete these 5 files, or would you rather look at each of them firs…",
        "▶  running   work  sh     8s   %1",
        "   Compiling",
        "…  no agent  work  sh     -    %12",
        "",
        "2 agents in 3 panes, 1 blocked",
      ].join("\n"),
    );
    expect(Math.max(...text.split("\n").map(displayWidth))).toBeLessThanOrEqual(80);
  });

  it("[LS25] for people a pane is called by its name, its program and the shortest ref; for programs by its agent and whole ref", () => {
    const items = [
      pane(1, { window_name: "api", agent: "claude", label: "running" }),
      testPane({ target: "vm1", pane_id: "%1" }, { window_name: "web", since: null, label: "running" }),
      testPane(
        { target: "vm1", pane_id: "%2" },
        { agent: "codex", reason_code: "no_signal", state: "unknown", since: null, label: "unknown" },
      ),
    ];
    const people = renderPanes(listOf(...items), { columns: 120, colour: false, symbols: true });
    expect(people).toMatch(
      /running +api +claude +8s +host\/%1\n▶ {2}running +web +sh +- +vm1\/%1\n… {2}unknown: no signal .*codex .*vm1\/%2/,
    );
    expect(renderPanes(listOf(...items), { columns: 120, colour: false, symbols: false })).toMatch(
      /running +claude +8s +marker +pane:host\/work\/@1\/%1\nrunning +generic .*pane:vm1[\s\S]*unknown \(no_signal\)/,
    );
  });

  it("[LS25] without a message it says what it does: the tool that runs, else what it was asked for", () => {
    const origin = { source: "hook", from: "claude.PreToolUse", at: 1 } as const;
    const doing = {
      task: { text: "Mend the login", ...origin },
      tool: { name: "Bash", argument: "npm test", ...origin },
      ...{ words: null, directory: null, branch: null, changes: null },
    };
    const list = listOf(pane(1, { doing, message: "" }), pane(2, { doing: { ...doing, tool: null }, message: "" }));
    expect(renderPanes(list, { columns: 60, colour: false, symbols: true })).toMatch(
      /%1\n {3}Bash npm test\n.*%2\n {3}Mend the login\n/,
    );
    expect(renderPanes(list, { columns: 90, colour: false, symbols: true })).toMatch(
      /%1 +Bash npm test\n.*%2 +Mend the login\n/,
    );
    // where they have columns of their own, they are there once
    const wide = renderPanes(list, { columns: 200, colour: false, symbols: true });
    expect(wide.match(/Bash/g)).toHaveLength(1);
    expect(wide.match(/Mend the login/g)).toHaveLength(2);
  });

  it("[LS7] nothing is shortened outside a terminal", () => {
    const endless = "x".repeat(5_000);
    const text = renderPanes(listOf(pane(1, { message: endless })), { columns: null, colour: false, symbols: true });
    expect(text).toContain(endless);
  });

  it("[CL20] colour changes nothing but the colour", () => {
    const coloured = renderPanes(list, { columns: 80, colour: true, symbols: true });
    expect(coloured).toContain("\x1b[");
    expect(coloured.replaceAll(/\x1b\[\d*m/g, "")).toBe(
      renderPanes(list, { columns: 80, colour: false, symbols: true }),
    );
  });

  it("[CL1] escape sequences and bidi controls from a pane never reach the output", () => {
    const evil = "\x1b[2J\x1b]0;gotcha\x07\u202egnp.exe\u2066\u200f\r\nnext\x9b31m";
    const hostile = pane(1, { ...asks(evil), ref: `pane:host/${evil}/@1/%1` });
    const lines = renderPanes(listOf(hostile), { columns: null, colour: false, symbols: true }).split("\n");
    expect(lines).toHaveLength(4);
    expect(lines.join("")).not.toMatch(/[\u0000-\u001f\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/);
    expect(lines[1]).toContain("gnp.exe");
  });

  it("an empty fleet says what to do next", () => {
    expect(renderPanes(listOf(), { columns: 80, colour: false, symbols: true })).toMatch(
      /^No panes: .*'agtmux daemon status'/,
    );
  });
});
