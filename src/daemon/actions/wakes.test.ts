import { describe, expect, it } from "vitest";
import { testPane } from "../../../test/support/test-pane.ts";
import { Fault } from "../../core/protocol/base/fault.ts";
import type { PaneItem } from "../../core/protocol/lists/lists.ts";
import { silentLog } from "../base/test-log.ts";
import { openMemoryStore } from "../store/memory-store.ts";
import { WakeStore } from "../usage/wake-store.ts";
import { AuditLog } from "./audit-log.ts";
import { Wakes } from "./wakes.ts";

const T = 1_000_000;
const UNTIL = T + 3_600_000;
const ME = { uid: 1, user: "me", via: "cli" as const };

/** A pane that a limit has stopped since T. */
function limited(n: number, change: Partial<PaneItem> = {}): PaneItem {
  const stopped = { since: T, until: UNTIL, resumes: false, wakes_at: null };
  return testPane(
    { pane_id: `%${n}` },
    { runtime_id: `r${n}`, agent: "codex", state: "error", limited: stopped, ...change },
  );
}

interface Sent {
  ref?: string | undefined;
  text?: string | undefined;
  keys?: string[] | undefined;
}

function open(panes: PaneItem[], store = openMemoryStore()) {
  const place = {
    panes,
    now: T + 60_000,
    typedAt: 0,
    sent: [] as Sent[],
    refuses: null as Fault | null,
    onSend: (_sent: Sent): void => undefined,
  };
  const clock = { now: () => place.now };
  const wakes = new Wakes({
    wakes: new WakeStore(store),
    fleet: {
      all: () => place.panes,
      item: (_target: string, paneId: string) => place.panes.find(({ identity }) => identity.pane_id === paneId),
    },
    actions: {
      send: async ({ ref, text, keys }, { manner }) => {
        // nobody looks at the pane when a prompt is sent to it
        expect(manner).toBe(text === undefined ? "watched" : "unwatched");
        if (place.refuses !== null) throw place.refuses;
        place.sent.push({ ref, text, keys });
        place.onSend({ ref, text, keys });
        return {} as never;
      },
    },
    audit: new AuditLog(store, clock),
    foldOf: () => ({ typed: place.typedAt === 0 ? null : ({ at: place.typedAt } as never) }),
    review: () => undefined,
    afterMs: 60_000,
    text: "continue",
    clock,
    log: silentLog(),
  });
  const ask = (n: number, change: { account?: boolean; cancel?: boolean } = {}) =>
    wakes.ask({ ref: `%${n}`, account: false, cancel: false, ...change }, ME);
  /** Until the daemon has done what is due by then. */
  const until = async (now: number) => {
    place.now = now;
    wakes.tick();
    for (let turn = 0; turn < 20; turn += 1) await Promise.resolve();
  };
  return { place, wakes, store, ask, until };
}

