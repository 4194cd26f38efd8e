import { describe, expect, it } from "vitest";
import type { Explained } from "../../client/client.ts";
import type { Resolution } from "../../core/protocol/events/explain.ts";
import { renderExplanation } from "./explanation.ts";

const explained: Explained = {
  schema_version: 1,
  signal: null,
  pane: {
    identity: { target: "host", session_name: "work", window_id: "@1", pane_id: "%3" },
    ref: "pane:host/work/@1/%3",
    window_index: 0,
    window_name: "sh",
    pane_index: 0,
    title: "",
    command: "sh",
    cwd: "/",
    runtime_id: "r3",
    agent: "generic",
    state: "waiting_input",
    reason_code: null,
    confidence: "high",
    since: 0,
    message: "Which one?",
    activity: null,
    source: "marker",
    because: "",
    attention: null,
    shelf: null,
    label: "asks",
    snoozed_until: null,
    limited: null,
    nothing_new_since: null,
    nudge_seq: 5,
    signal: null,
    doing: null,
    usage: null,
    state_version: 1,
    updated_at: 0,
  },
  resolution: {
    state: "waiting_input",
    reason_code: null,
    confidence: "high",
    since: 0,
    message: "Which one?",
    activity: null,
    decided_by: "e1",
    source: "marker",
    because: "the agent said so in a marker",
    attention: {
      attention_id: "a",
      kind: "input",
      label: "⚠ Needs Authorization",
      message: "Which one?",
      source: "agent",
      raised_at: 5,
    },
    limited: null,
    snoozed_until: null,
    nothing_new_since: null,
    nudge_seq: 5,
    evidence: [
      {
        event_id: "e1",
        source: "marker",
        event_type: "schmux.needs_input",
        kind: "declaration",
        says: "waiting_input",
        message: "Which one?",
        at: 5,
        age_ms: 3_000,
        verdict: "decides",
        why: "the newest word of the agent",
      },
      {
        event_id: "e0",
        source: "hook",
        event_type: "claude.Stop",
        kind: "edge",
        says: null,
        message: "",
        at: 1,
        age_ms: 65_000,
        verdict: "lost",
        why: "older than the turn",
      },
    ],
    revisit_at: null,
  },
};

