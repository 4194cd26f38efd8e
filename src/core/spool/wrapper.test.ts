import { describe, expect, it } from "vitest";
import type { SignalFacts } from "../engine/envelope.ts";
import { spoolSignals } from "./spool-signal.ts";
import { wrapperPid, wrapperSignals } from "./wrapper.ts";

const BASE = {
  target: "host",
  pane_id: "%3",
  dedupe_key: "k@1",
  event_time: 5_000,
  hints: { tmux_server_pid: 40, agent_pid: 100, agent_start: "9", session_id: "app-1" },
};
const RUN = { run: "40.3.77.123", parent: "", command: ["/usr/bin/make", "-j4", "all"] };
const PROGRAM = { pid: 78, start: "124" };

describe("wrapperSignals", () => {
  it("[WR4] a start begins a turn of the pane's own program, told by its command line", () => {
    expect(read("started", RUN)).toEqual([
      {
        ...BASE,
        source: "wrapper",
        event_type: "wrapper.started",
        turn: "40.3.77.123",
        message: "/usr/bin/make -j4 all",
        evidence: { kind: "edge", phase: "busy", begin: true, ttl_ms: expect.any(Number) },
      },
    ]);
  });

  it.each([
    [0, "", "completed", "/usr/bin/make -j4 all"],
    [3, "", "error", "make: exit code 3"],
    [127, "", "error", "make: exit code 127"],
    [137, "KILL", "error", "make: killed by SIGKILL"],
    [143, "TERM", "error", "make: killed by SIGTERM"],
    [130, "INT", "idle", "make: ended by SIGINT"],
    [129, "HUP", "idle", "make: ended by SIGHUP"],
    [141, "PIPE", "idle", "make: ended by SIGPIPE"],
    [200, "", "error", "make: exit code 200"],
  ])("[WR1, WR4] an end with status %i %s is %s: %s", (status, signal, state, message) => {
    const [rest, ...others] = read("exited", { ...RUN, status, signal });
    expect(rest).toMatchObject({
      source: "wrapper",
      event_type: "wrapper.exited",
      turn: "40.3.77.123",
      message,
      evidence: { kind: "edge", phase: "rest", state },
      payload: { exit_code: signal === "" ? status : null, signal: signal === "" ? null : `SIG${signal}` },
    });
    expect(others).toEqual([]);
  });

  it("[WR5] an end also says how the very process ended, bound by nothing but that process", () => {
    const [, ended] = read("exited", { ...RUN, ...PROGRAM, status: 3, signal: "" });
    expect(ended).toEqual({
      target: "host",
      pane_id: null,
      dedupe_key: "k@1+1",
      event_time: 5_000,
      hints: { tmux_server_pid: 40, agent_pid: 78, agent_start: "124" },
      source: "wrapper",
      event_type: "wrapper.exited",
      message: "make: exit code 3",
      evidence: { kind: "ended", exit_code: 3, signal: null },
    });
    const [, killed] = read("exited", { ...RUN, pid: 78, start: "", status: 137, signal: "KILL" });
    expect(killed).toMatchObject({ hints: { agent_pid: 78 }, evidence: { exit_code: null, signal: "SIGKILL" } });
    expect(killed?.hints).not.toHaveProperty("agent_start");
  });

  it("[WR4] a run started inside another is its child", () => {
    const inner = { ...RUN, run: "40.3.90.130", parent: "40.3.77.123" };
    for (const [signal] of [read("started", inner), read("exited", { ...inner, status: 1 })])
      expect(signal).toMatchObject({ run: { id: "40.3.90.130", parent: "40.3.77.123" } });
  });

  it("[WR1] a long command line is cut", () => {
    const [started] = read("started", { ...RUN, command: ["x".repeat(5_000)] });
    expect(started?.message).toHaveLength(200);
  });

  it.each([
    ["started", "no JSON"],
    ["started", "{}"],
    ["started", JSON.stringify({ ...RUN, command: [] })],
    ["started", JSON.stringify({ ...RUN, run: "../x" })],
    ["exited", JSON.stringify(RUN)],
    ["exited", JSON.stringify({ ...RUN, status: 999 })],
    ["paused", JSON.stringify(RUN)],
  ])("[SR4] %s with %s is a fault that says what is wrong", (event, payload) => {
    const entry = { agent: "agtmux", event, pane: "%3", tmux: null, pid: null, start: null, session: null, payload };
    expect(spoolSignals(entry, "k", 1, "host")).toEqual({ type: "fault", fault: expect.stringMatching(/\w/) });
  });

  it("[WR7] a run's name tells the wrapper's process", () => {
    expect([wrapperPid("40.3.77.123"), wrapperPid("x")]).toEqual([77, null]);
  });
});

function read(event: string, entry: object): SignalFacts[] {
  const result = wrapperSignals(event, JSON.stringify(entry), BASE);
  if (!result.ok) throw new Error(result.fault);
  return result.facts;
}
