import { describe, expect, it } from "vitest";
import { SESSION_FILE } from "./claude/session-file.ts";
import { factsOf } from "./facts-of.ts";

const BRINGING = { target: "vm1", pane_id: "%3", dedupe_key: "k", event_time: 9_000, clock_offset: 500 };
const FILE = { pid: 7, sessionId: "s", cwd: "/w", status: "idle", statusUpdatedAt: 8_000 };
const [LOOK] = SESSION_FILE.read(JSON.stringify(FILE));
if (LOOK === undefined) throw new Error("the file tells nothing");

describe("factsOf", () => {
  it("[AD7] a look has the time at which it was taken, and the time of the change on our clock", () => {
    expect(factsOf("claude", LOOK, BRINGING)).toEqual({
      ...BRINGING,
      agent_type: "claude",
      source: "session_file",
      event_type: "claude.idle",
      message: "",
      evidence: { kind: "level", phase: "rest", blind: true, changed_at: 8_500 },
      hints: { agent_session: "s", agent_pid: 7 },
      metadata: { session_id: "s", cwd: "/w", doing: { shells: 0 } },
    });
  });

  it("[AD15] a line with its own time is dated by it, and keeps the source's hints about the sender", () => {
    const facts = factsOf("claude", { ...LOOK, at: 4_000 }, { ...BRINGING, hints: { session_id: "app-1" } });
    expect(facts).toMatchObject({ event_time: 4_000, hints: { session_id: "app-1", agent_pid: 7 } });
  });
});