describe("Wakes", () => {
  it("[UG16] an agent is told to go on once, a while after the reset, also if the daemon was restarted", async () => {
    const { place, wakes, store, ask, until } = open([limited(1)]);
    const { items } = await ask(1);
    expect(items).toMatchObject([{ runtime_id: "r1", until: UNTIL, wakes_at: UNTIL + 60_000, asked_by: ME }]);
    // asked for again: nothing more
    expect((await ask(1)).items).toEqual(items);
    await until(UNTIL + 59_999);
    expect(place.sent).toEqual([]);
    const next = open([limited(1)], store);
    await next.until(UNTIL + 60_000);
    await next.until(UNTIL + 90_000);
    expect(next.place.sent).toEqual([{ ref: "runtime:r1", text: "continue", keys: undefined }]);
    expect([next.wakes.list().items, wakes.list().items.length]).toEqual([[], 1]);
    const audited = store.audit(0, 10).map(({ action, effects }) => [action, effects?.[0]]);
    expect(audited).toContainEqual(["wake", expect.stringContaining("is woken at")]);
  });

  it("[UG16] all agents of an account are told one after the other, and those that no limit stops are not", async () => {
    const fine = testPane({ pane_id: "%4" }, { runtime_id: "r4", agent: "codex" });
    const other = limited(5, { agent: "claude" });
    const { place, ask, until } = open([limited(1), limited(2), limited(3), fine, other]);
    const { items } = await ask(2, { account: true });
    expect(items.map(({ wakes_at }) => wakes_at - UNTIL)).toEqual([60_000, 70_000, 80_000]);
    await until(UNTIL + 65_000);
    expect(place.sent.map(({ ref }) => ref)).toEqual(["runtime:r1"]);
    await until(UNTIL + 300_000);
    expect(place.sent.map(({ ref }) => ref)).toEqual(["runtime:r1", "runtime:r2", "runtime:r3"]);
  });

  it("[UG16] nobody is told whose wake was cancelled, or who has worked, was typed to or is gone since", async () => {
    const later = { since: T + 5_000, until: UNTIL, resumes: false, wakes_at: null };
    const becomes =
      (...panes: PaneItem[]) =>
      ({ place }: ReturnType<typeof open>) => {
        place.panes = panes;
      };
    const typed = ({ place }: ReturnType<typeof open>) => {
      place.typedAt = T + 1_000;
    };
    const cases: [string, (opened: ReturnType<typeof open>) => unknown][] = [
      ["cancelled", ({ ask }) => ask(1, { cancel: true })],
      ["typed", typed],
      ["works", becomes(limited(1, { limited: null, state: "running" }))],
      ["another limit", becomes(limited(1, { limited: later }))],
      ["another agent", becomes(limited(1, { runtime_id: "r9" }))],
      ["gone", becomes()],
    ];
    for (const [name, happens] of cases) {
      const opened = open([limited(1)]);
      await opened.ask(1);
      await happens(opened);
      await opened.until(UNTIL + 60_000);
      await opened.until(UNTIL + 600_000);
      expect([name, opened.place.sent, opened.wakes.list().items]).toEqual([name, [], []]);
    }
  });

  it("[UG16] a limit that resets later than was told is waited for, and a pane out of reach or with a question is tried again", async () => {
    const { place, ask, until } = open([limited(1)]);
    await ask(1);
    place.panes = [limited(1, { limited: { since: T, until: UNTIL + 600_000, resumes: false, wakes_at: null } })];
    await until(UNTIL + 60_000);
    expect(place.sent).toEqual([]);
    place.refuses = new Fault("E_TARGET_UNREACHABLE", "away");
    await until(UNTIL + 660_000);
    place.refuses = new Fault("E_GUARD_STATE", "it shows a question", { guard: "dialog" });
    await until(UNTIL + 720_001);
    place.refuses = null;
    await until(UNTIL + 780_000);
    expect(place.sent).toEqual([]);
    await until(UNTIL + 780_002);
    expect(place.sent).toHaveLength(1);
    // a draft is the person's: nothing is tried again
    const drafted = open([limited(1)]);
    await drafted.ask(1);
    drafted.place.refuses = new Fault("E_DRAFT", "somebody has typed");
    await drafted.until(UNTIL + 60_000);
    expect(drafted.wakes.list().items).toEqual([]);
  });

  it.each(["waiting_approval", "waiting_input"] as const)(
    "[UG16] a pane that says that it is %s is tried again, although it tells of no limit meanwhile",
    async (state) => {
      const { place, wakes, ask, until } = open([limited(1)]);
      await ask(1);
      place.panes = [limited(1, { state, limited: null })];
      await until(UNTIL + 60_000);
      await until(UNTIL + 120_000);
      expect([place.sent, wakes.list().items.map(({ wakes_at }) => wakes_at)]).toEqual([[], [UNTIL + 180_000]]);
      place.panes = [limited(1)];
      await until(UNTIL + 180_000);
      expect(place.sent).toHaveLength(1);
      // who answers there goes on
      const answered = open([limited(1)]);
      await answered.ask(1);
      Object.assign(answered.place, { typedAt: T + 1, panes: [limited(1, { state, limited: null })] });
      await answered.until(UNTIL + 60_000);
      expect(answered.wakes.list().items).toEqual([]);
    },
  );

  it("[UG16] a dialog that offers another model is closed first", async () => {
    const { place, ask, until } = open([limited(1, { state: "waiting_approval" })]);
    await ask(1);
    place.onSend = ({ keys }) => {
      if (keys !== undefined) place.panes = [limited(1)];
    };
    await until(UNTIL + 60_000);
    expect(place.sent).toEqual([
      { ref: "runtime:r1", text: undefined, keys: ["Escape"] },
      { ref: "runtime:r1", text: "continue", keys: undefined },
    ]);
  });

  it("[UG16] who goes on alone, tells no reset or is not stopped is refused, with the reason", async () => {
    const stopped = { since: T, until: UNTIL, resumes: false, wakes_at: null };
    const refused = (change: Partial<PaneItem>) => open([limited(1, change)]).ask(1);
    await expect(refused({ agent: null })).rejects.toThrow("there is no agent in pane %1");
    await expect(refused({ limited: null })).rejects.toThrow("no limit stops codex in pane %1");
    await expect(refused({ limited: { ...stopped, resumes: true } })).rejects.toThrow("goes on by itself");
    await expect(refused({ limited: { ...stopped, until: null } })).rejects.toThrow("does not tell when");
  });
});
