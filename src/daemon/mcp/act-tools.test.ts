import { expect, it } from "vitest";
import { testPane } from "../../../test/support/test-pane.ts";
import type { Manner, Sender } from "../actions/send.ts";
import { type Act, type ActDeps, send } from "./act-tools.ts";

it("[MC7] a prompt of an agent is sent as one at which nobody looks, and not while the other asks", async () => {
  const item = testPane({ pane_id: "%2" }, { agent: "codex", runtime_id: "r2", state: "idle" });
  const sent: { guards: { if_state?: string[] }; manner?: Manner }[] = [];
  const deps = {
    actions: {
      send: async (request: (typeof sent)[number], { manner }: Sender) => {
        sent.push({ ...request, manner });
        return { state: "running" };
      },
    },
    limits: { nextDepth: () => 1, note: () => () => {}, depthOf: () => 0 },
  } as unknown as ActDeps;
  const act = {
    caller: { actor: {}, name: "claude", agent: null },
    reach: { findToAct: () => item, generation: () => 0 },
    signal: new AbortController().signal,
  } as unknown as Act;
  expect(await send({ ref: "%2", text: "hi" }, act, deps)).toMatchObject({ sent: true });
  expect(sent).toMatchObject([{ manner: "unwatched", text: "[from claude] hi", guards: { if_runtime: "r2" } }]);
  expect(sent[0]?.guards.if_state).not.toContain("waiting_approval");
});
