import { describe, expect, it } from "vitest";
import type { ProcessRow } from "../../core/adapter/process-tree.ts";
import { parseSpoolEntry } from "../../core/spool/spool-entry.ts";
import { spoolSignals } from "../../core/spool/spool-signal.ts";
import { pruneMetadata } from "../runtimes/agent-metadata.ts";
import { TestPipeline } from "./test-pipeline.ts";

const SHELL: ProcessRow = [100, 1, "bash", ["bash"]];
const CLAUDE: ProcessRow = [110, 100, "claude", ["claude"]];
const PANE = [{ pane_id: "%1", pane_pid: 100, cwd: "/home/me" }];
const COMMON = { session_id: "s-1", prompt_id: "t-1", cwd: "/w" };

/** A hook of the Claude in the pane, as its spool entry brings it. */
function hook(target: TestPipeline, event: string, payload: object): void {
  const text = `agtmux1\tagent=claude\tevent=${event}\tpane=%1\ttmux=\tpid=110\tsession=\n${JSON.stringify({ ...COMMON, ...payload })}`;
  const parsed = parseSpoolEntry(Buffer.from(text));
  if (!parsed.ok) throw new Error(parsed.fault);
  target.now += 1_000;
  const read = spoolSignals(parsed.entry, `${event}@${target.now}`, target.now, "host");
  if (read.type !== "signals") throw new Error("it is no signal");
  target.pipeline.ingest(read.facts);
}

function working(): TestPipeline {
  const target = new TestPipeline(111_000);
  target.observe(PANE, [SHELL, CLAUDE]);
  hook(target, "UserPromptSubmit", { prompt: "Fix the parser\nplease" });
  const tool_input = { command: "GITHUB_TOKEN=ghp_abcdefghij0123456789 make" };
  hook(target, "PreToolUse", { tool_name: "Bash", tool_input, tool_use_id: "c1" });
  return target;
}

const shown = (target: TestPipeline) => {
  const { task, tool, words, directory } = target.pane().doing ?? {};
  return [task?.text, tool && `${tool.name} ${tool.argument}`, words?.text, directory?.path];
};

describe("what an agent works on", () => {
  it("[RS20, RS22, RS24] shows with its pane, without secrets, and the tool no longer than it runs", () => {
    const target = working();
    expect(shown(target)).toEqual(["Fix the parser", "Bash GITHUB_TOKEN=[redacted] make", undefined, "/w"]);
    expect(target.pane().doing?.tool).toMatchObject({ source: "hook", from: "claude.PreToolUse", at: target.now });
    hook(target, "PostToolUse", { tool_name: "Bash", tool_use_id: "c1" });
    expect(target.pane()).toMatchObject({ state: "running", doing: { tool: null } });
    hook(target, "PreToolUse", { tool_name: "Read", tool_input: { file_path: "/w/a" }, tool_use_id: "c2" });
    hook(target, "Stop", { last_assistant_message: "Fixed." });
    expect(shown(target)).toEqual(["Fix the parser", null, "Fixed.", "/w"]);
  });

  it("[RS25] is the same after a restart, and goes with the runtime's record", () => {
    const target = working();
    const next = new TestPipeline(target.now, target.store);
    next.observe(PANE, [SHELL, CLAUDE]);
    expect(shown(next)).toEqual(shown(target));
    hook(next, "PostToolUse", { tool_name: "Bash", tool_use_id: "c1" });
    expect(shown(next)[1]).toBeNull();
    next.observe(PANE, [SHELL]);
    expect(next.pane().doing).toBeNull();
    expect(next.store.recallAll("doing:").size).toBe(1);
    next.store.transact(() => pruneMetadata(next.store, next.now + 1));
    expect(next.store.recallAll("doing:").size).toBe(0);
  });

  it("[RS25] an event that tells only this is not logged, changes no state, and is kept with the pane", () => {
    const target = working();
    const { state, source, since } = target.pane();
    const logged = target.store.countEvents().bound;
    target.ingest({
      source: "transcript",
      event_type: "claude.message",
      agent_type: "claude",
      event_time: target.now,
      hints: { agent_pid: 110 },
      message: "",
      evidence: { kind: "note", reason: "tells what it works on" },
      metadata: { session_id: "s-1", doing: { words: "Let me look." } },
    });
    expect(shown(target)[2]).toBe("Let me look.");
    expect(target.pane()).toMatchObject({ state, source, since });
    expect(target.store.countEvents().bound).toBe(logged);
  });

  it("[RS21] a sub-agent's tools and words are not shown as its parent's", () => {
    const target = working();
    hook(target, "PreToolUse", { tool_name: "Grep", tool_input: { pattern: "x" }, tool_use_id: "c9", agent_id: "a1" });
    expect(shown(target)[1]).toBe("Bash GITHUB_TOKEN=[redacted] make");
  });

  it("[RS23] is emptied when the conversation is cleared", () => {
    const target = working();
    hook(target, "SessionStart", { source: "clear", session_id: "s-2" });
    expect(shown(target)).toEqual([undefined, null, undefined, "/w"]);
  });

  it("[RS20] is shown once the agent is found, if it was told before", () => {
    const target = new TestPipeline(111_000);
    target.observe(PANE, []);
    hook(target, "UserPromptSubmit", { prompt: "Early" });
    const next = new TestPipeline(target.now, target.store);
    next.observe(PANE, [SHELL, CLAUDE]);
    expect(shown(next)[0]).toBe("Early");
    expect(next.pane().doing?.directory).toMatchObject({ path: "/w", source: "hook" });
  });
});
