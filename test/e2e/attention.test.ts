import { describe, expect, it } from "vitest";
import { ErrorBody } from "../../src/core/protocol/base/errors.ts";
import { AttentionList, SeenReport } from "../../src/core/protocol/lists/attention-list.ts";
import { ask, portOf, tokenOf } from "../support/http.ts";
import { type Sandbox, sandbox, until, untilPane } from "../support/sandbox.ts";
import { follow } from "../support/stream-client.ts";

/** Panes with open attention, in this order. */
async function setUp(box: Sandbox, ...states: string[]) {
  const status = await box.startDaemon();
  const headers = { authorization: `Bearer ${tokenOf(status)}` };
  const where = { port: portOf(status) };
  const panes: string[] = [];
  for (const [index, state] of states.entries()) {
    const pane = await box.registered(`work-${index}`);
    box.type(pane, `agtmux signal ${state} "${state} ${index}"`);
    await untilPane(box, pane, (item) => item.attention !== null);
    panes.push(pane);
  }
  const see = async (request: object) => {
    const body = JSON.stringify({ action: "seen", ...request });
    return ask(where, { method: "POST", path: "/v1/attention", body, headers });
  };
  return {
    panes,
    see,
    seen: async (request: object) => SeenReport.parse(JSON.parse((await see(request)).text)).seen,
    list: async () =>
      AttentionList.strict().parse(JSON.parse((await ask(where, { path: "/v1/attention", headers })).text)),
  };
}

describe("/v1/attention", () => {
  it("[AP44] lists what is open, the longest waiting first, and how we know", async () => {
    const box = sandbox();
    const { panes, list } = await setUp(box, "error", "needs_input", "completed");
    const { items, summary } = await list();
    expect(items.map(({ identity, kind, closed_by }) => [identity.pane_id, kind, closed_by])).toEqual([
      [panes[0], "error", "seen"],
      [panes[1], "input", "answer"],
      [panes[2], "done", "seen"],
    ]);
    expect(items[0]).toMatchObject({
      message: "error 0",
      state: "error",
      decided_by: "command",
      because: expect.stringMatching(/\S/),
      ref: (await box.pane(panes[0] as string)).ref,
    });
    expect(summary.needs_action).toBe(3);
  });

  it("[AP44, AT4] seen attention closes on every device at once, questions stay open, and repeating it changes nothing", async () => {
    const box = sandbox();
    const { panes, seen, list } = await setUp(box, "completed", "needs_input", "error");
    const other = await follow(box);
    const [done, , failed] = (await list()).items;
    const first = await seen({ attention_ids: [done?.attention_id] });
    expect(first).toEqual([
      { attention_id: done?.attention_id, ref: done?.ref, runtime_id: done?.runtime_id, is_open: false },
    ]);
    await untilPane(box, panes[0] as string, ({ attention }) => attention === null);
    await until(() => other.pane(panes[0] as string)?.attention === null);
    expect(await seen({ attention_ids: [done?.attention_id] })).toEqual([]);
    expect((await seen({ runtime_ids: [failed?.runtime_id] })).map(({ is_open }) => is_open)).toEqual([false]);
    expect((await seen({ all: true })).map(({ is_open }) => is_open)).toEqual([true]);
    expect((await list()).items.map(({ kind }) => kind)).toEqual(["input"]);
    // the state is unchanged: only the attention is closed
    expect((await box.pane(panes[2] as string)).state).toBe("error");
  });

  it("[AP44, AT4, EN17] later attention calls again, and seen attention stays seen across a restart", async () => {
    const box = sandbox();
    const { panes, seen } = await setUp(box, "completed", "error");
    const [pane = "", broken = ""] = panes;
    const before = await box.pane(pane);
    await seen({ all: true });
    box.type(pane, 'agtmux signal needs_testing "and now?"');
    const later = await untilPane(box, pane, ({ attention }) => attention?.kind === "testing");
    expect(later.nudge_seq).toBeGreaterThan(before.nudge_seq);
    expect(await seen({ attention_ids: [before.attention?.attention_id] })).toEqual([]);
    await box.agtmux(["daemon", "restart"]);
    const after = await untilPane(box, pane, ({ attention }) => attention !== null);
    expect(after.attention?.kind).toBe("testing");
    expect((await box.pane(broken)).attention).toBeNull();
  });

  it("[AP44] a request that names nothing, or something unknown, is refused and closes nothing", async () => {
    const box = sandbox();
    const { see, list } = await setUp(box, "completed");
    const code = async (request: object) => ErrorBody.parse(JSON.parse((await see(request)).text)).code;
    expect(await code({})).toBe("E_INVALID_INPUT");
    expect(await code({ all: true, action: "other" })).toBe("E_INVALID_INPUT");
    expect(await code({ all: true, refs: ["nobody"] })).toBe("E_REF_NOT_FOUND");
    expect((await list()).items).toHaveLength(1);
  });

  it("[CL32] agtmux seen closes one ref or all, and says what stays open", async () => {
    const box = sandbox();
    const { panes } = await setUp(box, "completed", "needs_input", "error");
    const refs = await Promise.all(panes.map(async (pane) => (await box.pane(pane)).ref));
    expect((await box.agtmux(["seen", panes[0] as string])).stdout).toBe(`${refs[0]}: seen\n`);
    expect((await box.agtmux(["seen", panes[0] as string])).stdout).toMatch(/^nothing to see/);
    expect((await box.agtmux(["seen", "--all"])).stdout).toBe(
      `${refs[2]}: seen\n${refs[1]}: seen, and open until it is answered\n`,
    );
    for (const words of [["seen"], ["seen", "--all", "x"], ["seen", "a", "b"]])
      expect((await box.agtmux(words)).code).toBe(2);
    expect((await box.agtmux(["seen", "nobody"])).code).toBe(30);
  });
});
