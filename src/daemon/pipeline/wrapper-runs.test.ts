import { describe, expect, it } from "vitest";
import type { ProcessRow } from "../../core/adapter/process-tree.ts";
import type { SignalFacts } from "../../core/engine/envelope.ts";
import { wrapperSignals } from "../../core/spool/wrapper.ts";
import { TestPipeline } from "./test-pipeline.ts";

const PANE = [{ pane_id: "%1", pane_pid: 100 }];
const SHELL: ProcessRow = [100, 1, "bash", ["bash"]];
const WRAPPER: ProcessRow = [105, 100, "sh", ["sh", "/home/me/.agtmux/bin/agtmux", "run", "--", "x"]];
const MAKE: ProcessRow = [110, 105, "make", ["make"]];
const CLAUDE: ProcessRow = [110, 105, "claude", ["claude"]];

describe("a program run by the wrapper", () => {
  it("[WR4] is running from its start and completed at its end", () => {
    const target = atPrompt();
    started(target, 110_000, ["make", "all"]);
    const running = { agent: "generic", state: "running", message: "make all", source: "wrapper", attention: null };
    expect(target.pane()).toMatchObject(running);
    target.now = 110_000 + 3 * 3_600_000;
    target.observe(PANE, [SHELL, WRAPPER, MAKE], { askedAt: target.now });
    target.pipeline.tick();
    expect(target.pane()).toMatchObject(running);
    exited(target, target.now, ["make", "all"], 0);
    expect(target.pane()).toMatchObject({ state: "completed", message: "make all", attention: { kind: "done" } });
  });

  it("[WR4] is an error with its exit code, or idle if a person interrupted it", () => {
    const target = atPrompt();
    started(target, 110_000, ["make"]);
    exited(target, 111_000, ["make"], 2);
    expect(target.pane()).toMatchObject({ state: "error", message: "make: exit code 2", attention: { kind: "error" } });
    started(target, 112_000, ["make"], 106);
    expect(target.pane()).toMatchObject({ state: "running", attention: null });
    exited(target, 113_000, ["make"], 130, "INT", 106);
    expect(target.pane()).toMatchObject({ state: "idle", attention: null });
  });

  it("[WR4] keeps as the detail of its end what it declared", () => {
    const target = atPrompt();
    started(target, 110_000, ["agent"]);
    target.say("needs_input", "Which one?", 111_000);
    exited(target, 112_000, ["agent"], 0);
    expect(target.pane()).toMatchObject({ state: "waiting_input", message: "Which one?" });
  });

  it("[WR4] an end that is read before its start, or after the next one's start, changes nothing", () => {
    const target = atPrompt();
    exited(target, 111_000, ["one"], 1);
    started(target, 110_000, ["one"]);
    expect(target.pane()).toMatchObject({ state: "error", message: "one: exit code 1" });
    started(target, 115_000, ["two"], 106);
    exited(target, 113_000, ["zero"], 1, "", 104);
    expect(target.pane()).toMatchObject({ state: "running", message: "two" });
  });

  it("[WR4] a run inside a run sets no state", () => {
    const target = atPrompt();
    started(target, 110_000, ["make"]);
    started(target, 111_000, ["cc"], 107, runOf(105));
    exited(target, 112_000, ["cc"], 1, "", 107, runOf(105));
    expect(target.pane()).toMatchObject({ state: "running", message: "make" });
  });

  it("[WR7] has an unknown outcome if its wrapper never reported the end; a late report still counts", () => {
    const target = atPrompt();
    started(target, 110_000, ["make"]);
    for (const at of [112_000, 113_000]) {
      target.now = at;
      target.observe(PANE, [SHELL], { askedAt: at });
      expect(target.pane().state).toBe("running");
    }
    target.now = 115_000;
    target.observe(PANE, [SHELL], { askedAt: 115_000 });
    expect(target.pane()).toMatchObject({ state: "unknown", reason_code: "outcome_unknown" });
    exited(target, 111_500, ["make"], 0);
    expect(target.pane()).toMatchObject({ state: "completed" });
  });

  it("[WR7] is not taken for ended by a process table older than its start", () => {
    const target = atPrompt();
    started(target, 110_000, ["make"]);
    for (const at of [112_000, 116_000]) {
      target.now = at;
      target.observe(PANE, [SHELL], { askedAt: 109_000 });
    }
    expect(target.pane().state).toBe("running");
  });
});

