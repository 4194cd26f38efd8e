import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { bind, type RuntimeSpan } from "./bind.ts";
import { begin } from "./test-events.ts";

const span: RuntimeSpan = {
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
const former: RuntimeSpan = {
  ...span,
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
  it("[BI5] binds by agent pid and process start; the same pid with another start is another process", () => {
    const hints = { agent_pid: 100, agent_start: "7" };
    expect(bind(heard(5_000, { pane_id: null, hints }), [former, span])).toEqual({
      status: "bound",
      runtime_id: "r1",
      by: "process",
    });
    expect(bind(heard(5_000, { pane_id: null, hints: { ...hints, agent_start: "8" } }), [span]).status).toBe(
      "pending_bind",
    );
  });

  it("[BI23] a pid without a start time binds only events from while that process lived, or from a second after", () => {
    const said = (at: number) => bind(heard(at, { pane_id: "%9", hints: { agent_pid: 90 } }), [former, span]);
    for (const at of [500, 900, 1_899]) expect(said(at)).toEqual({ status: "bound", runtime_id: "r0", by: "process" });
    expect([said(-1), said(1_900), said(60_000)].map(({ status }) => status)).toEqual(Array(3).fill("pending_bind"));
  });

  it("[BI6] binds by the agent's session id if the pid does not decide", () => {
    expect(bind(heard(5_000, { pane_id: "%9", hints: { session_id: "s1" } }), [former, span])).toEqual({
      status: "bound",
      runtime_id: "r1",
      by: "session",
    });
  });

  it("[BI7] binds by pane if the event's time lies within exactly one runtime there", () => {
    expect(bind(heard(5_000), [former, span])).toEqual({ status: "bound", runtime_id: "r1", by: "pane" });
    expect(bind(heard(500), [former, span])).toEqual({ status: "bound", runtime_id: "r0", by: "pane" });
    expect(bind(heard(950), [former, span]).status).toBe("pending_bind");
    expect(bind(heard(5_000), [span, { ...span, runtime_id: "r2" }]).status).toBe("pending_bind");
  });

  it("[BI7] does not bind by pane within a second after another runtime ended there", () => {
    expect(bind(heard(1_500), [former, span]).status).toBe("pending_bind");
    expect(bind(heard(1_500), [span])).toMatchObject({ status: "bound", runtime_id: "r1" });
    expect(bind(heard(1_900), [former, span])).toMatchObject({ status: "bound", runtime_id: "r1" });
  });

  it("[BI7] binds by pane at once if the pane had been empty for a while", () => {
    const late = { ...span, started_at: 60_000 };
    expect(bind(heard(60_010), [former, late])).toMatchObject({ status: "bound", runtime_id: "r1" });
  });

  it("[BI8] does not bind by pane if the event names another tmux server", () => {
    expect(bind(heard(5_000, { hints: { tmux_server_pid: 51 } }), [span]).status).toBe("pending_bind");
    expect(bind(heard(5_000, { hints: { tmux_server_pid: 50 } }), [span]).status).toBe("bound");
  });

  it("[EN4, BI4] an event that names a runtime binds to it, even if another one is in the pane now", () => {
    expect(bind(heard(5_000, { runtime_id: "r0" }), [former, span])).toEqual({
      status: "bound",
      runtime_id: "r0",
      by: "runtime",
    });
    expect(bind(heard(5_000, { runtime_id: "gone" }), [former, span]).status).toBe("pending_bind");
  });

  it("[BI6] an event of a session does not bind to a runtime that ended before it", () => {
    const hints = { session_id: "s0" };
    expect(bind(heard(800, { pane_id: "%9", hints }), [former])).toMatchObject({ runtime_id: "r0", by: "session" });
    expect(bind(heard(5_000, { pane_id: "%9", hints }), [former]).status).toBe("pending_bind");
    expect(bind(heard(5_000, { hints }), [former, span])).toMatchObject({ runtime_id: "r1", by: "pane" });
  });

  it("[BI8] never binds by title, directory or another target's pane", () => {
    expect(bind(heard(5_000, { target: "vm1" }), [span]).status).toBe("pending_bind");
    expect(bind(heard(5_000, { pane_id: null }), [span]).status).toBe("pending_bind");
  });
});

