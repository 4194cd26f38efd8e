import { describe, expect, it } from "vitest";
import { bind, type Life } from "./bind.ts";
import { begin } from "./test-events.ts";

const life: Life = {
  runtime_id: "r1",
  target: "host",
  pane_id: "%1",
  agent_type: "generic",
  pid: 100,
  pid_start: "7",
  server_pid: 50,
  session_ids: ["s1"],
  started_at: 1_000,
  ended_at: null,
};
const former: Life = {
  ...life,
  runtime_id: "r0",
  pid: 90,
  pid_start: "3",
  session_ids: ["s0"],
  started_at: 0,
  ended_at: 900,
};

function heard(at: number, changes: Partial<ReturnType<typeof begin>> = {}) {
  return { ...begin(at), runtime_id: null, ...changes };
}

describe("bind", () => {
  it("[BI5] by agent pid and process start; an equal pid with another start is another process", () => {
    const hints = { agent_pid: 100, agent_start: "7" };
    expect(bind(heard(5_000, { pane_id: null, hints }), [former, life])).toEqual({
      status: "bound",
      runtime_id: "r1",
      by: "process",
    });
    expect(bind(heard(5_000, { pane_id: null, hints: { ...hints, agent_start: "8" } }), [life]).status).toBe(
      "pending_bind",
    );
  });

  it("[BI6] by the agent's session id where the pid does not tell", () => {
    expect(bind(heard(5_000, { pane_id: "%9", hints: { session_id: "s1" } }), [former, life])).toEqual({
      status: "bound",
      runtime_id: "r1",
      by: "session",
    });
  });

  it("[BI7] by pane if it lies in exactly one life", () => {
    expect(bind(heard(5_000), [former, life])).toEqual({ status: "bound", runtime_id: "r1", by: "pane" });
    expect(bind(heard(500), [former, life])).toEqual({ status: "bound", runtime_id: "r0", by: "pane" });
    expect(bind(heard(950), [former, life]).status).toBe("pending_bind");
    expect(bind(heard(5_000), [life, { ...life, runtime_id: "r2" }]).status).toBe("pending_bind");
  });

  it("[BI7] not by pane in the first second after it changed hands", () => {
    expect(bind(heard(1_500), [former, life]).status).toBe("pending_bind");
    expect(bind(heard(1_500), [life])).toMatchObject({ status: "bound", runtime_id: "r1" });
  });

  it("[BI8] not by pane when it comes from another tmux server", () => {
    expect(bind(heard(5_000, { hints: { tmux_server_pid: 51 } }), [life]).status).toBe("pending_bind");
    expect(bind(heard(5_000, { hints: { tmux_server_pid: 50 } }), [life]).status).toBe("bound");
  });

  it("[EN31, BI4] an event that names a runtime goes to that one, whoever lives in the pane now", () => {
    expect(bind(heard(5_000, { runtime_id: "r0" }), [former, life])).toEqual({
      status: "bound",
      runtime_id: "r0",
      by: "runtime",
    });
    expect(bind(heard(5_000, { runtime_id: "gone" }), [former, life]).status).toBe("pending_bind");
  });

  it("[BI16] never by title, directory or another target's pane", () => {
    expect(bind(heard(5_000, { target: "vm1" }), [life]).status).toBe("pending_bind");
    expect(bind(heard(5_000, { pane_id: null }), [life]).status).toBe("pending_bind");
  });
});
