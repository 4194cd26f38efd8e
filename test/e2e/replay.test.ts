import { existsSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import type { Replay } from "../../src/core/engine/replay.ts";
import { Resolution } from "../../src/core/protocol/events/explain.ts";
import { type Sandbox, sandbox } from "../support/sandbox.ts";

const EVENTS = [
  {
    source: "hook",
    state: "running",
    begin: true,
    event_time: "2026-02-13T10:00:00Z",
    pane_id: "%1",
    runtime_id: "r1",
  },
  {
    source: "marker",
    event_type: "needs_input",
    event_time: "2026-02-13T10:00:05Z",
    pane_id: "%1",
    runtime_id: "r1",
    message: "Which one?",
  },
  { source: "hook", state: "completed", event_time: "2026-02-13T10:00:06Z", pane_id: "%1", runtime_id: "r1" },
];

function file(box: Sandbox, ...lines: unknown[]): string {
  const path = join(box.dir, "events.jsonl");
  writeFileSync(path, lines.map((line) => (typeof line === "string" ? line : JSON.stringify(line))).join("\n"));
  return path;
}

describe("agtmux debug replay", () => {
  it("[CL11, EN10] folds a file into an empty store and explains the result, without a daemon or a home", async () => {
    const box = sandbox();
    const path = file(box, ...EVENTS);
    const result = await box.json<Replay>("debug", "replay", path, "--json");
    expect(result).toMatchObject({ schema_version: 1, at: Date.parse("2026-02-13T10:00:06Z"), folded: 3 });
    const [state] = result.states;
    expect(state).toMatchObject({ runtime_id: "r1", pane_id: "%1", state: "waiting_input", message: "Which one?" });
    expect(Resolution.safeParse(state).error).toBeUndefined();
    expect(state?.evidence.length).toBeGreaterThan(1);
    const text = (await box.agtmux(["debug", "replay", path])).stdout;
    expect(text).toContain(`r1): waiting_input, because ${state?.because}`);
    expect(text).toContain("3 folded, 0 duplicates, 0 later, 0 unbound, 0 rejected");
    expect(existsSync(box.home)).toBe(false);
  });

  it("[CL11] --at tells what was believed then, in milliseconds or ISO 8601, and leaves later events out", async () => {
    const box = sandbox();
    const path = file(box, ...EVENTS);
    for (const at of ["2026-02-13T10:00:04Z", "2026-02-13T11:00:04+01:00", `${Date.parse("2026-02-13T10:00:04Z")}`]) {
      const past = await box.json<Replay>("debug", "replay", path, "--at", at, "--json");
      expect(past).toMatchObject({ folded: 1, later: 2, states: [{ state: "running" }] });
    }
    const later = await box.json<Replay>("debug", "replay", path, "--at=2026-02-13T12:00:00Z", "--json");
    expect(later).toMatchObject({ folded: 3, later: 0, states: [{ attention: { kind: "input" } }] });
  });

  it("[CL11, EV7] the order of the lines does not matter, nor does saying them twice", async () => {
    const box = sandbox();
    const at = "--at=2026-02-13T10:01:00Z";
    const straight = await box.json<Replay>("debug", "replay", file(box, ...EVENTS), at, "--json");
    const twice = [...EVENTS.toReversed(), ...EVENTS];
    const again = await box.json<Replay>("debug", "replay", file(box, ...twice), at, "--json");
    expect(again.duplicates).toBe(3);
    expect(again.states).toEqual(straight.states);
  });

  it("[EV8, CL16] a line that does not parse is reported with its number; the rest is still folded", async () => {
    const box = sandbox();
    const path = file(box, EVENTS[0], "{nonsense", EVENTS[1], '{"source":"rumour","event_time":1}', EVENTS[2]);
    const ran = await box.agtmux(["debug", "replay", path, "--json"]);
    expect(ran.code).toBe(3);
    expect(ran.stderr).toMatch(/line 2: .*\n.*line 4: .*source/);
    const result = JSON.parse(ran.stdout) as Replay;
    expect(result.rejected.map(({ line }) => line)).toEqual([2, 4]);
    expect(result).toMatchObject({ folded: 3, states: [{ state: "waiting_input" }] });
  });

  it("[CL11] '-' reads standard input, and a file that is not there is a fault", async () => {
    const box = sandbox();
    const ran = await box.agtmux(["debug", "replay", "-", "--json"], { input: JSON.stringify(EVENTS[0]) });
    expect(JSON.parse(ran.stdout)).toMatchObject({ folded: 1 });
    const none = await box.agtmux(["debug", "replay", join(box.dir, "none")]);
    expect(none).toMatchObject({ code: 3, stdout: "" });
    expect(none.stderr).toContain("[E_INVALID_INPUT]");
  });

  it("[CL11] text of a file cannot control the reader's terminal", async () => {
    const box = sandbox();
    const evil = "\x1b[2J\u202e\n";
    const event = { ...EVENTS[1], agent_type: evil, pane_id: evil, runtime_id: evil, event_type: "needs_input" };
    const { stdout } = await box.agtmux(["debug", "replay", file(box, event)]);
    expect(stdout).toContain("waiting_input");
    expect(stdout.replaceAll("\n", "")).not.toMatch(/[\u0000-\u001f\u202e]/);
  });
});
