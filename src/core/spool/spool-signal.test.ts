import { describe, expect, it } from "vitest";
import type { SpoolEntry } from "./spool-entry.ts";
import { spoolSignals } from "./spool-signal.ts";

const ENTRY: SpoolEntry = {
  agent: "schmux",
  event: "needs_input",
  pane: "%3",
  tmux: "/tmp/tmux-0/default,4321,0",
  pid: null,
  start: null,
  session: "app-1",
  payload: "Delete these files?\n",
};

const readAll = (entry: Partial<SpoolEntry>) => spoolSignals({ ...ENTRY, ...entry }, "1.2.0@99", 5_000, "host");
/** The first signal only. */
const read = (entry: Partial<SpoolEntry>) => {
  const signals = readAll(entry);
  return signals.type === "signals" ? { type: "signals", facts: signals.facts[0] } : signals;
};

describe("spoolSignals", () => {
  it("[CL5] a word of schmux declares its state for the pane it names, as the command said it", () => {
    expect(read({})).toEqual({
      type: "signals",
      facts: {
        target: "host",
        pane_id: "%3",
        dedupe_key: "1.2.0@99",
        event_time: 5_000,
        hints: { tmux_server_pid: 4321, session_id: "app-1" },
        source: "command",
        event_type: "schmux.needs_input",
        message: "Delete these files?",
        evidence: { kind: "declaration", state: "waiting_input", attention: "input", medium: "appended" },
      },
    });
  });

  it("[CL5] line breaks inside a message stay", () => {
    expect(read({ payload: "one\n\ntwo\n\n" })).toMatchObject({ facts: { message: "one\n\ntwo" } });
  });

  it("[CL5] another state is a fault that names the five", () => {
    expect(read({ event: "sleepy" })).toEqual({
      type: "fault",
      fault: '"sleepy" is not a state: one of completed, needs_input, needs_testing, error, working',
    });
  });

  it("[ST4] an event of an agent that nobody here knows is a note with its payload, and no state is made up", () => {
    expect(read({ agent: "plandex", event: "Stop", pid: 77, start: "123", payload: '{"a":1}' })).toEqual({
      type: "signals",
      facts: {
        target: "host",
        pane_id: "%3",
        dedupe_key: "1.2.0@99",
        event_time: 5_000,
        hints: { tmux_server_pid: 4321, agent_pid: 77, agent_start: "123", session_id: "app-1" },
        agent_type: "plandex",
        source: "hook",
        event_type: "plandex.Stop",
        message: "",
        evidence: { kind: "note", reason: "unsupported_signal" },
        payload: '{"a":1}',
      },
    });
  });

  it("a socket path with commas still gives the server's pid, and none gives no hint", () => {
    expect(read({ tmux: "/tmp/a,b,c/default,99,1" })).toMatchObject({ facts: { hints: { tmux_server_pid: 99 } } });
    for (const tmux of [null, "nonsense", "/tmp/x,abc,0", "/tmp/x,0,0"])
      expect(read({ tmux, session: null })).toMatchObject({ facts: { hints: {} } });
  });

  it("[SQ7] a squad signal is read from its payload, and one that does not fit is a fault that names the field", () => {
    const signal = {
      type: "working",
      signal_id: "id-1",
      session_id: "s-1",
      tmux_session: "main",
      timestamp: "2026-03-04T05:06:07Z",
      provisional: true,
      data: { taskId: "t-1", taskTitle: "Cache", approach: "Redis" },
    };
    const entry = { ...ENTRY, agent: "squad", event: "working", payload: JSON.stringify(signal) };
    expect(spoolSignals(entry, "1.2.0@99", 5_000, "host", undefined, 35_000)).toMatchObject({
      facts: [
        {
          pane_id: "%3",
          source: "squad",
          dedupe_key: "id-1",
          event_time: 5_000,
          message: "Cache",
          evidence: { kind: "declaration", state: "running", provisional_until: 35_000 },
          payload: signal,
        },
      ],
    });
    const unfit = { ...entry, payload: JSON.stringify({ ...signal, data: { taskId: "t-1" } }) };
    expect(read(unfit)).toEqual({ type: "fault", fault: expect.stringContaining("data.taskTitle: expected a string") });
    expect(read({ ...entry, payload: "{" })).toEqual({ type: "fault", fault: "the signal is no JSON object" });
  });

  it("[AP9] a registration is read from its payload, and a bad one is a fault", () => {
    const registration = {
      session_id: "app-1",
      workspace_id: "app",
      workspace: "/w",
      status_file: "/w/.schmux/signal/app-1",
      pane_id: "%3",
      tmux_server_pid: 4321,
    };
    const entry = { agent: "agtmux", event: "register" };
    expect(read({ ...entry, payload: JSON.stringify(registration) })).toEqual({ type: "registration", registration });
    expect(read({ ...entry, payload: "{" })).toEqual({ type: "fault", fault: "the registration is not JSON" });
  });

  it("[AD5] an event that its agent's adapter does not know is a note with its payload", () => {
    expect(read({ agent: "claude", event: "Nonsense", payload: "{}" })).toMatchObject({
      facts: { agent_type: "claude", evidence: { kind: "note", reason: "unsupported_signal" }, payload: "{}" },
    });
  });

  it("[AD26] an event of a disabled adapter is a note with its payload, and its marker is not read", () => {
    const payload = '{"session_id":"s-1","last_assistant_message":"--<[schmux:needs_input:Which?]>--"}';
    const entry = { ...ENTRY, agent: "claude", event: "Stop", payload };
    expect(spoolSignals(entry, "1.2.0@99", 5_000, "host", () => null)).toMatchObject({
      type: "signals",
      facts: [{ event_type: "claude.Stop", evidence: { kind: "note", reason: "adapter_disabled" }, payload }],
    });
    expect(spoolSignals({ ...entry, agent: "plandex" }, "1.2.0@99", 5_000, "host", () => null)).toMatchObject({
      facts: [{ evidence: { kind: "note", reason: "unsupported_signal" } }],
    });
  });

  it("[AD16] a stop that carries a marker says two things, each under a key of its own, the same when read again", () => {
    const payload = JSON.stringify({
      session_id: "s-1",
      prompt_id: "t-1",
      cwd: "/w",
      last_assistant_message: "I looked at both.\n\n--<[schmux:needs_input:Which of the two?]>--\n",
      background_tasks: [],
    });
    const entry = { agent: "claude", event: "Stop", session: null, payload };
    const base = {
      target: "host",
      pane_id: "%3",
      event_time: 5_000,
      hints: { tmux_server_pid: 4321, agent_session: "s-1" },
      agent_type: "claude",
      turn: "t-1",
    };
    expect(readAll(entry)).toEqual({
      type: "signals",
      facts: [
        {
          ...base,
          dedupe_key: "1.2.0@99",
          source: "hook",
          event_type: "claude.Stop",
          message: "I looked at both.",
          evidence: { kind: "edge", phase: "rest", state: "completed" },
          payload,
          metadata: { session_id: "s-1", cwd: "/w", doing: { words: "I looked at both.", shells: 0 } },
        },
        {
          ...base,
          dedupe_key: "1.2.0@99+1",
          source: "marker",
          event_type: "schmux.needs_input",
          message: "Which of the two?",
          evidence: { kind: "declaration", state: "waiting_input", attention: "input", medium: "repainted" },
          metadata: { session_id: "s-1", cwd: "/w" },
        },
      ],
    });
    expect(readAll(entry)).toEqual(readAll(entry));
  });

  it("[BI18] the session that a pane was registered under is a better hint than the agent's own", () => {
    const entry = { agent: "claude", event: "Stop", payload: '{"session_id":"s-1"}' };
    expect(read(entry)).toMatchObject({ facts: { hints: { session_id: "app-1" } } });
  });
});
