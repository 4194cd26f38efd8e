import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { Fault } from "../../core/protocol/base/fault.ts";
import { decodeServerFrame } from "../../core/protocol/terminal/terminal-frames.ts";
import { CAPTURE_REPLIES, captureCommand } from "../../core/terminal/screen-capture.ts";
import type { PipeEnd, PipeEndReason } from "../targets/machine/pipe-end.ts";
import { PaneTaps } from "../targets/pipes/pane-taps.ts";
import type { Reply, TmuxControl } from "../targets/tmux/tmux-control.ts";
import type { ObservedPane, Topology } from "../targets/tmux/topology.ts";
import type { FeedSubscriber, Start } from "./feed-subscriber.ts";
import type { Size } from "./pane-feed.ts";
import { PaneSource } from "./pane-source.ts";

beforeEach(() => void vi.useFakeTimers({ toFake: ["setTimeout"] }));
afterEach(() => void vi.useRealTimers());

describe("one source for all who look at a pane", () => {
  it("[TS1] what comes before a boundary is in the bootstrap, what comes after it is output with its number", async () => {
    const tmux = new PlayedTmux();
    const viewer = new Watching();
    tmux.source.want(viewer, "opened");
    await tmux.answer(["before"]);
    await tmux.say("after\x1b[3");
    await tmux.say("1mred");
    expect(viewer.seen).toEqual(["opened@0", "0:after", "5:\x1b[31mred"]);
  });

  it("[TS2] a slow viewer gets nothing, then a bootstrap; the others continue", async () => {
    const tmux = new PlayedTmux();
    const [slow, fast] = [new Watching(), new Watching()];
    for (const viewer of [slow, fast]) tmux.source.want(viewer, "opened");
    await tmux.answer([""]);
    tmux.source.leaveOut(slow);
    await tmux.say("\x1b[0mone");
    tmux.source.want(slow, "behind");
    await settled();
    await tmux.say("two");
    await tmux.answer(["onetwo"]);
    await tmux.say("three");
    expect(slow.seen).toEqual(["opened@0", "behind@10", "10:three"]);
    expect(fast.seen).toEqual(["opened@0", "0:\x1b[0mone", "7:two", "repaired@10", "10:three"]);
  });

  it("[TS6] a new size is a new bootstrap for everybody", async () => {
    const tmux = new PlayedTmux();
    const viewer = new Watching();
    tmux.source.want(viewer, "opened");
    await tmux.answer([""]);
    tmux.size = { cols: 90, rows: 24 };
    await vi.advanceTimersByTimeAsync(250);
    await tmux.say("lost");
    await tmux.answer([""]);
    expect(viewer.seen).toEqual(["opened@0", "resized@4"]);
    tmux.source.close();
  });

  it("[TS6] a capture from before the new size is not shown as the new one", async () => {
    const tmux = new PlayedTmux();
    const [first, second] = [new Watching(), new Watching()];
    tmux.source.want(first, "opened");
    await tmux.answer([""]);
    tmux.source.want(second, "opened");
    await settled();
    tmux.size = { cols: 90, rows: 24 };
    await vi.advanceTimersByTimeAsync(250);
    await tmux.answer([""]);
    await tmux.answer([""]);
    expect([first.columns, second.columns]).toEqual([[80, 90], [90]]);
    tmux.source.close();
  });

  it("[TS6] a viewer whose picture has the old size gets no output for the new one before its bootstrap", async () => {
    const tmux = new PlayedTmux();
    const viewer = new Watching();
    tmux.source.want(viewer, "opened");
    await tmux.answer([""]);
    await vi.advanceTimersByTimeAsync(250);
    // the capture shows the new size before tmux has told it, and another capture is asked for already
    tmux.size = { cols: 90, rows: 24 };
    for (const reason of ["opened", "behind"] as const) {
      tmux.source.want(new Watching(), reason);
      await settled();
    }
    await tmux.answer([""]);
    await tmux.say("lost");
    await tmux.answer([""]);
    expect(viewer.seen).toEqual(["opened@0", "resized@4"]);
    tmux.source.close();
  });

  it("[PF10] an echo waits for no timer", async () => {
    const tmux = new PlayedTmux();
    const viewer = new Watching();
    tmux.source.want(viewer, "opened");
    await tmux.answer([""]);
    await tmux.say("k");
    expect(viewer.seen).toEqual(["opened@0", "0:k"]);
  });

  it("[TS12] a feed that ends is replaced by another", async () => {
    const tmux = new PlayedTmux();
    const viewer = new Watching();
    tmux.source.want(viewer, "opened");
    await tmux.answer([""]);
    await tmux.close();
    expect(viewer.seen).toEqual(["opened@0", "interrupted"]);
    expect(viewer.faults).toMatchObject([{ code: "E_TARGET_UNREACHABLE", message: "the pane's pipe was closed" }]);
    await vi.advanceTimersByTimeAsync(1_000);
    await tmux.answer([""]);
    expect(viewer.seen).toEqual(["opened@0", "interrupted", "reconnected@0"]);
    tmux.pane = null;
    tmux.source.review();
    expect(viewer.seen.at(-1)).toBe("closed");
  });

  it("[DM19] a feed that cannot be opened is reported and tried again", async () => {
    const tmux = new PlayedTmux();
    tmux.isOdd = true;
    const viewer = new Watching();
    tmux.source.want(viewer, "opened");
    await settled();
    expect(viewer.seen).toEqual(["interrupted"]);
    tmux.isOdd = false;
    await vi.advanceTimersByTimeAsync(1_000);
    await tmux.answer([""]);
    expect(viewer.seen).toEqual(["interrupted", "opened@0"]);
  });
});

