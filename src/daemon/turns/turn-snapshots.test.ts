import { describe, expect, it } from "vitest";
import { testPane } from "../../../test/support/test-pane.ts";
import type { State } from "../../core/protocol/base/state.ts";
import type { PaneItem } from "../../core/protocol/lists/lists.ts";
import { readTurn, type TurnRecord } from "./turn-record.ts";
import { TurnSnapshots } from "./turn-snapshots.ts";

const TAKEN = "commit c1\ntree t1\nhead h1\n";

class Play {
  readonly kept = new Map<string, string>();
  readonly scripts: string[] = [];
  answer = async () => ({ code: 0, stdout: TAKEN, stderr: "" });
  now = 1_000;
  readonly turns: TurnSnapshots;

  constructor({ isOn = true, carrier = "local" as "local" | "window" } = {}) {
    this.turns = new TurnSnapshots({
      target: "host",
      machine: {
        carrier,
        runScript: async (script) => {
          this.scripts.push(script);
          return this.answer();
        },
      },
      store: {
        transact: <T>(work: () => T) => work(),
        remember: (key, value) => void this.kept.set(key, value),
      },
      isOn,
      clock: { now: () => this.now } as never,
      log: { debug: () => undefined } as never,
    });
  }

  show(state: State, tool: string | null = null, since = this.now): void {
    const told = { source: "hook" as const, from: "x", at: 1 };
    const doing: PaneItem["doing"] = {
      ...{ task: null, words: null, branch: null, changes: null },
      tool: tool === null ? null : { name: tool, argument: null, ...told },
      directory: { path: "/w", ...told },
    };
    const item = { ...testPane({ target: "host" }), runtime_id: "r1", state, since, doing };
    this.turns.follow({ changed: [item], removed: [] });
  }

  async record(): Promise<TurnRecord | null> {
    await this.turns.settled();
    return readTurn({ recall: (key) => this.kept.get(key) ?? null }, "r1");
  }
}

describe("snapshots of turns", () => {
  it("[WK24] are taken when a turn begins and when it ends, not while it goes on or asks", async () => {
    const play = new Play();
    play.show("idle");
    expect(play.scripts).toHaveLength(0);
    play.show("running");
    expect(await play.record()).toEqual({ directory: "/w", began_at: 1_000, commit: "c1", late: false, why: null });
    play.show("running", "Bash");
    play.show("waiting_approval");
    play.show("running");
    await play.turns.settled();
    expect(play.scripts).toHaveLength(1);
    play.now = 2_000;
    play.show("completed");
    expect(await play.record()).toMatchObject({ began_at: 1_000 });
    expect(play.scripts).toHaveLength(2);
    play.show("running");
    expect(await play.record()).toMatchObject({ began_at: 2_000 });
  });

  it("[WK24] a turn that goes on after it seemed over is still that turn", async () => {
    const play = new Play();
    play.show("idle");
    play.show("running");
    await play.turns.settled();
    play.now = 2_000;
    play.show("completed");
    play.now = 2_500;
    // its session file still says busy
    play.show("running", null, 1_900);
    play.show("completed", null, 2_000);
    expect(await play.record()).toMatchObject({ began_at: 1_000 });
    play.show("running", null, 1_900);
    // and then it takes up a prompt that waited
    play.show("running");
    expect(await play.record()).toMatchObject({ began_at: 2_500 });
  });

  it("[WK24] one that ends after the first tool has begun is late", async () => {
    const play = new Play();
    play.show("idle");
    let answer = (_: { code: number; stdout: string; stderr: string }) => {};
    play.answer = () => new Promise((resolve) => (answer = resolve));
    play.show("running");
    play.show("running", "Bash");
    play.show("running");
    await new Promise((resolve) => setImmediate(resolve));
    answer({ code: 0, stdout: TAKEN, stderr: "" });
    expect(await play.record()).toMatchObject({ commit: "c1", late: true });
  });

  it("[WK24] that fails says why, and is not tried again for ten minutes", async () => {
    const play = new Play();
    play.answer = async () => ({ code: 7, stdout: "", stderr: "" });
    play.show("idle");
    play.show("running");
    expect(await play.record()).toMatchObject({ commit: null, why: expect.stringContaining("too much") });
    play.show("completed");
    play.show("running");
    expect(await play.record()).toMatchObject({ commit: null, why: expect.stringContaining("short while ago") });
    expect(play.scripts).toHaveLength(1);
    play.now += 600_001;
    play.show("completed");
    await play.turns.settled();
    expect(play.scripts).toHaveLength(2);
  });

  it("[WK24] are not taken if they are switched off, or where each look is a login", async () => {
    for (const play of [new Play({ isOn: false }), new Play({ carrier: "window" })]) {
      play.show("idle");
      play.show("running");
      expect(await play.record()).toBe(null);
      expect(play.scripts).toHaveLength(0);
    }
  });
});
