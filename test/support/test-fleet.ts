import type { ListSource } from "../../src/core/lists/list-panes.ts";
import { type AttentionKind, attentionLabel } from "../../src/core/protocol/events/attention.ts";
import type { PaneItem } from "../../src/core/protocol/lists/lists.ts";
import { testPane } from "./test-pane.ts";

const NOW = 1_000_000_000;

function needs(kind: AttentionKind, message: string, ago: number): Partial<PaneItem> {
  const raised_at = NOW - ago;
  const attention = {
    attention_id: kind,
    kind,
    label: attentionLabel(kind),
    message,
    source: "agent",
    raised_at,
  } as const;
  return { since: raised_at, message, attention, nudge_seq: 1 };
}

const nobody: Partial<PaneItem> = {
  agent: null,
  runtime_id: null,
  state: "unknown",
  reason_code: "no_agent",
  confidence: "low",
  since: null,
  source: null,
};

const origin = { source: "hook", from: "codex.PreToolUse", at: NOW - 9_000 } as const;
const WORK: PaneItem["doing"] = {
  task: { text: "Make the build green again", ...origin },
  tool: { name: "Bash", argument: "cargo build --workspace", ...origin },
  words: { text: "I look at the errors first.", ...origin },
  directory: { path: "/home/me/world", ...origin },
  branch: { name: "main", commit: null, source: "git", from: "/home/me/world/.git/HEAD", at: NOW - 90_000 },
  changes: { files: 2, added: 12, removed: 3, untracked: 1, source: "git", from: "diff", at: NOW - 60_000 },
};

/** For tests of tables: two machines, every state, long and wide text. */
export function testFleet(): ListSource {
  const panes = [
    testPane(
      { session_name: "work", window_id: "@1", pane_id: "%1" },
      { agent: "claude", state: "waiting_input", source: "hook", window_name: "api", ...needs("input", LONG, 200_000) },
    ),
    testPane(
      { session_name: "work", window_id: "@1", pane_id: "%2" },
      {
        agent: "codex",
        since: NOW - 8_000,
        message: "Compiling 世界 👩‍💻",
        pane_index: 1,
        window_name: "api",
        source: "session_file",
        doing: WORK,
      },
    ),
    testPane(
      { session_name: "work", window_id: "@2", pane_id: "%3" },
      { ...nobody, window_index: 1, window_name: "zsh" },
    ),
    testPane(
      { session_name: "two words/ünï", window_id: "@3", pane_id: "%4" },
      {
        agent: "claude",
        state: "completed",
        source: "marker",
        window_name: "docs",
        ...needs("done", "All tests pass", 3_700_000),
      },
    ),
    testPane(
      { target: "vm1", session_name: "work", window_id: "@1", pane_id: "%1" },
      {
        agent: "claude",
        state: "waiting_approval",
        source: "screen",
        window_name: "a window with a long name",
        ...needs("approval", "rm -rf build/", 4_000),
      },
    ),
    testPane(
      {
        target: "vm1",
        session_name: "a-session-whose-name-somebody-thought-about-for-a-long-time",
        window_id: "@12",
        pane_id: "%123",
      },
      {
        agent: "generic",
        state: "error",
        source: "status_file",
        window_index: 3,
        window_name: "build",
        ...needs("error", "Build failed", 86_500_000),
      },
    ),
    testPane(
      { target: "vm2", session_name: "old", window_id: "@7", pane_id: "%9" },
      {
        agent: "codex",
        state: "unknown",
        reason_code: "target_unreachable",
        confidence: "low",
        since: NOW - 60_000,
        window_name: "sh",
      },
    ),
    testPane(
      { session_name: "work", window_id: "@2", pane_id: "%5" },
      {
        agent: "codex",
        state: "idle",
        since: NOW - 500_000,
        source: "title",
        window_index: 1,
        pane_index: 1,
        window_name: "zsh",
      },
    ),
  ];
  const error = { code: "E_TARGET_UNREACHABLE", message: "vm2 does not answer", details: {} } as const;
  return { now: NOW, panes, targetErrors: [{ target: "vm2", error, since: NOW - 60_000 }] };
}

const LONG =
  "Should I delete these 5 files, or would you rather look at each of them first? They are all in build/ and can be made again.";