class Watching implements FeedSubscriber {
  readonly seen: string[] = [];
  readonly columns: number[] = [];
  readonly faults: Fault[] = [];

  bootstrap(reason: string, { offset, facts }: Start): void {
    this.columns.push(facts.cols);
    this.seen.push(`${reason}@${offset}`);
  }

  output(frame: Uint8Array, offset: number): void {
    this.seen.push(`${offset}:${Buffer.from(decodeServerFrame(frame)?.bytes ?? []).toString()}`);
  }

  interrupted(fault: Fault): void {
    this.faults.push(fault);
    this.seen.push("interrupted");
  }

  closed(): void {
    this.seen.push("closed");
  }
}

/** A fake tmux, driven by the test. */
class PlayedTmux {
  pane: ObservedPane | null = { pane_id: "%1", session_id: "$1" } as ObservedPane;
  size = { cols: 80, rows: 24 };
  isOdd = false;
  readonly source: PaneSource;
  private end: PlayedEnd | null = null;
  /** Captures under way, each with the size that tmux had when it was asked. */
  private readonly asked: { settle: (replies: Reply[]) => void; size: Size }[] = [];

  constructor() {
    const control = {
      isOpen: true,
      run: async () => [`1 0 ${this.size.cols} ${this.size.rows}`],
      runList: async (command: string) =>
        command.includes("capture-pane")
          ? new Promise<Reply[]>((settle) => this.asked.push({ settle, size: this.size }))
          : [],
    } as unknown as TmuxControl;
    const make = async () =>
      new PlayedEnd((end) => {
        this.end = end;
      });
    const pipes = { lagMs: 40, canFilter: false, make, isLeftBehind: async () => false, forget() {} };
    const taps = new PaneTaps(pipes, 100);
    taps.observe({ server: { pid: 1 }, panes: new Map() } as unknown as Topology, control);
    this.source = new PaneSource({
      clock: { now: () => 0 } as never,
      scrollback: 100,
      paneId: "%1",
      pane: () => {
        if (this.isOdd) throw new Error("unexpected");
        return this.pane;
      },
      taps,
      control: () => control,
    });
  }

  async say(text: string): Promise<void> {
    this.end?.onBytes(Buffer.from(text));
    await settled();
  }

  async close(): Promise<void> {
    this.end?.onEnd("closed");
    await settled();
  }

  /** Answers the next capture with these rows. */
  async answer(rows: string[]): Promise<void> {
    await settled();
    const { settle, size } = this.asked.shift() ?? { settle: () => {}, size: this.size };
    const [, names = ""] = /'(.*)'/.exec(captureCommand("%1", 0)) ?? [];
    const told: Record<string, string> = {
      pane_id: "%1",
      pane_pid: "1",
      pane_width: String(size.cols),
      pane_height: String(size.rows),
    };
    const facts = names.replaceAll(
      /#\{([^}]*)\}/g,
      (_, name: string) => told[name] ?? (name === "remain-on-exit" ? "off" : "0"),
    );
    const reply = (lines: string[]): Reply => ({ ok: true, lines });
    const capture = [[facts], rows, [], []].map(reply).slice(0, CAPTURE_REPLIES);
    settle([reply([]), reply([]), ...capture, reply([`0 ${size.rows}`]), reply(rows)]);
    await settled();
  }
}

class PlayedEnd implements PipeEnd {
  readonly path = "/fifo";
  readonly command = "cat";
  readonly passesAll = true;
  hasEnded = false;
  onBytes: (bytes: Uint8Array) => void = () => {};
  onEnd: (why: PipeEndReason) => void = () => {};
  private readonly started: (end: PlayedEnd) => void;

  constructor(started: (end: PlayedEnd) => void) {
    this.started = started;
  }

  start(onBytes: (bytes: Uint8Array) => void, onEnd: (why: PipeEndReason) => void): void {
    this.onBytes = onBytes;
    this.onEnd = (why) => {
      this.hasEnded = true;
      onEnd(why);
    };
    this.started(this);
  }

  async drained(): Promise<void> {}

  async close(): Promise<boolean> {
    return false;
  }
}

async function settled(): Promise<void> {
  for (let turns = 0; turns < 5; turns += 1) await new Promise((done) => setImmediate(done));
}
