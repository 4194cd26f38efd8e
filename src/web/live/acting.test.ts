import { describe, expect, it } from "vitest";
import { asking, testPane } from "../../../test/support/test-pane.ts";
import type { Client } from "../../client/client.ts";
import type { Question } from "../../core/protocol/actions/questions.ts";
import { Fault } from "../../core/protocol/base/fault.ts";
import { createActing, type WaitingPane } from "./acting.ts";
import type { KeyState } from "./device-key.ts";
import { createStore } from "./store.ts";

const pane = testPane({}, asking(5)) as WaitingPane;
const question = { question_id: "q1", attention_id: "a5", revision: "v1" } as Question;
const phases = [{ phase: "submitted", at: 1, evidence: "tmux" }] as const;

function stage(answer: () => Promise<unknown> = async () => ({ phases })) {
  const asked: unknown[] = [];
  const dropped: string[] = [];
  let refreshed = 0;
  const call = (name: string) => (request: object) => {
    asked.push([name, request]);
    return answer();
  };
  const acting = createActing({
    client: { answer: call("answer"), send: call("send"), see: call("see") } as unknown as Client,
    key: { state: createStore<KeyState>({ phase: "held" }), drop: (message) => dropped.push(message) },
    refresh: async () => {
      refreshed += 1;
    },
    newId: () => "id",
  });
  return { acting, asked, dropped, refreshes: () => refreshed };
}

describe("acting", () => {
  it("[UI10] an answer is told as sent, then by its phases, under the question and the call for attention", async () => {
    const { acting, asked, refreshes } = stage();
    const done = acting.act(pane, { type: "pick", question, choices: ["yes"], what: "Approve" });
    expect(acting.progressById.get().get("q1")).toEqual({ phase: "sending", what: "Approve" });
    expect(await done).toBe(true);
    expect(acting.progressById.get().get("q1")).toEqual({ phase: "told", what: "Approve", phases });
    expect(acting.progressById.get().get("a5")).toEqual({ phase: "told", what: "Approve", phases });
    expect(asked).toEqual([["answer", { question_id: "q1", if_revision: "v1", answer: "yes", idempotency_key: "id" }]]);
    expect(refreshes()).toBe(1);
  });

  it("[UI2] several picks, own words, a text with guards, and what was only seen", async () => {
    const { acting, asked } = stage();
    await acting.act(pane, { type: "pick", question, choices: ["1", "2"], what: "Send picks" });
    await acting.act(pane, { type: "say", question, text: "both", what: "Reply" });
    await acting.act(pane, { type: "send", text: "go on", now: pane, what: "Reply" });
    await acting.act(pane, { type: "seen", what: "Mark as seen" });
    expect(asked).toEqual([
      ["answer", { question_id: "q1", if_revision: "v1", choices: ["1", "2"], idempotency_key: "id" }],
      ["answer", { question_id: "q1", if_revision: "v1", answer: "both", as_text: true, idempotency_key: "id" }],
      [
        "send",
        {
          ref: pane.ref,
          text: "go on",
          guards: { if_runtime: pane.runtime_id, if_state: ["waiting_input"] },
          idempotency_key: "id",
        },
      ],
      ["see", { attention_ids: ["a5"], through: 5 }],
    ]);
  });

  it("[UI10] a refusal keeps the daemon's own words until somebody looks again", async () => {
    const fault = new Fault("E_GUARD_STATE", "it is running");
    const { acting, refreshes } = stage(() => Promise.reject(fault));
    expect(await acting.act(pane, { type: "pick", question, choices: ["no"], what: "Deny" })).toBe(false);
    expect(acting.progressById.get().get("q1")).toEqual({ phase: "refused", what: "Deny", fault });
    await acting.lookAgain("q1");
    expect([acting.progressById.get().size, refreshes()]).toEqual([0, 1]);
  });

  it("[UI26] an answer refused because the question has changed has the new one fetched at once", async () => {
    const { acting, refreshes } = stage(() => Promise.reject(new Fault("E_QUESTION_CHANGED", "it now reads rm -rf")));
    expect(await acting.act(pane, { type: "pick", question, choices: ["yes"], what: "Approve" })).toBe(false);
    expect(refreshes()).toBe(1);
  });

  it("[UI2] an action under way is not sent again", async () => {
    const resolvers: ((value: unknown) => void)[] = [];
    const { acting, asked } = stage(() => new Promise((resolve) => resolvers.push(resolve)));
    const first = acting.act(pane, { type: "seen", what: "Mark as seen" });
    expect(await acting.act(pane, { type: "seen", what: "Mark as seen" })).toBe(false);
    resolvers[0]?.({});
    expect([await first, asked.length]).toEqual([true, 1]);
  });

  it("[WB19] a key that the daemon does not know is given up", async () => {
    const { acting, dropped } = stage(() => Promise.reject(new Fault("E_UNAUTHORIZED", "no such key")));
    await acting.act(pane, { type: "seen", what: "Mark as seen" });
    expect(dropped).toEqual(["no such key"]);
  });
});
