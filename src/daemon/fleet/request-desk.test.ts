import { describe, expect, it } from "vitest";
import type { MemberRequest } from "../../core/protocol/fleet/member-request.ts";
import { RequestDesk } from "./request-desk.ts";

function setUp(change: Partial<ConstructorParameters<typeof RequestDesk>[0]> = {}) {
  const done: unknown[] = [];
  const refused: unknown[] = [];
  const desk = new RequestDesk({
    ...{ ownName: "me", allow: ["look", "ann:send"], share: "words" },
    serve: async ({ path, body }, asker) => {
      done.push([path, JSON.parse(body ?? "null"), asker.member, asker.person, asker.user]);
      return { status: 200, body: `{"n":${done.length}}` };
    },
    onRefused: ({ action, asker, ref, fault }) =>
      void refused.push([action, asker.member, asker.user, ref, fault.code]),
    serverTimes: () => ({ now: 100_000, startedAt: 50_000 }),
    ...change,
  });
  const take = async (more: Partial<MemberRequest> = {}, from = "ann", reply = `agtmux.inbox.${from}.x.1`) => {
    const request = {
      ...{ fleet_version: 1, request_id: "request-1", deadline: 105_000, method: "POST", path: "/v1/actions/send" },
      ...{ body: '{"ref":"claude","text":"hi"}', user: "root" },
      ...more,
    };
    const { body } = await desk.take(JSON.stringify(request), `agtmux.act.me.${from}`, reply);
    const answer = JSON.parse(body) as { code?: string; n?: number };
    return answer.code ?? answer.n;
  };
  return { done, refused, take, desk };
}