describe("bind, where an agent runs in a pane that speaks for itself", () => {
  const shell = { ...span, runtime_id: "shell" };
  const claude: RuntimeSpan = {
    ...span,
    runtime_id: "claude",
    agent_type: "claude",
    pid: 110,
    pid_start: "9",
    session_ids: [],
    started_at: 10_000,
    ended_at: 20_000,
  };
  const codex: RuntimeSpan = {
    ...claude,
    runtime_id: "codex",
    agent_type: "codex",
    started_at: 30_000,
    ended_at: null,
  };
  const all = [shell, claude, codex];
  const bySession = { pane_id: null, hints: { session_id: "s1" } };

  it.each([
    ["pane", {}],
    ["session", bySession],
  ])("[BI18] by %s an event binds to the agent, not to its shell, while the agent lives", (by, changes) => {
    const activeRuntimes = [5_000, 15_000, 25_000, 35_000].map((at) => bind(heard(at, changes), all));
    expect(activeRuntimes).toEqual(
      ["shell", "claude", "shell", "codex"].map((runtime_id) => ({ status: "bound", runtime_id, by })),
    );
  });

  it("[BI18] an agent started from a shell gets its events from the first moment", () => {
    expect(bind(heard(10_001), [shell, claude])).toMatchObject({ runtime_id: "claude" });
  });

  it("[BI7, BI18] an event within a second after the agent ended binds to neither agent nor shell", () => {
    expect(bind(heard(20_500), [shell, claude]).status).toBe("pending_bind");
    expect(bind(heard(21_000), [shell, claude])).toMatchObject({ runtime_id: "shell" });
  });

  it("[BI19] if a second agent follows at once, events of its first second bind to none", () => {
    const next = { ...codex, started_at: 20_000 };
    expect(bind(heard(20_900), [shell, claude, next]).status).toBe("pending_bind");
    expect(bind(heard(21_000), [shell, claude, next])).toMatchObject({ runtime_id: "codex" });
  });

  it("[BI5, BI18] an event that names the shell's own process binds to the shell, whatever runs there", () => {
    const hints = { agent_pid: 100, agent_start: "7", session_id: "s1" };
    expect(bind(heard(15_000, { hints }), all)).toEqual({ status: "bound", runtime_id: "shell", by: "process" });
  });

  it("[BI5] an event of a process that became an agent by exec binds to what it was at that time", () => {
    const became = { ...claude, pid: 100, pid_start: "7" };
    const hints = { agent_pid: 100, agent_start: "7" };
    const heardAt = (at: number) => bind(heard(at, { pane_id: null, hints }), [shell, became]);
    expect(heardAt(5_000)).toMatchObject({ runtime_id: "shell", by: "process" });
    expect(heardAt(15_000)).toMatchObject({ runtime_id: "claude", by: "process" });
  });

  it.each([
    ["pane", {}],
    ["session", bySession],
  ])(
    "[BI25] by %s an agent's event never binds to another agent, nor to the shell while the agent lives",
    (_, changes) => {
      const said = { ...changes, agent_type: "gemini" };
      expect(bind(heard(15_000, said), all)).toMatchObject({
        status: "pending_bind",
        why: expect.stringContaining("gemini"),
      });
      expect(bind(heard(15_000, { ...said, agent_type: "claude" }), all)).toMatchObject({ runtime_id: "claude" });
      expect(bind(heard(25_000, said), all)).toMatchObject({ runtime_id: "shell" });
    },
  );

  it("[BI25] no event ever binds to a known agent of another name, in any history", () => {
    const name = fc.constantFrom("generic", "claude", "codex");
    const spans = fc.array(
      fc.record({
        agent_type: name,
        started_at: fc.nat(9),
        lasts: fc.option(fc.nat(9)),
        pane: fc.nat(1),
        pid: fc.nat(2),
      }),
      { maxLength: 5 },
    );
    const said = fc.record({
      agent_type: fc.option(name),
      at: fc.nat(20),
      pane: fc.option(fc.nat(1)),
      session: fc.option(fc.nat(1)),
    });
    fc.assert(
      fc.property(spans, said, (drawn, event) => {
        const known = drawn.map(({ agent_type, started_at, lasts, pane, pid }, index): RuntimeSpan => {
          const ended_at = lasts === null ? null : started_at + lasts;
          const session_ids = [`s${pane}`];
          return {
            ...span,
            runtime_id: `r${index}`,
            agent_type,
            started_at,
            ended_at,
            pane_id: `%${pane}`,
            pid,
            session_ids,
          };
        });
        const binding = bind(
          heard(event.at, {
            pane_id: event.pane === null ? null : `%${event.pane}`,
            agent_type: event.agent_type,
            hints: event.session === null ? {} : { session_id: `s${event.session}` },
          }),
          known,
        );
        if (binding.status !== "bound") return;
        const bound = known.find(({ runtime_id }) => runtime_id === binding.runtime_id) as RuntimeSpan;
        const alive = known.filter((each) => each.started_at <= event.at && (each.ended_at ?? 99) >= event.at);
        const beside = alive.filter((each) => each.pane_id === bound.pane_id && each.agent_type !== "generic");
        if (bound.agent_type === "generic") expect(beside).toEqual([]);
        else expect([null, bound.agent_type]).toContain(event.agent_type);
        expect(bound.ended_at === null || event.at <= bound.ended_at).toBe(true);
      }),
    );
  });
});
