import { describe, expect, it } from "vitest";
import { factsOf } from "../agents/facts-of.ts";
import { AGENTS } from "../agents/registry.ts";
import { isUsablePath } from "./own-path.ts";

describe("a path that another program told", () => {
  it.each([
    ["relative/path", false],
    ["", false],
    ["/plain/path.jsonl", true],
    ["/wörk/päth", true],
    ["/a/../b", false],
    ["/a/..b/c..", true],
    ["/with\0nul", false],
    ["/with\nbreak", true],
    [`/${"n".repeat(255)}`, true],
    [`/${"n".repeat(256)}`, false],
    [`/${"ü".repeat(128)}`, false],
    [`/${"long/".repeat(900)}`, false],
  ])("[SC21] %j is usable: %s", (path, usable) => {
    expect(isUsablePath(path)).toBe(usable);
  });

  it.each([
    ["claude", "/h/.claude/projects/-w/7f.jsonl", "/h/.claude/settings.json"],
    ["codex", "/h/.codex/sessions/2026/11/15/rollout-2026-11-15T07-24-24-7f.jsonl", "/h/.codex/auth.json"],
    ["gemini", "/h/.gemini/tmp/demo/chats/session-2026-11-15T07-14-8e.jsonl", "/h/.gemini/tmp/oauth.jsonl"],
    ["copilot", "/h/.copilot/session-state/7f/events.jsonl", "/h/.copilot/events.jsonl"],
  ])("[SC21] %s: a transcript path is accepted only where the agent keeps its transcripts", (agent, theirs, other) => {
    const evidence = { kind: "note", reason: "unsupported_signal" } as const;
    const metadata = (transcript: string) => {
      const reading = { source: "hook", event_type: "x", message: "", evidence, transcript } as const;
      const bringing = { target: "host", pane_id: "%1", dedupe_key: "k", event_time: 1, hints: {} };
      return factsOf(agent, reading, bringing).metadata?.transcript;
    };
    expect(metadata(theirs)).toBe(theirs);
    expect(metadata(other)).toBeUndefined();
    expect(metadata("/etc/passwd")).toBeUndefined();
    expect(metadata(theirs.replace("/h/", "/h\0/"))).toBeUndefined();
    expect(AGENTS.find(({ name }) => name === agent)?.transcripts).toBeDefined();
  });

  it("[SC21] a session id that would lead to another path is not accepted", () => {
    const evidence = { kind: "note", reason: "unsupported_signal" } as const;
    const reading = { source: "hook", event_type: "x", message: "", evidence } as const;
    const bringing = { target: "host", pane_id: "%1", dedupe_key: "k", event_time: 1, hints: {} };
    const of = (session_id: string, cwd: string) =>
      factsOf("claude", { ...reading, session_id, cwd }, bringing).metadata;
    expect(of("7f-3", "/w")).toEqual({ session_id: "7f-3", cwd: "/w" });
    expect(of("../../../../etc/x", "/w/../..")).toBeUndefined();
    expect(of("a".repeat(257), "/w\0")).toBeUndefined();
  });
});