describe("RequestDesk", () => {
  it("[FL17] does what a member with the role asks for, in its name", async () => {
    const { done, take } = setUp();
    expect(await take()).toBe(1);
    const sent = expect.objectContaining({ ref: "claude", text: "hi" });
    expect(done).toEqual([["/v1/actions/send", sent, "ann", null, "root"]]);
  });

  it("[FL18] refuses a member without the role, and what no member does for another", async () => {
    const { done, refused, take } = setUp();
    expect(await take({}, "ben")).toBe("E_NOT_ALLOWED");
    expect(await take({ path: "/v1/actions/kill" })).toBe("E_NOT_ALLOWED");
    expect(await take({ path: "/v1/shutdown" })).toBe("E_NOT_ALLOWED");
    expect(await take({ path: "/v1/actions/diff" })).toBe("E_NOT_ALLOWED");
    expect(done).toEqual([]);
    expect(refused).toEqual([
      ["send", "ben", "root", "claude", "E_NOT_ALLOWED"],
      ["kill", "ann", "root", "claude", "E_NOT_ALLOWED"],
    ]);
  });

  it("[FL18] a prompt of a member that may not answer is no answer: no keys, and no text while the agent asks", async () => {
    const { done, take } = setUp();
    const send = (more: object, n: number) =>
      take({ request_id: `request-${n}`, body: JSON.stringify({ ref: "claude", ...more }) });
    expect(await send({ keys: ["1", "Enter"] }, 1)).toBe("E_NOT_ALLOWED");
    expect(await send({ text: "1", guards: { if_state: ["waiting_approval"] } }, 2)).toBe("E_NOT_ALLOWED");
    expect(await send({ text: "1", into_dialog: true }, 4)).toBe("E_NOT_ALLOWED");
    expect(done).toEqual([]);
    expect(await send({ text: "1", guards: { if_runtime: "r1" } }, 3)).toBe(1);
    const [[, body]] = done as [[string, { guards: { if_state: string[]; if_runtime: string } }]];
    expect(body.guards).toMatchObject({ if_runtime: "r1", if_state: expect.arrayContaining(["idle", "running"]) });
    for (const state of ["waiting_approval", "waiting_input"]) expect(body.guards.if_state).not.toContain(state);
    const both = setUp({ allow: ["ann:send", "ann:answer"] });
    expect(await both.take({ body: '{"ref":"claude","keys":["1"]}' })).toBe(1);
    expect(both.done).toMatchObject([["/v1/actions/send", { ref: "claude", keys: ["1"] }, "ann", null, "root"]]);
  });

  it("[FL18] whether a member may answer is told to what acts for it, since a screen may ask what nobody has reported", async () => {
    const told: boolean[] = [];
    const serve = async (_: unknown, { mayAnswer }: { mayAnswer: boolean }) => {
      told.push(mayAnswer);
      return { status: 200, body: "{}" };
    };
    await setUp({ serve }).take();
    await setUp({ serve, allow: ["ann:send", "ann:answer"] }).take();
    expect(told).toEqual([false, true]);
  });

  it("[FL18] the status of a refusal is that of its error, as everywhere", async () => {
    const { desk } = setUp();
    const { status } = await desk.take("{", "agtmux.act.me.ann", "agtmux.inbox.ann.x.1");
    expect([status, (await desk.take("{}", "agtmux.act.me.ann", "elsewhere")).status]).toEqual([400, 403]);
  });

  it("[FL29] a person is who the subject names, never who the request says", async () => {
    const { done, take, desk } = setUp({ allow: ["look", "@boss:send"] });
    const askAs = async (names: string, more: object = {}) => {
      const request = {
        ...{ fleet_version: 1, request_id: `request-${names}`, deadline: 105_000, method: "POST" },
        ...{ path: "/v1/actions/send", body: "{}", user: "boss", ...more },
      };
      const { body } = await desk.take(JSON.stringify(request), `agtmux.act.me.${names}`, "agtmux.inbox.box.x.1");
      return (JSON.parse(body) as { code?: string }).code ?? "done";
    };
    expect(await take({ user: "boss" }, "boss")).toBe("E_NOT_ALLOWED");
    expect(await askAs("eve.box", { person: "boss", actor: { person: "boss" } })).toBe("E_NOT_ALLOWED");
    for (const names of ["boss.eve.box", "box.boss", "boss..box", "Boss.box", ""])
      expect(await askAs(names)).toBe("E_NOT_ALLOWED");
    expect(await askAs("boss.box")).toBe("done");
    expect(done).toEqual([["/v1/actions/send", expect.anything(), "box", "boss", "boss"]]);
  });

  it("[FL19] a message that did not come from the member of its subject is refused: its reply is elsewhere", async () => {
    const { done, take } = setUp();
    for (const reply of ["", "$JS.ACK.KV_x.c.1.1.1.1.0", "agtmux.inbox.evil.1", "agtmux.inbox.annette.1"])
      expect(await take({}, "ann", reply)).toBe("E_NOT_ALLOWED");
    expect(done).toEqual([]);
  });

  it("[FL20] a request that arrives again is not done again, and gets the same answer", async () => {
    const { done, take } = setUp();
    expect([await take(), await take(), await take({ request_id: "request-2" })]).toEqual([1, 1, 2]);
    expect(done).toHaveLength(2);
  });

  it("[FL20] a request that arrives after its deadline is not done", async () => {
    const { done, take } = setUp();
    expect(await take({ deadline: 99_999 })).toBe("E_TIMEOUT");
    expect(done).toEqual([]);
  });

  it("[FL20] a request from before the daemon started is not done: the one before may have done it", async () => {
    const { done, take } = setUp();
    expect(await take({ deadline: 59_999 })).toBe("E_TIMEOUT");
    expect(await setUp({ serverTimes: () => null }).take()).toBe("E_TIMEOUT");
    expect(await setUp({ serverTimes: () => ({ now: 60_000, startedAt: 50_000 }) }).take({ deadline: 60_000 })).toBe(1);
    expect(done).toEqual([]);
  });

  it("[FL20] the idempotency keys of two members are never the same", async () => {
    const { done, take } = setUp({ allow: ["send"] });
    const body = '{"ref":"claude","text":"hi","idempotency_key":"k"}';
    await take({ body });
    await take({ body }, "ben");
    expect(done).toMatchObject([
      ["/v1/actions/send", { idempotency_key: "ann/k" }, "ann", null, "root"],
      ["/v1/actions/send", { idempotency_key: "ben/k" }, "ben", null, "root"],
    ]);
  });

  it("[FL19] whatever cannot be read is refused, and nothing throws", async () => {
    const { desk, done } = setUp();
    for (const text of ["", "{}", "[1]", '{"method":"POST"}', "x".repeat(100_000)])
      expect((await desk.take(text, "agtmux.act.me.ann", "agtmux.inbox.ann.1")).body).toContain("E_INVALID_INPUT");
    expect((await desk.take("{}", "agtmux.act.me.", "agtmux.inbox..1")).body).toContain("E_NOT_ALLOWED");
    expect(done).toEqual([]);
  });
});
