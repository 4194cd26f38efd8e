import { describe, expect, it } from "vitest";
import type { ResumableItem, ResumeOutcome } from "../../core/protocol/actions/resume.ts";
import { describeOutcome, renderResumable } from "./resumable.ts";

const ITEM: ResumableItem = {
  runtime_id: "r1",
  ref: "runtime:r1",
  agent: "claude",
  target: "host",
  pane_id: "%3",
  session_name: "work",
  cwd: "/w",
  session_id: "abc",
  ended_at: 1_000,
  exit_code: null,
  signal: null,
  argv: ["claude", "--resume", "abc"],
  command: "claude --resume abc",
};
const OUTCOME: ResumeOutcome = { item: ITEM, place: "same_pane", pane_id: "%3", started: true, error: null };
const LOOK = { colour: false, columns: null };

describe("renderResumable", () => {
  it("[RS2] is a line for each agent", () => {
    const killed = { ...ITEM, agent: "codex", session_name: null, cwd: null, exit_code: null, signal: "SIGKILL" };
    expect(
      renderResumable(
        [ITEM, { ...killed, command: "x\x1b[31m", ref: "runtime:r2" }],
        new Set(["runtime:r2"]),
        61_000,
        LOOK,
      ),
    ).toBe(
      [
        "AGENT   WHERE         ENDED            DIRECTORY          REF         COMMAND",
        "claude  host/work %3  1m ago           /w                 runtime:r1  claude --resume abc",
        "codex   host/? %3     1m ago, SIGKILL  ? (gone: skipped)  runtime:r2  x⟨U+001B⟩[31m",
      ].join("\n"),
    );
  });

  it("[RS2] says so where there is nothing", () => {
    expect(renderResumable([], new Set(), 0, LOOK)).toMatch(/^Nothing can come back/);
  });
});

describe("describeOutcome", () => {
  it.each([
    [OUTCOME, false, "claude (runtime:r1) is back in its pane %3 on host: claude --resume abc"],
    [
      { ...OUTCOME, place: "new_window", pane_id: null, started: null },
      true,
      "claude (runtime:r1) would start in a new window of session work on host: claude --resume abc",
    ],
    [
      { ...OUTCOME, place: "new_session", pane_id: "%9", started: false },
      false,
      "claude (runtime:r1): claude --resume abc was typed in a new session work, %9 on host, but the agent has not been seen there yet: look at the pane",
    ],
    [
      { ...OUTCOME, place: null, started: null, error: { code: "E_AGENT_ALIVE", message: "alive", details: {} } },
      false,
      "claude (runtime:r1): alive [E_AGENT_ALIVE]",
    ],
    [
      { ...OUTCOME, place: null, started: null, error: { code: "E_WORKSPACE", message: "gone", details: {} } },
      false,
      "claude (runtime:r1) is skipped: gone",
    ],
  ] as [ResumeOutcome, boolean, string][])("[RS1] tells what became of it", (outcome, dryRun, words) => {
    expect(describeOutcome(outcome, dryRun)).toBe(words);
  });
});
