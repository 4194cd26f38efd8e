import { describe, expect, it } from "vitest";
import { testPane } from "../../../test/support/test-pane.ts";
import { Fault } from "../../core/protocol/base/fault.ts";
import type { PaneItem } from "../../core/protocol/lists/lists.ts";
import { AuditLog } from "../actions/audit-log.ts";
import { silentLog } from "../base/test-log.ts";
import { openMemoryStore } from "../store/memory-store.ts";
import { QueueRunner } from "./queue-runner.ts";
import { QueueStore } from "./queue-store.ts";
import { Queues } from "./queues.ts";

const ME = { uid: 1, user: "me", via: "cli" as const };
const ADD = { keep: false, allow_changes: false };

function pane(n: number, change: Partial<PaneItem> = {}): PaneItem {
  return testPane({ pane_id: `%${n}` }, { runtime_id: `r${n}`, agent: "claude", state: "idle", ...change });
}

function open(panes: PaneItem[], store = openMemoryStore()) {
  const world = {
    panes,
    now: 1_000_000,
    sent: [] as string[],
    ended: new Set<string>(),
    choices: false,
    stopped: false,
    acting: false,
    typedAt: 0,
    send: async (_text: string): Promise<void> => undefined,
    facts: { sent: null, hasBegun: false, isLastPrompt: null, reportsPrompts: true, box: null } as Parameters<
      typeof factsAs
    >[0],
  };
  const clock = { now: () => world.now };
  const queueStore = new QueueStore(store);
  const audit = new AuditLog(store, clock);
  const fleet = {
    all: () => world.panes,
    item: (_target: string, paneId: string) => world.panes.find(({ identity }) => identity.pane_id === paneId),
  };
  const runner = new QueueRunner({
    ...{ queues: queueStore, fleet, audit, clock, log: silentLog(), review: () => undefined },
    send: async ({ text }, { runtime_id }) => {
      await world.send(text);
      world.sent.push(`${runtime_id}: ${text}`);
    },
    onDelivered: async () => undefined,
    factsOf: async () => factsAs(world.facts),
    isEnded: (runtimeId) => world.ended.has(runtimeId),
    hasChoices: () => world.choices,
    isActingOn: () => world.acting,
    typedAt: () => world.typedAt,
    areAgentsStopped: () => world.stopped,
  });
  const queues = new Queues({
    ...{ queues: queueStore, fleet, audit, clock, review: () => undefined },
    typingOf: () => ({}),
    hasInbox: () => false,
    waitsFor: (queue) => runner.waitsFor(queue),
    onChange: () => undefined,
  });
  const tick = async () => {
    runner.tick();
    for (let turn = 0; turn < 30; turn += 1) await Promise.resolve();
  };
  const add = (n: number, text: string, more: { after?: string; keep?: boolean } = {}) =>
    queues.add({ ref: `%${n}`, text, ...ADD, ...more }, ME);
  const waiting = () => queues.list().items.flatMap(({ prompts }) => prompts.map(({ text }) => text));
  return { world, store, queues, tick, add, waiting };
}

type Facts = Awaited<ReturnType<ConstructorParameters<typeof QueueRunner>[0]["factsOf"]>>;

function factsAs(facts: Facts): Facts {
  return facts;
}

