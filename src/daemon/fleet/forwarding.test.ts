import { describe, expect, it } from "vitest";
import { asking, testPane } from "../../../test/support/test-pane.ts";
import type { MemberRequest } from "../../core/protocol/fleet/member-request.ts";
import type { PaneItem } from "../../core/protocol/lists/lists.ts";
import { Forwarding } from "./forwarding.ts";

const foreign = (member: string, pane_id: string, item: Partial<PaneItem> = {}) =>
  testPane({ target: `${member}.host`, member, pane_id, session_name: "far" }, { agent: "codex", ...item });

function setUp(
  others: PaneItem[],
  answer: object = { ref: "pane:host/far/@1/%7", what: "codex on host" },
  status = 200,
) {
  const sent: [string, MemberRequest][] = [];
  const forwarding = new Forwarding({
    own: () => [testPane({ pane_id: "%1" }, { agent: "claude" })],
    others: () => others,
    ask: async (member, request) => {
      sent.push([member, request]);
      return JSON.stringify({ status, body: JSON.stringify(answer) });
    },
    serverNow: () => 5_000,
  });
  const forward = async (path: string, body: object) => {
    const asked = { method: "POST" as const, path, body: JSON.stringify(body), user: "me", timeoutMs: 1_000 };
    const response = await forwarding.forward(asked);
    return response && JSON.parse(response.body);
  };
  return { forwarding, sent, forward };
}

describe("Forwarding", () => {
  it("[FL17] what is about another member's pane is sent to that member, in its own words", async () => {
    const { sent, forward } = setUp([foreign("vm", "%7")]);
    for (const ref of ["pane:vm.host/far/@1/%7", "codex", "vm/far", "vm"])
      expect(await forward("/v1/actions/send", { ref, text: "hi" })).toEqual({
        ref: "pane:vm.host/far/@1/%7",
        what: "vm: codex on host",
      });
    expect(sent).toHaveLength(4);
    for (const [member, request] of sent) {
      expect([member, JSON.parse(request.body ?? "")]).toEqual(["vm", { ref: "pane:host/far/@1/%7", text: "hi" }]);
      expect(request).toMatchObject({ deadline: 15_000, user: "me", path: "/v1/actions/send" });
    }
  });

  it("[RF7] commands that a member's refusal proposes name its panes as they are named here", async () => {
    const refusal = { code: "E_AT_SHELL", message: "it asks: 'agtmux answer host/%7 --close' closes it", details: {} };
    const { forward } = setUp([foreign("vm", "%7")], refusal, 409);
    const { message } = await forward("/v1/actions/send", { ref: "codex", text: "yes" });
    expect(message).toBe("it asks: 'agtmux answer vm.host/%7 --close' closes it");
  });

  it("[FL17] a name that fits one of our own panes is ours, whatever others have", async () => {
    const { sent, forward } = setUp([foreign("vm", "%1", { agent: "claude" })]);
    expect(await forward("/v1/actions/send", { ref: "claude", text: "hi" })).toBeNull();
    expect(await forward("/v1/actions/send", { ref: "nobody", text: "hi" })).toBeNull();
    expect(sent).toEqual([]);
  });

  it("[FL17] a name that fits panes of two members is refused with both", async () => {
    const { forward, sent } = setUp([foreign("vm", "%7"), foreign("box", "%8")]);
    await expect(forward("/v1/actions/send", { ref: "codex", text: "hi" })).rejects.toMatchObject({
      code: "E_REF_AMBIGUOUS",
      details: { candidates: [{ ref: "pane:vm.host/far/@1/%7" }, { ref: "pane:box.host/far/@1/%8" }] },
    });
    expect(sent).toEqual([]);
  });

  it("[FL17] an agent is spawned on another member's target", async () => {
    const { forward, sent } = setUp([], {});
    await forward("/v1/spawn", { agent: "claude", target: "vm.host", workspace: "~/" });
    expect([sent[0]?.[0], JSON.parse(sent[0]?.[1].body ?? "")]).toEqual([
      "vm",
      { agent: "claude", target: "host", workspace: "~/" },
    ]);
  });

  it("[FL17] what is done only at the machine is refused with the member's name", async () => {
    const { forward } = setUp([foreign("vm", "%7")]);
    await expect(forward("/v1/actions/attach", { ref: "vm" })).rejects.toMatchObject({
      code: "E_NOT_ALLOWED",
      message: expect.stringContaining("run 'agtmux attach pane:host/far/@1/%7' there"),
    });
    await expect(forward("/v1/wakes", { ref: "vm" })).rejects.toMatchObject({
      code: "E_NOT_ALLOWED",
      message: expect.stringContaining("that pane is on vm"),
    });
  });

  it("[FL22] why a pane is in its state is told by its member", async () => {
    const there = testPane({ target: "host", member: "vm", pane_id: "%7", session_name: "far" }, { agent: "codex" });
    const { forwarding, sent } = setUp([foreign("vm", "%7")], { pane: there, resolution: null });
    const asked = { method: "GET", path: "/v1/explain", body: null, user: "me", timeoutMs: 1_000 } as const;
    const told = await forwarding.explain("codex", asked);
    expect(sent[0]?.[1].path).toBe("/v1/explain?ref=pane%3Ahost%2Ffar%2F%401%2F%257");
    expect(JSON.parse(told?.body ?? "")).toEqual({
      pane: foreign("vm", "%7", { runtime_id: there.runtime_id }),
      resolution: null,
    });
    expect(await forwarding.explain("claude", asked)).toBeNull();
  });

  it("[FL21] the questions of members that ask are listed, and their answers find the way back", async () => {
    const question = { question_id: "q1", target: "host", ref: "pane:host/far/@1/%7", words: "Which?" };
    const { forwarding, forward, sent } = setUp([foreign("vm", "%7", asking(1)), foreign("box", "%8")], {
      items: [question],
    });
    expect(await forwarding.questions("me")).toEqual([
      { ...question, target: "vm.host", ref: "pane:vm.host/far/@1/%7" },
    ]);
    await forward("/v1/questions/answer", { question_id: "q1", answer: "yes" });
    expect(sent.map(([member, { method, path }]) => `${member} ${method} ${path}`)).toEqual([
      "vm GET /v1/questions?state=open",
      "vm POST /v1/questions/answer",
    ]);
    expect(await forward("/v1/questions/answer", { question_id: "q2", answer: "yes" })).toBeNull();
  });
});
