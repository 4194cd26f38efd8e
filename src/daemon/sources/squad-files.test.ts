import { describe, expect, it } from "vitest";
import type { SignalFacts } from "../../core/engine/envelope.ts";
import type { SquadSignal } from "../../core/protocol/squad/squad.ts";
import { SQUAD_EXAMPLES } from "../../core/signals/squad/examples.ts";
import { silentLog } from "../base/test-log.ts";
import type { Address } from "../runtimes/squad-address.ts";
import { type SignalRecipient, SquadFiles } from "./squad-files.ts";

const AT = Date.parse("2026-03-04T05:06:07.000Z");
const FOREIGN = { type: "working", timestamp: "2026-03-04T05:06:07Z", ...SQUAD_EXAMPLES.working };
const OURS = {
  type: "working",
  signal_id: "id-1",
  session_id: "s-1",
  tmux_session: "main",
  timestamp: "2026-03-04T05:06:07Z",
  data: SQUAD_EXAMPLES.working,
};
const PANE: Address = { by: "tmux_session", pane_id: "%1" };

/** Targets, each with the address it gives for a signal. */
function machine(addresses: Record<string, Address | null>) {
  const offered: SignalFacts[] = [];
  const asked: SquadSignal[] = [];
  const world = { now: AT, isFull: false, known: new Set<string>(), addresses };
  const recipients = Object.keys(addresses).map(
    (name) =>
      ({
        name,
        signals: {
          whose(signal: SquadSignal) {
            asked.push(signal);
            return world.addresses[name] ?? null;
          },
        },
        intake: {
          ingest(facts: SignalFacts[]) {
            if (!world.isFull) offered.push(...facts);
            return !world.isFull;
          },
        },
      }) as unknown as SignalRecipient,
  );
  const files = new SquadFiles({
    recipients,
    provisionalMs: 30_000,
    clockOffset: () => 0,
    knows: (id) => world.known.has(id),
    now: () => world.now,
    log: silentLog(),
  });
  const take = (value: unknown, name = "squad-signal-tmux-main.json", time = AT + 500) =>
    files.take({ name, text: typeof value === "string" ? value : JSON.stringify(value), time });
  return { world, offered, asked, take };
}

describe("SquadFiles", () => {
  it("[SQ9] another writer's file binds to the one agent in its tmux session, dated by the file", () => {
    const { take, offered } = machine({ host: PANE });
    expect(take(FOREIGN)).toBe(true);
    expect(offered).toMatchObject([
      { target: "host", pane_id: "%1", source: "squad", event_time: AT + 500, payload: { tmux_session: "main" } },
    ]);
  });

  it("[SQ9] a copied file is dated by the time inside it", () => {
    const { take, offered } = machine({ host: PANE });
    take(FOREIGN, undefined, AT + 60_000);
    expect(offered).toMatchObject([{ event_time: AT }]);
  });

  it("[SQ10] a file with a known session belongs to it, on any tmux server of the machine", () => {
    const { take, offered } = machine({ host: PANE, work: { by: "session" } });
    expect(take(FOREIGN, "squad-signal-s-1.json")).toBe(true);
    expect(offered).toMatchObject([{ target: "work", pane_id: null, hints: { session_id: "s-1" } }]);
  });

  it("[SQ11] a file that several could have sent is kept and sets no state", () => {
    for (const addresses of [{ host: { by: "nobody" } as const }, { host: PANE, work: PANE }]) {
      const { take, offered } = machine(addresses);
      expect(take(FOREIGN)).toBe(true);
      expect(offered).toMatchObject([
        { target: "host", pane_id: null, evidence: { kind: "note", reason: "ambiguous_session" } },
      ]);
      expect(offered[0]).not.toHaveProperty("traces");
    }
  });

  it("[SQ25] a file that names its tmux server is matched on that server only", () => {
    const { take, asked } = machine({ host: null, work: null });
    take({ ...OURS, tmux_server_pid: 51 });
    expect(asked.map(({ tmux_server_pid }) => tmux_server_pid)).toEqual([51, 51]);
  });

  it("[SQ9] a file of an unknown session is ignored until that session is known", () => {
    const { take, offered, world } = machine({ host: null });
    expect(take(FOREIGN)).toBe(false);
    expect(offered).toEqual([]);
    world.addresses.host = PANE;
    expect(take(FOREIGN)).toBe(true);
    expect(offered).toHaveLength(1);
  });

  it("[SQ9] an old file that matches no agent is ignored", () => {
    const { take, offered, world } = machine({ host: { by: "nobody" } });
    world.now = AT + 25 * 3_600_000;
    expect(take(FOREIGN)).toBe(true);
    expect(offered).toEqual([]);
  });

  it("[SQ7] a file of our own command waits for the copy in the spool, which tells the pane", () => {
    const { take, offered, world } = machine({ host: PANE });
    expect(take(OURS)).toBe(false);
    world.known.add("id-1");
    expect(take(OURS)).toBe(true);
    expect(offered).toEqual([]);
    world.known.clear();
    world.now = AT + 3_000;
    expect(take(OURS)).toBe(true);
    expect(offered).toMatchObject([{ dedupe_key: "id-1" }]);
  });

  it("[SQ9] half a file is ignored, an invalid one dropped, and one that was not stored comes again", () => {
    const { take, offered, world } = machine({ host: PANE });
    expect(take('{"type":"work')).toBe(true);
    expect(take({ ...FOREIGN, taskTitle: 7 })).toBe(true);
    expect(take(FOREIGN, "squad-signal-x y.json")).toBe(true);
    world.isFull = true;
    expect(take(FOREIGN)).toBe(false);
    expect(offered).toEqual([]);
  });
});