describe("QueueRunner", () => {
  it("[QU2, QU3] sends only to an agent that rests: not at work, an approval, a dialog, an error, a limit or an unknown state", async () => {
    const limited = { since: 1, until: null, resumes: false, wakes_at: null };
    const cases: [Partial<PaneItem>, boolean, boolean][] = [
      [{ state: "idle" }, false, true],
      [{ state: "completed" }, false, true],
      [{ state: "waiting_input" }, false, true],
      [{ state: "waiting_input" }, true, false],
      [{ state: "running" }, false, false],
      [{ state: "waiting_approval" }, false, false],
      [{ state: "error" }, false, false],
      [{ state: "unknown" }, false, false],
      [{ state: "idle", limited }, false, false],
    ];
    for (const [change, choices, isSent] of cases) {
      const { world, tick, add } = open([pane(1, change)]);
      world.choices = choices;
      await add(1, "go");
      await tick();
      expect([change, choices, world.sent]).toEqual([change, choices, isSent ? ["r1: go"] : []]);
    }
  });

  it("[QU3] waits until the agent has taken up what was just sent to it, for 5 s at most", async () => {
    const { world, queues, tick, add } = open([pane(1, { state: "completed", since: 990_000 })]);
    const told = () => queues.list().items[0]?.waits_for;
    world.acting = true;
    await add(1, "next");
    await tick();
    expect([world.sent, told()]).toEqual([[], "something else is being sent to it"]);
    Object.assign(world, { acting: false, typedAt: 999_000 });
    await tick();
    expect([world.sent, told()]).toEqual([[], "it was just sent something else"]);
    world.panes = [pane(1, { state: "completed", since: 999_500 })];
    await tick();
    expect(world.sent).toEqual(["r1: next"]);
    world.typedAt = world.now;
    await add(1, "after a command that begins no turn");
    await tick();
    expect(world.sent).toHaveLength(1);
    world.now += 5_000;
    await tick();
    expect(world.sent).toHaveLength(2);
  });

  it("[MC7] a prompt from another agent answers nothing: it waits while its agent asks its person, also without a dialog", async () => {
    const agent = { name: "claude", place: "app/%2", ref: "pane:host/app/@1/%2", runtime_id: "r2" };
    for (const actor of [
      { ...ME, via: "mcp" as const, agent },
      { ...ME, via: "mcp" as const },
    ]) {
      const { world, queues, tick } = open([pane(1, { state: "waiting_input" })]);
      const { queue } = await queues.add({ ref: "%1", text: "yes, push it", ...ADD }, actor);
      await tick();
      expect([world.sent, queue.waits_for]).toEqual([[], "it asks its person, and the prompt is from another agent"]);
      world.panes = [pane(1)];
      await tick();
      expect(world.sent).toEqual(["r1: yes, push it"]);
    }
  });

  it("[MC7] a prompt from another agent waits while agents may not act on each other, and a person's does not", async () => {
    const { world, queues, tick, add } = open([pane(1), pane(2)]);
    world.stopped = true;
    const { queue } = await queues.add({ ref: "%1", text: "go on", ...ADD }, { ...ME, via: "mcp" });
    await add(2, "from me");
    await tick();
    expect([world.sent, queue.waits_for]).toEqual([["r2: from me"], "agents may not act on each other now"]);
    world.stopped = false;
    await tick();
    expect(world.sent).toEqual(["r2: from me", "r1: go on"]);
  });

  it("[QU4] a refused prompt stays the first, is tried again later, and its queue says why", async () => {
    const { world, queues, tick, add } = open([pane(1)]);
    world.send = async () => {
      throw new Fault("E_DRAFT", "somebody has typed something");
    };
    await add(1, "one");
    await add(1, "two");
    await tick();
    expect(queues.list().items[0]).toMatchObject({
      waits_for: "somebody has typed something",
      prompts: [{ text: "one" }, {}],
    });
    world.send = async () => undefined;
    await tick();
    expect(world.sent).toEqual([]);
    world.now += 2_000;
    await tick();
    await tick();
    expect(world.sent).toEqual(["r1: one", "r1: two"]);
  });

  it("[QU5] what nobody knows is held, stops its queue, and a person sends it again or removes it", async () => {
    const { world, queues, tick, add, waiting } = open([pane(1)]);
    world.send = async () => {
      throw new Fault("E_NOT_DELIVERED", "Enter does not send it");
    };
    world.facts = { ...world.facts, sent: { outcome: "failed", code: "E_NOT_DELIVERED" }, box: "prompt" };
    const { prompt_id } = await add(1, "one");
    await add(1, "two");
    await tick();
    world.send = async () => undefined;
    world.now += 120_000;
    await tick();
    expect([world.sent, waiting(), queues.list().items[0]?.prompts[0]?.state.kind]).toEqual([
      [],
      ["one", "two"],
      "held",
    ]);
    await queues.retry(prompt_id ?? "", ME);
    await tick();
    await tick();
    expect([world.sent, waiting()]).toEqual([["r1: one", "r1: two"], []]);
  });

  it("[QU7] a prompt that waits for another agent is sent when that one's turn has ended, and stays free then", async () => {
    const { world, tick, add } = open([pane(1), pane(2, { state: "running" })]);
    await add(1, "after you", { after: "%2" });
    await add(1, "last");
    await tick();
    expect(world.sent).toEqual([]);
    world.panes = [pane(1, { state: "running" }), pane(2)];
    await tick();
    world.panes = [pane(1), pane(2, { state: "running" })];
    await tick();
    await tick();
    expect(world.sent).toEqual(["r1: after you", "r1: last"]);
  });

  it("[QU8] prompts are cancelled with their agent, and those that are kept go to the next one in its pane", async () => {
    const { world, store, tick, add, waiting } = open([pane(1, { state: "running" })]);
    await add(1, "cancelled");
    await add(1, "kept", { keep: true });
    world.ended.add("r1");
    world.panes = [pane(1, { runtime_id: null, agent: null, state: "unknown" })];
    await tick();
    expect(waiting()).toEqual(["kept"]);
    world.panes = [pane(1, { runtime_id: "r9" })];
    await tick();
    await tick();
    expect([world.sent, waiting()]).toEqual([["r9: kept"], []]);
    const effects = store.audit(0, 20).flatMap((entry) => entry.effects ?? []);
    expect(effects).toEqual(
      expect.arrayContaining([
        "cancelled, because its agent has ended: cancelled",
        "kept for the next agent in %1: kept",
      ]),
    );
  });
});
