import { describe, expect, it } from "vitest";
import { isWorkOnly } from "../../core/adapter/evidence.ts";
import { copilot } from "../../core/agents/copilot/adapter.ts";
import type { SignalFacts } from "../../core/engine/envelope.ts";
import type { LineFollow } from "../targets/machine/machine.ts";
import { SecondSources } from "./second-sources.ts";

const RUNTIME = { runtime_id: "r1", agent_type: "copilot", pane_id: "%1", pid: 7, pid_start: "7", server_pid: 1 };
const PATH = "/home/dev/.copilot/session-state/s1/events.jsonl";
const STARTED_AT = Date.parse("2026-11-15T15:00:00Z");

describe("a file that holds an agent's messages", () => {
  it("[SR33] tells its words once a line of it was read, and after a restart from the beginning", () => {
    const { sources, append, kept } = followed();
    expect(sources.tellsWordsOf("r1")).toBe(false);
    append({ type: "user.message", timestamp: "2026-11-15T15:01:00Z" });
    expect(sources.tellsWordsOf("r1")).toBe(true);
    expect(sources.tellsWordsOf("r2")).toBe(false);
    expect(followed(kept).sources.tellsWordsOf("r1")).toBe(true);
  });

  it("[AD16] each marker is one signal, dated by its line; those from before the agent was started are none", () => {
    const { append, offered } = followed();
    const message = (content: string, timestamp: string) =>
      append({ type: "assistant.message", data: { content }, timestamp });
    message("--<[schmux:error:Long ago]>--", "2026-11-14T15:00:00Z");
    message("--<[schmux:working:Step one]>--", "2026-11-15T15:02:00Z");
    message("```\n--<[schmux:error:x]>--\n```", "2026-11-15T15:02:01Z");
    message("--<[schmux:completed:Both]>--", "2026-11-15T15:02:02Z");
    const markers = offered.filter((facts) => !isWorkOnly(facts));
    expect(markers.map(({ source, message: words, event_time }) => [source, words, event_time])).toEqual([
      ["marker", "Step one", Date.parse("2026-11-15T15:02:00Z")],
      ["marker", "Both", Date.parse("2026-11-15T15:02:02Z")],
    ]);
    expect(new Set(markers.map(({ dedupe_key }) => dedupe_key)).size).toBe(2);
  });
});

function followed(stored: ReadonlyMap<string, string> = new Map()) {
  const kept = new Map(stored);
  const offered: SignalFacts[] = [];
  let take: Parameters<LineFollow["follow"]>[2] = () => false;
  let offset = 0;
  const runtime = { ...RUNTIME, started_at: STARTED_AT, ended_at: null };
  const sources = new SecondSources({
    target: "host",
    lines: {
      follow: (path: string, _: unknown, taking: typeof take) => {
        if (path === PATH) take = taking;
      },
    },
    userHome: () => "/home/dev",
    clockOffset: () => 0,
    runtimes: { living: () => [runtime], runtime: () => runtime },
    metadataStore: { of: () => ({ session_id: "s1" }) },
    store: { recall: (key: string) => kept.get(key) ?? null },
    intake: {
      ingest: (facts: SignalFacts[], writes: [string, string][]) => {
        for (const [key, value] of writes) kept.set(key, value);
        return offered.push(...facts) >= 0;
      },
    },
    adapterOf: () => copilot,
    clock: { now: () => STARTED_AT + 3_600_000 },
  } as never);
  sources.observe();
  const append = (line: object) => {
    const text = JSON.stringify(line);
    const at = { file: "1", offset };
    offset += text.length + 1;
    take([{ text, at }], { file: "1", offset });
  };
  return { sources, append, offered, kept };
}
