import { describe, expect, it } from "vitest";
import type { SpoolEntry } from "./spool-entry.ts";
import { spoolSignal } from "./spool-signal.ts";

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

const read = (entry: Partial<SpoolEntry>) => spoolSignal({ ...ENTRY, ...entry }, "1.2.0@99", 5_000, "host");

describe("spoolSignal", () => {
  it("[CL5] a word of schmux declares its state for the pane it names, as the command said it", () => {
    expect(read({})).toEqual({
      type: "signal",
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

  it("[CL6] another state is a fault that names the five", () => {
    expect(read({ event: "sleepy" })).toEqual({
      type: "fault",
      fault: '"sleepy" is not a state: one of completed, needs_input, needs_testing, error, working',
    });
  });

  it("[ST10] an event of an agent that nobody here knows is a note with its payload, and no state is made up", () => {
    expect(read({ agent: "claude", event: "Stop", pid: 77, start: "123", payload: '{"a":1}' })).toEqual({
      type: "signal",
      facts: {
        target: "host",
        pane_id: "%3",
        dedupe_key: "1.2.0@99",
        event_time: 5_000,
        hints: { tmux_server_pid: 4321, agent_pid: 77, agent_start: "123", session_id: "app-1" },
        agent_type: "claude",
        source: "hook",
        event_type: "claude.Stop",
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

  it("[AP19] a registration is read from its payload, and a bad one is a fault", () => {
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
});
