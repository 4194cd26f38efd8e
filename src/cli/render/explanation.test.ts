import { describe, expect, it } from "vitest";
import type { Explained } from "../../client/client.ts";
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
    nudge_seq: 5,
    signal: null,
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
  it("[CL8] shows the state, the sentence why, and each piece of evidence with verdict, age and reason", () => {
    expect(renderExplanation(explained, { columns: null, colour: false })).toBe(
      [
        "? waiting_input  generic  pane:host/work/@1/%3",
        "because the agent said so in a marker · high confidence",
        "says: Which one?",
        "wants: ⚠ Needs Authorization (input), said by agent, nudge 5",
        "",
        "VERDICT  AGE  KIND         SOURCE  SAYS           EVENT               WHY",
        "decides  3s   declaration  marker  waiting_input  schmux.needs_input  the newest word of the agent",
        "lost     1m   edge         hook    -              claude.Stop         older than the turn",
      ].join("\n"),
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
        evidence: resolution.evidence.map((piece) => ({ ...piece, event_type: evil, why: evil })),
      },
    };
    const text = renderExplanation(hostile, { columns: null, colour: false });
    expect(text.split("\n")).toHaveLength(8);
    expect(text.replaceAll("\n", "")).not.toMatch(/[\u0000-\u001f\u202e]/);
  });
});
