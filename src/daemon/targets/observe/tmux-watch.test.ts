import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { processTree } from "../../../core/adapter/process-tree.ts";
import type { Topology } from "../tmux/topology.ts";
import { ProcessWatch } from "./process-watch.ts";
import { TmuxWatch } from "./tmux-watch.ts";

const SECOND = 1_000;
const MINUTE = 60 * SECOND;

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

describe("what tmux holds", () => {
  it("[TG9] nothing happens: tmux is looked at less and less often", async () => {
    const tmux = new StubTmux(3);
    const watch = await started(tmux);
    await vi.advanceTimersByTimeAsync(30 * SECOND);
    const atFirst = tmux.looks();
    await vi.advanceTimersByTimeAsync(10 * MINUTE);
    tmux.commands.length = 0;
    await vi.advanceTimersByTimeAsync(5 * MINUTE);
    watch.stop();
    expect(atFirst).toBeGreaterThanOrEqual(4);
    // every 30 s
    expect(tmux.looks()).toBe(10);
    // plus a heartbeat every 5 s
    expect(tmux.commands).toHaveLength(10 + 60);
  });

  it("[TG9] something is printed after a long silence: the pane is looked at within 2 s, the others are not", async () => {
    const tmux = new StubTmux(3);
    const watch = await started(tmux);
    await vi.advanceTimersByTimeAsync(10 * MINUTE);
    tmux.commands.length = 0;
    tmux.change("%1", { title: "a new title" });
    watch.handle(activity());
    await vi.advanceTimersByTimeAsync(2 * SECOND - 1);
    watch.stop();
    expect(tmux.told.at(-1)?.panes.get("%1")?.title).toBe("a new title");
    expect(tmux.commands.filter((command) => command.startsWith("list-panes"))).toEqual([
      expect.stringContaining("-f '#{e|>=:#{window_activity}"),
    ]);
  });

  it("[TG9] a pane has another process: everything is looked at, at once", async () => {
    const tmux = new StubTmux(3);
    const watch = await started(tmux);
    await vi.advanceTimersByTimeAsync(10 * MINUTE);
    tmux.commands.length = 0;
    watch.handle(activity(" 200000"));
    await vi.advanceTimersByTimeAsync(0);
    watch.stop();
    expect(tmux.commands).toContainEqual(expect.stringMatching(/^list-panes -a {2}-F/));
  });

  it.each([
    ["nobody prints", false],
    ["another prints all the time", true],
  ])(
    "[TG9] another program runs in a pane where nothing is printed, while %s: found within 30 s",
    async (_, prints) => {
      const tmux = new StubTmux(3);
      const watch = await started(tmux);
      await vi.advanceTimersByTimeAsync(10 * MINUTE);
      Object.assign(tmux.panes.get("%1") ?? {}, { command: "claude" });
      for (let second = 0; second < 30; second += 1) {
        if (prints) tmux.change("%2", { title: `title ${second}` });
        if (prints) watch.handle(activity());
        await vi.advanceTimersByTimeAsync(SECOND);
      }
      watch.stop();
      expect(tmux.told.at(-1)?.panes.get("%1")?.command).toBe("claude");
    },
  );

  it("[TG9] a program that starts in the second in which its window has printed is found by the next looks", async () => {
    const tmux = new StubTmux(3);
    const watch = await started(tmux);
    await vi.advanceTimersByTimeAsync(10 * MINUTE);
    tmux.change("%1", { title: "typed" });
    watch.handle(activity());
    await vi.advanceTimersByTimeAsync(SECOND);
    Object.assign(tmux.panes.get("%1") ?? {}, { command: "claude" });
    tmux.change("%2", { title: "another" });
    await vi.advanceTimersByTimeAsync(2 * SECOND);
    watch.stop();
    expect(tmux.told.at(-1)?.panes.get("%1")?.command).toBe("claude");
  });

  it.each([1, 500])("[TG9] %i panes that print all the time: one command every 2 s", async (count) => {
    const tmux = new StubTmux(count);
    const watch = await started(tmux);
    tmux.commands.length = 0;
    for (let second = 0; second < 60; second += 1) {
      for (const paneId of tmux.panes.keys()) tmux.change(paneId, { title: `title ${second}` });
      watch.handle(activity());
      await vi.advanceTimersByTimeAsync(SECOND);
      const shown = [...(tmux.told.at(-1)?.panes.values() ?? [])].map(({ title }) => Number(title.split(" ")[1] ?? 0));
      expect(Math.min(...shown)).toBeGreaterThanOrEqual(second - 2);
    }
    watch.stop();
    expect(tmux.looks()).toBeLessThanOrEqual(31);
    expect(tmux.commands.length).toBeLessThanOrEqual(31 + 12);
  });

  it("[TX15] a tmux that tells no changes is looked at regularly instead: panes come, go and change", async () => {
    const tmux = new StubTmux(2);
    tmux.fails = (command) => command.startsWith("refresh-client -B");
    const watch = await started(tmux);
    for (let round = 0; round < 5; round += 1) {
      await vi.advanceTimersByTimeAsync(5 * MINUTE);
      tmux.add(`%${10 + round}`);
      tmux.panes.delete(`%${9 + round}`);
      tmux.change("%1", { title: `title ${round}` });
      await vi.advanceTimersByTimeAsync(2 * SECOND);
      expect([...(tmux.told.at(-1)?.panes.keys() ?? [])]).toEqual(["%0", "%1", `%${10 + round}`]);
      expect(tmux.told.at(-1)?.panes.get("%1")?.title).toBe(`title ${round}`);
    }
    watch.stop();
  });

  it("[EN40, TG9] an agent that works is stopped, which nothing tells: seen within 5 s, and so is that it goes on", async () => {
    const tmux = new StubTmux(1);
    const watch = await started(tmux);
    await vi.advanceTimersByTimeAsync(10 * MINUTE);
    const isStopped = () => tmux.told.at(-1)?.processes.get("%0")?.agent?.isStopped;
    expect([isStopped(), tmux.stoppedReads]).toEqual([false, 0]);
    tmux.active.add("%0");
    for (const pids of [[2], []]) {
      tmux.stoppedPids = pids;
      await vi.advanceTimersByTimeAsync(5 * SECOND);
      expect(isStopped()).toBe(pids.length > 0);
    }
    // with each reconcile, and not once the pane is no longer active
    expect(tmux.stoppedReads).toBeLessThanOrEqual(6);
    tmux.active.clear();
    tmux.stoppedReads = 0;
    await vi.advanceTimersByTimeAsync(5 * MINUTE);
    watch.stop();
    expect(tmux.stoppedReads).toBe(0);
  });

  it("[TX12] a connection without a session subscribes to nothing until it has one", async () => {
    const tmux = new StubTmux(1);
    tmux.isIn = false;
    const watch = await started(tmux);
    const asked = () => tmux.commands.filter((command) => command.startsWith("refresh-client -B"));
    expect(asked()).toEqual([]);
    tmux.isIn = true;
    watch.handle({ type: "session-changed", session: "$1", name: "other" });
    await vi.advanceTimersByTimeAsync(SECOND);
    watch.stop();
    expect(asked()).toEqual([expect.stringMatching(/^refresh-client -B 'agtmux:%0:/)]);
  });

  it("[TX9] our own session is never listed, and is closed when no other is left", async () => {
    const tmux = new StubTmux(1);
    tmux.add("%9", "_agtmux");
    const watch = await started(tmux);
    expect([...(tmux.told.at(-1)?.panes.keys() ?? [])]).toEqual(["%0"]);
    const told = tmux.told.length;
    tmux.panes.delete("%0");
    watch.handle({ type: "sessions-changed" });
    await vi.advanceTimersByTimeAsync(0);
    watch.stop();
    expect(tmux.commands.at(-1)).toBe("kill-session -t =_agtmux");
    expect(tmux.told).toHaveLength(told);
  });

  it("[TG30] more panes than the limit end the connection, with the reason", async () => {
    const tmux = new StubTmux(5_001);
    await expect(tmux.watch().start()).rejects.toMatchObject({ code: "E_TARGET_FLOOD" });
    expect([tmux.silences, tmux.told]).toEqual([1, []]);
  });

  it("[TX8] a silent tmux is noticed once per heartbeat, also at the start", async () => {
    const tmux = new StubTmux(1);
    const watch = await started(tmux);
    await vi.advanceTimersByTimeAsync(MINUTE);
    expect(tmux.silences).toBe(0);
    tmux.hangs = true;
    await vi.advanceTimersByTimeAsync(11 * SECOND);
    watch.stop();
    expect(tmux.silences).toBe(1);

    const hung = new StubTmux(1);
    hung.hangs = true;
    const never = hung.watch();
    void never.start();
    await vi.advanceTimersByTimeAsync(11 * SECOND);
    never.stop();
    expect(hung.silences).toBe(1);
  });
});

async function started(tmux: StubTmux): Promise<TmuxWatch> {
  const watch = tmux.watch();
  await watch.start();
  // as tmux does after a subscription
  watch.handle(activity());
  await vi.advanceTimersByTimeAsync(SECOND);
  return watch;
}

/** A notification that something printed a second later; the window's panes are unchanged unless given. */
function activity(panes = " 100000") {
  printedAt += 1;
  return {
    type: "subscription-changed",
    name: "agtmux",
    session: "$0",
    window: "@0",
    windowIndex: 0,
    pane: "%0",
    value: `$0@0!${printedAt}${panes}`,
  } as const;
}
let printedAt = 1_800_000_000;

/** Replies as tmux does, and records its commands. */
class StubTmux {
  readonly panes = new Map<string, { session: string; title: string; command: string; activity: number }>();
  readonly commands: string[] = [];
  readonly told: Topology[] = [];
  silences = 0;
  hangs = false;
  /** Whether the connection is in a session. */
  isIn = true;
  fails: (command: string) => boolean = () => false;
  /** Panes whose agent works or asks. */
  readonly active = new Set<string>();
  stoppedPids: readonly number[] = [];
  /** How often stopped processes were read. */
  stoppedReads = 0;
  readonly machine = {
    processes: async () =>
      processTree([
        [1, 0, "sh", ["sh"]],
        [2, 1, "claude", ["claude"]],
      ]),
    stopped: async () => {
      this.stoppedReads += 1;
      return new Set(this.stoppedPids);
    },
  };

  constructor(count: number) {
    for (let index = 0; index < count; index += 1) this.add(`%${index}`);
  }

  add(paneId: string, session = "work"): void {
    this.panes.set(paneId, { session, title: "", command: "sh", activity: this.second() });
  }

  change(paneId: string, change: { title: string }): void {
    const pane = this.panes.get(paneId);
    if (pane !== undefined) Object.assign(pane, change, { activity: this.second() });
  }

  looks(): number {
    return this.commands.filter((command) => command.startsWith("list-panes")).length;
  }

  watch(): TmuxWatch {
    const log = { debug: () => {}, info: () => {}, warn: () => {} };
    return new TmuxWatch({
      boot: "boot",
      server: { pid: 1, start: "1", socketPath: "/tmp/tmux" },
      control: { run: (command) => this.run(command), replies: 0 },
      processes: new ProcessWatch(this.machine),
      isActive: (paneId) => this.active.has(paneId),
      scanMs: 2 * SECOND,
      heartbeatMs: 5 * SECOND,
      clock: { now: () => Date.now() },
      log: log as unknown as ConstructorParameters<typeof TmuxWatch>[0]["log"],
      onTopology: (topology) => {
        this.told.push(topology);
      },
      onAnswer: () => {},
      onSilence: () => {
        this.silences += 1;
      },
    });
  }

  private async run(command: string): Promise<string[]> {
    this.commands.push(command);
    if (this.hangs) return new Promise(() => {});
    if (this.fails(command)) throw new Error("unknown flag -B");
    if (command.startsWith("display-message -p '#{pane_id}'"))
      return this.isIn ? [...this.panes.keys()].slice(0, 1) : [""];
    const word = /-F '([^\t]+)\t/.exec(command)?.[1];
    if (word === undefined) return [];
    const since = Number(/window_activity\},([\d.]+)\}/.exec(command)?.[1] ?? 0);
    return [...this.panes]
      .filter(([, pane]) => pane.activity >= since)
      .map(([id, { session, title, command, activity }]) =>
        [word, id, 1, 0, "$0", "@0", 0, 0, 0, 0, "", activity, session, "sh", command, title, "/tmp"].join("\t"),
      );
  }

  private second(): number {
    return Math.floor(Date.now() / SECOND);
  }
}