describe("an agent run by the wrapper", () => {
  const begun = (target: TestPipeline) => {
    target.now = 111_000;
    target.observe(PANE, [SHELL, WRAPPER, CLAUDE]);
  };
  const gone = (target: TestPipeline) => {
    target.now = 121_000;
    target.observe(PANE, [SHELL]);
  };
  const saysHow =
    (status: number, signal = "") =>
    (target: TestPipeline) => {
      target.now = Math.max(target.now, 120_500);
      exited(target, 120_500, ["claude"], status, signal, 105, "", 110);
    };
  const start = (target: TestPipeline) => started(target, 110_000, ["claude"]);

  it("[WR5] is known by its process; the wrapper's start report does not change it", () => {
    const target = atPrompt();
    start(target);
    begun(target);
    expect(target.pane()).toMatchObject({ agent: "claude", state: "unknown", reason_code: "no_signal" });
  });

  it.each([
    ["before", [start, begun, saysHow(1), gone]],
    ["after", [start, begun, gone, saysHow(1)]],
    ["before, the start last", [begun, saysHow(1), start, gone]],
  ])("[WR5] has the same outcome if its exit code is reported %s its end is seen", (_, steps) => {
    const target = atPrompt();
    for (const step of steps) step(target);
    const agent = target.runtimeRows().find(({ agent_type }) => agent_type === "claude");
    expect(agent?.ended_at).toBe(121_000);
    expect(target.resolution(agent?.runtime_id ?? "")).toMatchObject({
      state: "error",
      reason_code: "runtime_ended",
      because: "the process ended with code 1",
    });
    expect(target.pane()).toMatchObject({
      agent: "generic",
      state: "error",
      message: "claude: exit code 1",
      since: 121_001,
      attention: { kind: "error" },
    });
  });

  it.each([
    ["before", [start, begun, saysHow(0), gone]],
    ["after", [start, begun, gone, saysHow(0)]],
    ["by Ctrl-C", [start, begun, saysHow(130, "INT"), gone]],
  ])("[WR5, BI22] leaves its shell idle without a call if a good end is reported %s", (_, steps) => {
    const target = atPrompt();
    for (const step of steps) step(target);
    expect(target.pane()).toMatchObject({ agent: "generic", state: "idle", attention: null });
  });

  it("[WR5] is not ended by the wrapper's report alone", () => {
    const target = atPrompt();
    for (const step of [start, begun, saysHow(1)]) step(target);
    expect(target.pane()).toMatchObject({ agent: "claude", state: "unknown" });
    expect(target.runtimeRows().map(({ ended_at }) => ended_at)).toEqual([null, null]);
  });

  it("[WR5] is not affected by what it runs through a wrapper itself", () => {
    const target = atPrompt();
    target.now = 111_000;
    target.observe(PANE, [SHELL, [110, 100, "claude", ["claude"]]]);
    for (const [event, extra] of [
      ["started", {}],
      ["exited", { status: 1, pid: 130, start: "x" }],
    ] as const)
      ingest(target, 115_000, event, { run: runOf(125), parent: "", command: ["npm"], ...extra }, 120);
    expect(target.pane()).toMatchObject({ agent: "claude", state: "unknown", reason_code: "no_signal" });
    target.now = 120_000;
    target.observe(PANE, [SHELL]);
    expect(target.pane()).toMatchObject({ agent: "generic", state: "idle" });
  });
});

function atPrompt(): TestPipeline {
  const target = new TestPipeline(109_000);
  target.observe(PANE, [SHELL]);
  target.pipeline.ensureRuntime("%1", "app-1");
  return target;
}

function started(target: TestPipeline, at: number, command: string[], wrapper = 105, parent = ""): void {
  ingest(target, at, "started", { run: runOf(wrapper), parent, command });
}

function exited(
  target: TestPipeline,
  at: number,
  command: string[],
  status: number,
  signal = "",
  wrapper = 105,
  parent = "",
  pid = 110,
): void {
  const program = { pid, start: String(pid) };
  ingest(target, at, "exited", { run: runOf(wrapper), parent, command, ...program, status, signal });
}

function runOf(wrapper: number): string {
  return `50.1.${wrapper}.${wrapper}`;
}

/** An event of a wrapper under that shell. */
function ingest(target: TestPipeline, at: number, event: string, entry: object, shell = 100): void {
  target.now = Math.max(target.now, at);
  const hints: SignalFacts["hints"] = { tmux_server_pid: 50, agent_pid: shell, session_id: "app-1" };
  const dedupe_key = `${event}:${JSON.stringify(entry)}`;
  const base = { target: "host", pane_id: "%1", dedupe_key, event_time: at, hints };
  const read = wrapperSignals(event, JSON.stringify(entry), base);
  if (!read.ok) throw new Error(read.fault);
  target.pipeline.ingest(read.facts);
}
