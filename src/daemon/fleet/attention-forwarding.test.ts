import { describe, expect, it } from "vitest";
import { asking, testPane } from "../../../test/support/test-pane.ts";
import type { MemberResponse } from "../../core/protocol/fleet/member-request.ts";
import type { PaneItem } from "../../core/protocol/lists/lists.ts";
import { AttentionForwarding } from "./attention-forwarding.ts";
import { OwnersById } from "./owners-by-id.ts";

function pane(target: string, member: string, pane_id: string): PaneItem {
  const item = testPane({ target, member, pane_id, session_name: "s" }, { ...asking(1), runtime_id: `r-${member}` });
  return { ...item, attention: item.attention && { ...item.attention, attention_id: `a-${member}` } };
}

const OWN = pane("host", "me", "%1");
const VM = pane("vm.host", "vm", "%7");
const BOX = pane("box.host", "box", "%8");
const REFUSAL = { status: 403, body: JSON.stringify({ code: "E_NOT_ALLOWED", message: "me may not", details: {} }) };

function setUp(refusing: readonly string[] = []) {
  const sent: unknown[] = [];
  const report = (member: string, body: string): MemberResponse => {
    sent.push([member, JSON.parse(body)]);
    if (refusing.includes(member)) return REFUSAL;
    const [item] = [OWN, VM, BOX].filter(({ identity }) => identity.member === member);
    const ref = item?.ref.replace(`pane:${member}.`, "pane:");
    const seen = [{ attention_id: `a-${member}`, ref, runtime_id: `r-${member}`, is_open: false }];
    return { status: 200, body: JSON.stringify({ schema_version: 1, generated_at: 5, seen }) };
  };
  let others = [VM, BOX];
  const forwarding = new AttentionForwarding({
    own: () => [OWN],
    owners: new OwnersById(),
    others: () => others,
    findOther: (ref) => others.find((item) => item.ref === ref) ?? null,
    ask: async (member, { body }) => {
      if (member === "away") throw new Error("nobody answers");
      return report(member, body ?? "");
    },
  });
  const forward = async (body: object) => {
    const asked = {
      method: "POST",
      path: "/v1/attention",
      body: JSON.stringify(body),
      user: "me",
      timeoutMs: 1,
    } as const;
    const response = await forwarding.forward(asked, async (part) => report("me", part));
    return response && { status: response.status, ...JSON.parse(response.body) };
  };
  const closeAll = () => {
    others = [];
  };
  return { sent, forward, closeAll };
}

const none = { attention_ids: [], runtime_ids: [], refs: [] };

describe("AttentionForwarding", () => {
  it("[FL22] what is selected here only is left to this daemon", async () => {
    const { sent, forward } = setUp();
    for (const selected of [
      { attention_ids: ["a-me"] },
      { refs: [OWN.ref] },
      { runtime_ids: ["r-me"] },
      { refs: ["x"] },
    ])
      expect(await forward({ action: "seen", ...selected })).toBeNull();
    expect(sent).toEqual([]);
  });

  it("[FL22] a call of another member is seen there, by its id, its runtime or its ref, and has the member's name here", async () => {
    const { sent, forward } = setUp();
    for (const selected of [{ attention_ids: ["a-vm"] }, { runtime_ids: ["r-vm"] }, { refs: [VM.ref] }])
      expect(await forward({ action: "seen", through: 9, ...selected })).toMatchObject({
        status: 200,
        seen: [{ attention_id: "a-vm", ref: VM.ref }],
      });
    expect(sent).toEqual([
      ["vm", { action: "seen", through: 9, ...none, attention_ids: ["a-vm"] }],
      ["vm", { action: "seen", through: 9, ...none, runtime_ids: ["r-vm"] }],
      ["vm", { action: "seen", through: 9, ...none, refs: [VM.ref.replace("vm.", "")] }],
    ]);
  });

  it("[FL22] what was seen there is taken back there, also when its call is in no list any more", async () => {
    const { sent, forward, closeAll } = setUp();
    await forward({ action: "seen", attention_ids: ["a-vm"] });
    closeAll();
    await forward({ action: "unseen", attention_ids: ["a-vm"] });
    expect(sent.at(-1)).toEqual(["vm", { action: "unseen", ...none, attention_ids: ["a-vm"] }]);
  });

  it("[FL22] all means what is listed here; the report has everything, and who refused", async () => {
    const { sent, forward } = setUp(["box"]);
    const report = await forward({ action: "seen", all: true });
    expect(report.seen.map(({ ref }: { ref: string }) => ref)).toEqual([OWN.ref, VM.ref]);
    expect(report.refused).toEqual([{ member: "box", code: "E_NOT_ALLOWED", message: "me may not" }]);
    expect(sent).toEqual([
      ["me", { action: "seen", all: true, ...none }],
      ["vm", { action: "seen", ...none, attention_ids: ["a-vm"] }],
      ["box", { action: "seen", ...none, attention_ids: ["a-box"] }],
    ]);
  });

  it("[FL22] if nobody did anything, the refusal is the answer; and a fault here keeps the others from being asked", async () => {
    expect(await setUp(["vm"]).forward({ action: "seen", refs: [VM.ref] })).toMatchObject({
      status: 403,
      code: "E_NOT_ALLOWED",
    });
    const { forward, sent } = setUp(["me"]);
    expect(await forward({ action: "seen", refs: [VM.ref, "nothing"] })).toMatchObject({ status: 403 });
    expect(sent).toHaveLength(1);
  });

  it("[FL23] a call is claimed at the member that has its pane; what is not granted is not rung", async () => {
    const asked = (ids: string[]) =>
      ({
        method: "POST",
        path: "/v1/attention/claim",
        body: JSON.stringify({ attention_ids: ids }),
        user: "me",
        timeoutMs: 1,
      }) as const;
    const granted: Record<string, string[] | "refused" | "away"> = { vm: ["a-vm", "a-me"], box: "refused" };
    const sent: unknown[] = [];
    const forwarding = new AttentionForwarding({
      owners: new OwnersById(),
      own: () => [OWN],
      others: () => [VM, BOX],
      findOther: () => null,
      ask: async (member, { body }) => {
        sent.push([member, JSON.parse(body ?? "")]);
        const answer = granted[member];
        if (answer === "away") throw new Error("nobody answers");
        return answer === "refused" ? REFUSAL : { status: 200, body: JSON.stringify({ claimed: answer }) };
      },
    });
    const here = async (body: string) => ({
      status: 200,
      body: JSON.stringify({ claimed: JSON.parse(body).attention_ids }),
    });
    const claim = async (ids: string[]) => {
      const response = await forwarding.claim(asked(ids), here);
      return response && JSON.parse(response.body).claimed;
    };
    expect(await claim(["a-me", "unknown"])).toBeNull();
    // nobody grants what it was not asked for
    expect(await claim(["a-vm", "a-box"])).toEqual(["a-vm"]);
    expect(await claim(["a-me", "a-vm", "a-box"])).toEqual(["a-me", "a-vm"]);
    granted.vm = "away";
    expect(await claim(["a-me", "a-vm"])).toEqual(["a-me"]);
    expect(sent.slice(0, 2)).toEqual([
      ["vm", { attention_ids: ["a-vm"] }],
      ["box", { attention_ids: ["a-box"] }],
    ]);
  });
});
