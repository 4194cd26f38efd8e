import { describe, expect, it } from "vitest";
import type { SquadSignal, SquadType } from "../../protocol/squad/squad.ts";
import { SQUAD_EXAMPLES } from "./examples.ts";
import { squadEvidence, squadMessage } from "./squad-evidence.ts";
import { squadFacts } from "./squad-facts.ts";

const signal = (type: SquadType, change: Partial<SquadSignal> = {}): SquadSignal => ({
  type,
  signal_id: "id-1",
  session_id: null,
  tmux_session: null,
  timestamp: "2026-03-04T05:06:07Z",
  data: SQUAD_EXAMPLES[type],
  ...change,
});
const meaning = (type: SquadType, data: SquadSignal["data"] = SQUAD_EXAMPLES[type]) => {
  const { state, attention, activity } = squadEvidence(signal(type, { data }), 0);
  return [state, attention, activity?.kind ?? null, activity?.progress ?? null];
};

describe("squadEvidence", () => {
  it("[ST15] each signal declares what the table says", () => {
    const types: SquadType[] = ["starting", "working", "completing", "compacting"];
    for (const type of types) expect(meaning(type).slice(0, 3)).toEqual(["running", null, type]);
    expect(meaning("needs_input")).toEqual(["waiting_input", "input", null, null]);
    expect(meaning("question")).toEqual(["waiting_input", "input", null, null]);
    expect(meaning("review")).toEqual(["completed", "review", null, null]);
    expect(meaning("complete")).toEqual(["completed", "done", null, null]);
    expect(meaning("idle")).toEqual(["idle", null, null, null]);
  });

  it("[ST15] a question of type approval waits for an approval", () => {
    for (const type of ["needs_input", "question"] as const)
      expect(meaning(type, { ...SQUAD_EXAMPLES[type], questionType: "approval" }).slice(0, 2)).toEqual([
        "waiting_approval",
        "approval",
      ]);
  });

  it("[SQ19] completing tells how far it is; no other signal does", () => {
    expect(meaning("completing")).toEqual(["running", null, "completing", 25]);
    expect(meaning("working", { ...SQUAD_EXAMPLES.working, progress: 50 })).toEqual(["running", null, "working", null]);
  });

  it("[SQ15, EN14] a provisional signal counts only until it expires", () => {
    expect(squadEvidence(signal("completing", { provisional: true }), 31_000).provisional_until).toBe(31_000);
    expect(squadEvidence(signal("completing"), 31_000).provisional_until).toBeUndefined();
  });

  it("[SQ16, SQ19] the message is the question, the summary's first line, the task or the step", () => {
    const message = (type: SquadType, data: SquadSignal["data"] = SQUAD_EXAMPLES[type]) =>
      squadMessage(signal(type, { data }));
    expect(message("needs_input")).toBe("Should expired cache entries return stale data or null?");
    expect(message("complete")).toBe("Added Redis cache layer");
    expect(message("review", { ...SQUAD_EXAMPLES.review, summary: "One\ntwo" })).toBe("One");
    expect(message("working")).toBe("Add caching layer");
    expect(message("completing")).toBe("committing, 25 %");
    expect(message("starting")).toBe("squad");
    expect(message("compacting")).toBe("context limit");
    expect(message("idle")).toBe("");
  });
});

describe("squadFacts", () => {
  const brought = {
    target: "host",
    pane_id: "%1",
    event_time: 5,
    hints: { agent_pid: 7, session_id: "env-1", tmux_server_pid: 9 },
  };

  it("[SQ7] all copies of one signal have one key", () => {
    const { dedupe_key, source, event_type, payload } = squadFacts(signal("working"), brought, 0);
    expect({ dedupe_key, source, event_type }).toEqual({
      dedupe_key: "id-1",
      source: "squad",
      event_type: "squad.working",
    });
    expect(payload).toEqual(signal("working"));
  });

  it("[SQ10] the session that a signal carries comes before that of the environment, and both before its pane", () => {
    expect(squadFacts(signal("idle", { session_id: "s-1" }), brought, 0)).toMatchObject({
      pane_id: "%1",
      hints: { session_id: "s-1", agent_session: "env-1", tmux_server_pid: 9 },
      metadata: { squad_session: "s-1" },
    });
    expect(squadFacts(signal("idle", { session_id: "s-1" }), brought, 0).hints).not.toHaveProperty("agent_pid");
    expect(squadFacts(signal("idle"), brought, 0).hints).toEqual(brought.hints);
  });
});