describe("renderExplanation", () => {
  it("[EN41] says for how long nothing new has come", () => {
    const [piece] = explained.resolution?.evidence ?? [];
    const now = (piece?.at ?? 0) + (piece?.age_ms ?? 0);
    const resolution = { ...(explained.resolution as Resolution), nothing_new_since: now - 660_000 };
    expect(renderExplanation({ ...explained, resolution }, { columns: null, colour: false })).toContain(
      "nothing new for 11m: no signal, and on its screen only a spinner or a count of time moves",
    );
  });

  it("[CL8] shows the state, the sentence why, and each piece of evidence with verdict, age and reason", () => {
    expect(renderExplanation(explained, { columns: null, colour: false })).toBe(
      [
        "? waiting_input  generic  pane:host/work/@1/%3",
        "because the agent said so in a marker · high confidence",
        "in this state for 3s; LAST HEARD below is the age of each report",
        "decided by marker schmux.needs_input, heard 3s ago: Which one?",
        "wants: asks, said by agent",
        "",
        "VERDICT  LAST HEARD  KIND         SOURCE  SAYS           EVENT               WHY",
        "decides  3s          declaration  marker  waiting_input  schmux.needs_input  the newest word of the agent",
        "lost     1m          edge         hook    -              claude.Stop         older than the turn",
      ].join("\n"),
    );
  });

  it("[CL8] says what the agent works on, and where each of it comes from", () => {
    const told = { source: "hook" as const, from: "claude.UserPromptSubmit", at: 5 };
    const doing = {
      task: { text: "Fix the parser", ...told },
      tool: null,
      words: { text: "On it.\u202e", ...told, source: "transcript" as const, from: "claude.message", at: 1_005 },
      directory: { path: "/w", source: "tmux" as const, from: "pane_current_path", at: null },
      branch: { name: null, commit: "0123456789abcdef", source: "git" as const, from: "/w/.git/HEAD", at: 3_005 },
      changes: { files: 1, added: 12, removed: 3, untracked: 0, source: "git" as const, from: "diff", at: 4_000 },
    };
    const pane = { ...explained.pane, doing };
    const lines = renderExplanation({ ...explained, pane }, { columns: null, colour: false }).split("\n");
    expect(lines.slice(5, 10)).toEqual([
      "task: Fix the parser (hook claude.UserPromptSubmit, 3s ago)",
      expect.stringMatching(/^last words: On it\.[^\u202e]* \(transcript claude\.message, 2s ago\)$/),
      "directory: /w (tmux pane_current_path)",
      "branch: at 01234567 (git /w/.git/HEAD, 0s ago)",
      "not committed: +12 -3 (git diff, 0s ago)",
    ]);
  });

  it("[AD50, RS28] says what runs in the background, whose teammate it is, and how many it has itself", () => {
    const background = { shells: 2, source: "hook", from: "claude.Stop", at: 1 } as const;
    const pane = {
      ...explained.pane,
      doing: { task: null, tool: null, words: null, directory: null, branch: null, changes: null, background },
      teammate: { name: "researcher", lead_session: "s1", lead_pane: "%1" },
      teammates: { working: 1, all: 2 },
    };
    const text = renderExplanation({ ...explained, pane }, { columns: null, colour: false });
    expect(text).toMatch(/^background: 2 shells running \(hook claude\.Stop, .* ago\)$/m);
    expect(text).toContain(
      "teammate: researcher, of %1 (by its command line)\nteammates: 2 in panes of their own, 1 at work",
    );
  });

  it("[CL8, SR33] says where markers are read, so that one which was only shown is not looked for in vain", () => {
    const lines = renderExplanation({ ...explained, markers: "words" }, { columns: null, colour: false }).split("\n");
    expect(lines).toContain("markers: read in its own messages, not off its screen");
  });

  it("[CL8, EN45] names the source that decided, not the kind of caller; other words of state and call are told apart", () => {
    const { resolution } = explained;
    const [piece] = resolution?.evidence ?? [];
    if (resolution === null || piece === undefined) throw new Error("the example has evidence");
    const screen = { ...piece, source: "screen" as const, event_type: "gemini.approval", kind: "level" as const };
    const attention = resolution.attention && { ...resolution.attention, source: "hook" as const };
    const read = { ...resolution, attention, source: "screen" as const, evidence: [{ ...screen, message: "Allow?" }] };
    const text = renderExplanation({ ...explained, resolution: read }, { columns: null, colour: false });
    expect(text.split("\n").slice(1, 6)).toEqual([
      "because the agent said so in a marker · high confidence",
      "in this state for 3s; LAST HEARD below is the age of each report",
      "decided by screen gemini.approval, last seen 3s ago: Allow?",
      "says: Which one?",
      "wants: asks",
    ]);
    const outlived = { ...read, message: "", evidence: [] };
    expect(renderExplanation({ ...explained, resolution: outlived }, { columns: null, colour: false })).toContain(
      "wants: asks: Which one?",
    );
  });

  it("[CL8] a pane without a runtime says just why", () => {
    const pane = {
      ...explained.pane,
      agent: null,
      state: "unknown" as const,
      reason_code: "no_agent" as const,
      because: "no agent lives in this pane",
    };
    expect(renderExplanation({ ...explained, pane, resolution: null }, { columns: 80, colour: false })).toBe(
      "… unknown (no_agent)  no agent  pane:host/work/@1/%3\nno agent lives in this pane",
    );
  });

  it("[CL20] colour changes nothing but the colour", () => {
    const coloured = renderExplanation(explained, { columns: null, colour: true });
    expect(coloured.replaceAll(/\x1b\[\d*m/g, "")).toBe(renderExplanation(explained, { columns: null, colour: false }));
  });

  it("[CL8] nothing that an agent said can steer the reader's terminal", () => {
    const evil = "\x1b[2Jx\u202ey\nz";
    const { pane, resolution } = explained;
    const hostile = {
      schema_version: 1 as const,
      signal: null,
      pane: { ...pane, ref: evil },
      resolution: resolution && {
        ...resolution,
        because: evil,
        message: evil,
        evidence: resolution.evidence.map((piece) => ({ ...piece, event_type: evil, message: `${evil}!`, why: evil })),
      },
    };
    const text = renderExplanation(hostile, { columns: null, colour: false });
    expect(text.split("\n")).toHaveLength(10);
    expect(text.replaceAll("\n", "")).not.toMatch(/[\u0000-\u001f\u202e]/);
  });
});
