import { describe, expect, it } from "vitest";
import { SESSION_FILE } from "./session-file.ts";

const FILE = { pid: 15684, sessionId: "s-1", cwd: "/w", tmux: "main:@0.%0", statusUpdatedAt: 1794726908838 };
const read = (fields: object) => SESSION_FILE.read(JSON.stringify({ ...FILE, ...fields }));

describe("Claude's session file", () => {
  it.each([
    [{ status: "busy" }, { phase: "busy" }],
    [
      { status: "waiting", waitingFor: "permission prompt" },
      { phase: "ask", state: "waiting_approval" },
    ],
    [
      { status: "waiting", waitingFor: "input needed" },
      { phase: "ask", state: "waiting_input" },
    ],
    [{ status: "waiting", waitingFor: "dialog open" }, { phase: "ask" }],
    [{ status: "waiting", waitingFor: "something new" }, { phase: "ask" }],
  ])("[AD7] %j is a blind level: %j", (fields, shown) => {
    expect(read(fields)).toEqual([
      {
        source: "session_file",
        event_type: `claude.${fields.status}`,
        message: "",
        evidence: { kind: "level", blind: true, changed_at: 1794726908838, ...shown },
        session_id: "s-1",
        cwd: "/w",
        pid: 15684,
      },
    ]);
  });

  it("[AD7, RS28] at rest it tells whether commands run on: some, or none", () => {
    const rest = { kind: "level", phase: "rest", blind: true, changed_at: 1794726908838 };
    expect(read({ status: "shell" })).toMatchObject([{ evidence: rest, doing: { shells: null } }]);
    expect(read({ status: "idle" })).toMatchObject([{ evidence: rest, doing: { shells: 0 } }]);
    expect(read({ status: "idle", parkedJobId: "c78a62c1" })[0]).not.toHaveProperty("doing");
  });

  it("[AD7] no status, another status, and half a file tell nothing", () => {
    expect([{}, { status: null }, { status: "dreaming" }].map(read)).toEqual([[], [], []]);
    expect(["", "{", "[]", '{"status":"bu'].map((text) => SESSION_FILE.read(text))).toEqual([[], [], [], []]);
  });

  it("[AD7] a session file whose conversation is in the background shows nothing", () => {
    const [parked] = read({ status: "idle", parkedJobId: "c78a62c1" });
    expect(parked?.evidence).toMatchObject({ kind: "level", withdrawn: true });
  });

  it("[AD7] it lies in the folder of the transcript, else in the usual one", () => {
    expect(SESSION_FILE.path({ home: "/h", pid: 7 })).toBe("/h/.claude/sessions/7.json");
    const transcript = "/elsewhere/claude/projects/-w/s-1.jsonl";
    expect(SESSION_FILE.path({ home: "/h", pid: 7, transcript })).toBe("/elsewhere/claude/sessions/7.json");
  });
});
