import { Hono } from "hono";
import { describe, expect, it, vi } from "vitest";
import { testPane } from "../../../test/support/test-pane.ts";
import { Fault } from "../../core/protocol/base/fault.ts";
import { statusOf } from "../../core/protocol/base/status-of.ts";
import { Fleet } from "../publish/fleet.ts";
import { SignalFeed } from "../publish/signal-feed.ts";
import { openMemoryStore } from "../store/memory-store.ts";
import { aSignal } from "../store/test-rows.ts";
import { OWNER } from "./gate.ts";
import { mountSignals } from "./signals-api.ts";

function server() {
  const store = openMemoryStore("epoch");
  const fleet = new Fleet("epoch", 0);
  const names = ["main", "side", "50 %/x"];
  const panes = names.map((session_name, index) => testPane({ session_name, pane_id: `%${index}` }));
  fleet.apply({ changed: panes, removed: [] }, 1);
  const clock = { now: () => 10_000 };
  const feed = new SignalFeed({ store, fleet, clock });
  const removed = new Set<(device: string) => void>();
  const api = new Hono();
  mountSignals(api, {
    feed,
    now: clock.now,
    requireTarget(target) {
      if (target !== "host") throw new Fault("E_TARGET_NOT_FOUND", `there is no target ${target}`);
    },
    clear(target, session) {
      const stood = store.currentSignals(target, session, clock.now());
      store.clearSignals(target, session);
      return stood;
    },
    onVoid({ device }, listener) {
      const hear = (gone: string) => gone === device && listener();
      removed.add(hear);
      return () => removed.delete(hear);
    },
  });
  api.onError((error, context) => {
    const fault = error as Fault;
    return context.json(fault.toBody(), statusOf(fault));
  });
  const tell = (id: string, change = {}) => {
    store.addSignal(aSignal(id, change));
    feed.publish();
  };
  return { api, store, feed, tell, removed };
}

/** Follows the stream and collects the ids of the signals. */
async function follow(
  api: Hono,
  path = "/v1/signals",
  headers: Record<string, string> = {},
  device: string | null = null,
) {
  const answer = await api.request(path, { headers }, { principal: { ...OWNER, device } });
  const reader = answer.body?.getReader();
  const client = { answer, text: "", isOver: false, leave: () => void reader?.cancel(), ids: [] as string[] };
  const decoder = new TextDecoder();
  void (async () => {
    for (let read = await reader?.read(); read?.done === false; read = await reader?.read()) {
      client.text += decoder.decode(read.value);
      client.ids = [...client.text.matchAll(/"signal_id":"([^"]+)"/g)].flatMap(([, id]) => id ?? []);
    }
    client.isOver = true;
  })();
  await vi.waitFor(() => expect(client.text).not.toBe(""), 60_000);
  return client;
}

