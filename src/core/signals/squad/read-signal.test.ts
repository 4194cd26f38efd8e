import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { SQUAD_TYPES, type SquadType } from "../../protocol/squad/squad.ts";
import { SQUAD_EXAMPLES } from "./examples.ts";
import { readSignal, type SignalFileInfo } from "./read-signal.ts";

const AT = "2026-03-04T05:06:07.890Z";
const OURS = {
  type: "working",
  signal_id: "id-1",
  session_id: "s-1",
  tmux_session: "main",
  tmux_server_pid: 50,
  timestamp: AT,
  sseState: "working",
  data: { ...SQUAD_EXAMPLES.working, estimate: "2h" },
};

const read = (value: unknown, written?: SignalFileInfo) => readSignal(JSON.stringify(value), written);
const signalOf = (value: unknown, written?: SignalFileInfo) => {
  const reading = read(value, written);
  if (reading.type !== "signal") throw new Error(JSON.stringify(reading));
  return reading.signal;
};
const faultOf = (value: unknown, written?: SignalFileInfo) => {
  const reading = read(value, written);
  return reading.type === "fault" ? reading.fault : reading;
};

const exampleOf = (type: SquadType) => ({ ...SQUAD_EXAMPLES[type], ...(type === "starting" && { sessionId: "s-1" }) });

describe("readSignal", () => {
  it("[SQ2, SQ9] a signal of our own is read as it was sent, unknown fields included", () => {
    expect(read(OURS)).toEqual({ type: "signal", signal: OURS, isNamed: true });
  });

  it("[SQ9] an envelope of type state, camelCase names, and fields beside the type are the same signal", () => {
    const { data, type: _, signal_id: __, ...envelope } = OURS;
    const forms = [
      { ...envelope, type: "state", state: "working", data },
      { ...envelope, state: "working", data },
      { type: "working", sessionId: "s-1", tmuxSession: "main", timestamp: AT, data: { ...data, sessionId: "s-1" } },
      { type: "working", sessionId: "s-1", tmuxSession: "main", timestamp: AT, ...data },
    ].map((form) => signalOf(form));
    const { signal_id: _id, tmux_server_pid: _pid, ...same } = OURS;
    for (const form of forms) expect(form).toMatchObject(same);
    expect(new Set(forms.map(({ signal_id }) => signal_id)).size).toBe(forms.length);
  });

  it("[SQ19] gives the state by squad's own name, whatever the writer called it", () => {
    expect(signalOf({ ...OURS, sseState: "dancing" })).toEqual(OURS);
    const states = SQUAD_TYPES.map(
      (type) => signalOf({ ...OURS, session_id: "s-1", type, data: exampleOf(type) }).sseState,
    );
    expect(states).toEqual([
      "starting",
      "working",
      "needs-input",
      "ready-for-review",
      "completing",
      "completed",
      "compacting",
      "needs-input",
      "idle",
    ]);
  });

  it("[SQ25] a tmux server must be named by a process id", () => {
    for (const tmux_server_pid of ["50", -1, 1.5, null])
      expect(signalOf({ ...OURS, tmux_server_pid })).not.toHaveProperty("tmux_server_pid");
  });

  it("[SQ7, SQ9] a signal without an id gets one from its content and its time", () => {
    const { signal_id: _, ...foreign } = OURS;
    const id = (value: unknown, written?: SignalFileInfo) => signalOf(value, written).signal_id;
    expect(id(foreign)).toBe(id(foreign));
    expect(id({ ...foreign, timestamp: "2026-03-04T05:06:08Z" })).not.toBe(id(foreign));
    expect(read(foreign)).toMatchObject({ isNamed: false });
    const undated = { ...foreign, timestamp: undefined };
    expect(signalOf(undated, { at: AT }).timestamp).toBe(AT);
    expect(id(undated, { at: AT })).not.toBe(id(undated, { at: "2026-03-04T05:06:08Z" }));
  });

  it("[SQ10] a session id in the data is used if the envelope has none", () => {
    const { data } = OURS;
    expect(signalOf({ ...OURS, session_id: null, data: { ...data, sessionId: "s-2" } }).session_id).toBe("s-2");
    expect(signalOf({ ...OURS, session_id: null }).session_id).toBeNull();
    const { sessionId: _, ...starting } = SQUAD_EXAMPLES.starting;
    expect(signalOf({ ...OURS, type: "starting", data: starting }).data.sessionId).toBe("s-1");
  });

  it("[SQ9] a file belongs only to the session in its name", () => {
    expect(signalOf({ ...OURS, session_id: null }, { session: "s-3" }).session_id).toBe("s-3");
    expect(signalOf({ ...OURS, tmux_session: null }, { tmuxSession: "a b" }).tmux_session).toBe("a b");
    expect(faultOf(OURS, { session: "s-3" })).toContain("session_id: expected s-3");
    expect(faultOf(OURS, { tmuxSession: "side" })).toContain("tmux_session: expected side");
  });

  it("[SQ9] path tricks in a session's id are refused", () => {
    for (const session_id of ["../etc/passwd", "a/b", "..", "-rf", "", "a\u0000b", "x".repeat(129), 7, {}])
      expect(faultOf({ ...OURS, session_id })).toContain("session_id: expected letters, digits");
  });

  it("[SQ2, SQ3] data that do not fit their type are a fault that names the field", () => {
    expect(faultOf({ ...OURS, data: { taskId: "t", taskTitle: 7, approach: "a" } })).toBe(
      "data.taskTitle: expected a string, got 7",
    );
    expect(faultOf({ ...OURS, type: "sleeping" })).toContain("type: expected one of starting, working");
    expect(faultOf({ ...OURS, type: "completing", data: { taskId: "t", currentStep: "closing", progress: 101 } })).toBe(
      "data.progress: expected a number of at most 100, got 101",
    );
    expect(faultOf({ ...OURS, timestamp: "yesterday" })).toContain("timestamp: expected a time of ISO 8601");
  });

  it("[SQ9] a partly written file is not an error: the rest follows", () => {
    const text = JSON.stringify(OURS);
    for (const part of ["", " ", text.slice(0, 40), text.slice(0, -1), "[]", "7"])
      expect(readSignal(part)).toEqual({ type: "partial" });
  });

  it("[SQ1] every type's example is read", () => {
    for (const type of SQUAD_TYPES)
      expect(signalOf({ ...OURS, type, data: SQUAD_EXAMPLES[type] })).toMatchObject({ type });
  });

  it("[SQ9] any text gives a signal, a fault or nothing yet", () => {
    const kinds = ["signal", "fault", "partial"];
    const field = fc.constantFrom(
      "type",
      "state",
      "session_id",
      "sessionId",
      "timestamp",
      "data",
      "signal_id",
      "taskId",
    );
    const value = fc.oneof(fc.jsonValue(), fc.constantFrom("working", "state", "idle", AT, "s-1"));
    fc.assert(fc.property(fc.string(), (text) => kinds.includes(readSignal(text).type)));
    fc.assert(fc.property(fc.dictionary(field, value), (object) => kinds.includes(read(object, { at: AT }).type)));
    expect(readSignal(`{"type":${"[".repeat(50_000)}${"]".repeat(50_000)}}`).type).toBe("fault");
  });
});