describe("GET /v1/signals", () => {
  it("[SQ13, SQ19] sends current signals first, then each new one with its session and full payload", async () => {
    const { api, tell } = server();
    tell("a");
    tell("b");
    tell("s", { session_name: "side", runtime_id: "r2" });
    tell("gone", { session_name: "no such session", runtime_id: "r3" });
    const client = await follow(api);
    expect(client.answer.headers.get("content-type")).toContain("text/event-stream");
    expect(client.ids).toEqual(["b", "s"]);
    tell("c");
    await vi.waitFor(() => expect(client.ids).toEqual(["b", "s", "c"]), 60_000);
    const { session_name: session, target, session_id, runtime_id, ref, signal } = aSignal("c");
    const data = JSON.stringify({ target, session, session_id, runtime_id, ref, sseState: "working", signal });
    expect(client.text).toContain(`event: session-signal\nid: epoch-5\ndata: ${data}\n\n`);
    client.leave();
  });

  it("[SQ13] goes on after Last-Event-ID without gap or repeat; the header beats ?since=", async () => {
    const { api, tell } = server();
    for (const id of ["a", "b", "c"]) tell(id);
    const client = await follow(api, "/v1/signals?since=epoch-0", { "last-event-id": "epoch-1" });
    await vi.waitFor(() => expect(client.ids).toEqual(["b", "c"]), 60_000);
    const other = await follow(api, "/v1/signals?since=epoch-2");
    await vi.waitFor(() => expect(other.ids).toEqual(["c"]), 60_000);
    tell("d");
    await vi.waitFor(
      () =>
        expect([client.ids, other.ids]).toEqual([
          ["b", "c", "d"],
          ["c", "d"],
        ]),
      60_000,
    );
    client.leave();
    other.leave();
  });

  it("[SQ13] a client that got no event yet has an id to resume from", async () => {
    const { api } = server();
    const client = await follow(api);
    expect(client.text).toBe("id: epoch-0\n\n");
    client.leave();
  });

  it("[SQ13, AP22] an id that is too old or of another log gets 410, one that is none 400", async () => {
    const { api, store, tell } = server();
    tell("a");
    tell("b", { at: 90_000 });
    store.prune(50_000, 0);
    const status = async (id: string) => {
      const answer = await api.request("/v1/signals", { headers: { "last-event-id": id } });
      return [answer.status, ((await answer.json()) as { code: string }).code];
    };
    expect(await status("epoch-0")).toEqual([410, "E_CURSOR_EXPIRED"]);
    expect(await status("epoch-9")).toEqual([410, "E_CURSOR_EXPIRED"]);
    expect(await status("other-1")).toEqual([410, "E_CURSOR_EXPIRED"]);
    expect(await status("nonsense")).toEqual([400, "E_INVALID_FILTER"]);
  });

  it("[SQ13] tells only of the sessions, targets and session ids that are asked for", async () => {
    const { api, tell } = server();
    const paths = ["?session=side", "?session_id=s-2&session_id=s-3", "?target=vm"];
    const clients = await Promise.all(paths.map((words) => follow(api, `/v1/signals${words}`)));
    tell("a");
    tell("b", { session_name: "side" });
    tell("c", { session_id: "s-3" });
    tell("d", { target: "vm" });
    await vi.waitFor(() => expect(clients.map(({ ids }) => ids)).toEqual([["b"], ["c"], ["d"]]), 60_000);
    for (const client of clients) client.leave();
  });

  it("[SQ13] a heartbeat shows that the daemon is there, and moves a quiet follower on", async () => {
    vi.useFakeTimers();
    try {
      const { api, tell } = server();
      const reader = (await api.request("/v1/signals?session=none")).body?.getReader();
      const next = async () => new TextDecoder().decode((await reader?.read())?.value);
      expect(await next()).toBe("id: epoch-0\n\n");
      tell("a");
      const beat = next();
      await vi.advanceTimersByTimeAsync(15_000);
      expect(await beat).toBe(": heartbeat\nid: epoch-1\n\n");
    } finally {
      vi.useRealTimers();
    }
  });

  it("[SQ13] a client that reads slowly delays nobody, and misses nothing", async () => {
    const { api, tell } = server();
    const slow = (await api.request("/v1/signals")).body?.getReader();
    const quick = await follow(api);
    const wanted = Array.from({ length: 500 }, (_, index) => `id-${index}`);
    for (const id of wanted) tell(id);
    await vi.waitFor(() => expect(quick.ids).toEqual(wanted), 60_000);
    let text = "";
    while (!text.includes('"id-499"')) text += new TextDecoder().decode((await slow?.read())?.value);
    expect([...text.matchAll(/"signal_id":"([^"]+)"/g)].map(([, id]) => id)).toEqual(wanted);
    quick.leave();
  });

  it("[SQ13] ends when the daemon stops, and when its device is removed", async () => {
    const { api, feed, removed } = server();
    const [client, phone, tablet] = await Promise.all(
      [null, "phone", "tablet"].map((device) => follow(api, undefined, {}, device)),
    );
    for (const tell of [...removed]) tell("phone");
    await vi.waitFor(() => expect(phone?.isOver).toBe(true), 60_000);
    tablet?.leave();
    expect([client?.isOver, removed.size]).toEqual([false, 1]);
    feed.close();
    await vi.waitFor(() => expect(client?.isOver).toBe(true), 60_000);
  });
});

describe("a session's signal", () => {
  const path = "/v1/targets/host/sessions/main/signal";

  it("[SQ14, SQ13] is read whole, by a name in percent codes", async () => {
    const { api, tell } = server();
    tell("a");
    tell("b", { session_name: "50 %/x", runtime_id: "r2" });
    const { session_name: session, target, session_id, runtime_id, ref, signal, at } = aSignal("a");
    const whose = { target, session, session_id, runtime_id, ref };
    const report = { schema_version: 1, ...whose, sseState: "working", signal, cursor: "epoch-1", at: Math.floor(at) };
    expect(await (await api.request(path)).json()).toEqual(report);
    const other = await api.request(`/v1/targets/host/sessions/${encodeURIComponent("50 %/x")}/signal`);
    expect(await other.json()).toMatchObject({ session: "50 %/x", signal: { signal_id: "b" } });
  });

  it("[SQ14] deleting a signal leaves none, and the timeline stays", async () => {
    const { api, tell } = server();
    tell("a");
    const deleted = await api.request(path, { method: "DELETE" });
    expect([deleted.status, await deleted.json()]).toMatchObject([200, { signal: { signal_id: "a" } }]);
    for (const method of ["GET", "DELETE"]) {
      const answer = await api.request(path, { method });
      expect([answer.status, await answer.json()]).toMatchObject([404, { code: "E_SIGNAL_NOT_FOUND" }]);
    }
    const timeline = await api.request("/v1/targets/host/sessions/main/timeline");
    expect(await timeline.json()).toMatchObject({ target: "host", session: "main", items: [{ cursor: "epoch-1" }] });
  });

  it("[SQ14] the timeline is oldest first, and as long as is asked for", async () => {
    const { api, tell } = server();
    for (const [id, at] of Object.entries({ a: 1, b: 2, c: 3 })) tell(id, { at });
    const ids = async (words: string) => {
      const answer = await api.request(`/v1/targets/host/sessions/main/timeline${words}`);
      const { items } = (await answer.json()) as { items?: { signal: { signal_id: string } }[] };
      return [answer.status, ...(items ?? []).map(({ signal }) => signal.signal_id)];
    };
    expect(await ids("")).toEqual([200, "a", "b", "c"]);
    expect(await ids("?limit=2")).toEqual([200, "b", "c"]);
    expect(await ids("?limit=0")).toEqual([400]);
  });

  it("[SQ13] an unknown target is E_TARGET_NOT_FOUND", async () => {
    const { api } = server();
    expect((await api.request("/v1/targets/moon/sessions/main/signal")).status).toBe(404);
  });
});
