import type { ChildProcessWithoutNullStreams } from "node:child_process";
import { EventEmitter } from "node:events";
import { PassThrough } from "node:stream";
import { describe, expect, it, vi } from "vitest";
import { decodeTold } from "../../core/protocol/terminal-frames.ts";
import { captureCommand } from "../../core/terminal/screen-capture.ts";
import type { TmuxControl } from "../targets/tmux-control.ts";
import { TmuxDoor } from "../targets/tmux-door.ts";
import type { ObservedPane } from "../targets/topology.ts";
import { type Onlooker, PaneSource } from "./pane-source.ts";

describe("one source for all who look at a pane", () => {
  it("[TS1] what comes before the answer is in the bootstrap, what comes after it is output with its number", async () => {
    const tmux = new PlayedTmux();
    const viewer = new Watching();
    tmux.source.want(viewer, "opened");
    await tmux.attached();
    tmux.say("%output %1 before");
    await tmux.answer(["before"]);
    tmux.say("%output %1 after\\033[3");
    await settled();
    tmux.say("%output %1 1mred");
    await settled();
    expect(viewer.seen).toEqual(["opened@6", "6:after", "11:\x1b[31mred"]);
  });

  it("[TS1] where another pane prints meanwhile, the answer is not trusted, and that pane paused", async () => {
    const tmux = new PlayedTmux();
    const viewer = new Watching();
    tmux.source.want(viewer, "opened");
    await tmux.attached();
    tmux.say("%output %2 noise");
    await tmux.answer(["too late"]);
    expect(viewer.seen).toEqual([]);
    expect(tmux.lines[0]).toBe("refresh-client -A '%2:pause'");
    await tmux.answer(["sure"]);
    expect(viewer.seen).toEqual(["opened@0"]);
  });

  it("[TS2] who was left out gets nothing, then a bootstrap; the others go on", async () => {
    const tmux = new PlayedTmux();
    const [slow, fast] = [new Watching(), new Watching()];
    for (const viewer of [slow, fast]) tmux.source.want(viewer, "opened");
    await tmux.attached();
    await tmux.answer([""]);
    tmux.source.leaveOut(slow);
    tmux.say("%output %1 \\033[0mone");
    await settled();
    tmux.source.want(slow, "behind");
    await settled();
    tmux.say("%output %1 two");
    await tmux.answer(["onetwo"]);
    tmux.say("%output %1 three");
    await settled();
    expect(slow.seen).toEqual(["opened@0", "behind@10", "10:three"]);
    expect(fast.seen).toEqual(["opened@0", "0:\x1b[0mone", "7:two", "10:three"]);
  });

  it("[TS6] a new size is a new bootstrap for everybody", async () => {
    const tmux = new PlayedTmux();
    const viewer = new Watching();
    tmux.source.want(viewer, "opened");
    await tmux.attached();
    await tmux.answer([""]);
    tmux.say("%layout-change @1 aaaa,80x24,0,0,1 aaaa,80x24,0,0,1 *");
    tmux.say("%layout-change @1 aaaa,90x24,0,0,1 aaaa,90x24,0,0,1 *");
    tmux.say("%output %1 lost");
    await settled();
    await tmux.answer([""], { cols: 90 });
    expect(viewer.seen).toEqual(["opened@0", "resized@4"]);
  });

  it("[PF10] an echo waits for no timer", async () => {
    vi.useFakeTimers({ toFake: ["setTimeout"] });
    try {
      const tmux = new PlayedTmux();
      const viewer = new Watching();
      tmux.source.want(viewer, "opened");
      await tmux.attached();
      await tmux.answer([""]);
      tmux.say("%output %1 k");
      await settled();
      expect(viewer.seen).toEqual(["opened@0", "0:k"]);
    } finally {
      vi.useRealTimers();
    }
  });

  it("[TS12] a way that ends is told, and another one taken", async () => {
    vi.useFakeTimers({ toFake: ["setTimeout"] });
    try {
      const tmux = new PlayedTmux();
      const viewer = new Watching();
      tmux.source.want(viewer, "opened");
      await tmux.attached();
      await tmux.answer([""]);
      tmux.end();
      await settled();
      expect(viewer.seen).toEqual(["opened@0", "interrupted"]);
      await vi.advanceTimersByTimeAsync(1_000);
      await tmux.attached();
      await tmux.answer([""]);
      expect(viewer.seen).toEqual(["opened@0", "interrupted", "reconnected@0"]);
      tmux.pane = null;
      tmux.source.review();
      expect(viewer.seen.at(-1)).toBe("closed");
    } finally {
      vi.useRealTimers();
    }
  });

  it("[DM19] a way that cannot be opened, for whatever reason, is told and tried again", async () => {
    vi.useFakeTimers({ toFake: ["setTimeout"] });
    try {
      const tmux = new PlayedTmux();
      tmux.isOdd = true;
      const viewer = new Watching();
      tmux.source.want(viewer, "opened");
      await settled();
      expect(viewer.seen).toEqual(["interrupted"]);
      tmux.isOdd = false;
      await vi.advanceTimersByTimeAsync(1_000);
      await tmux.attached();
      await tmux.answer([""]);
      expect(viewer.seen).toEqual(["interrupted", "opened@0"]);
    } finally {
      vi.useRealTimers();
    }
  });
});

class Watching implements Onlooker {
  readonly seen: string[] = [];

  bootstrap(reason: string, { offset }: { offset: number }): void {
    this.seen.push(`${reason}@${offset}`);
  }

  output(frame: Uint8Array, offset: number): void {
    this.seen.push(`${offset}:${Buffer.from(decodeTold(frame)?.bytes ?? []).toString()}`);
  }

  interrupted(): void {
    this.seen.push("interrupted");
  }

  closed(): void {
    this.seen.push("closed");
  }
}

/** tmux's side of the conversation, played by the test. */
class PlayedTmux {
  lines: string[] = [];
  pane: ObservedPane | null = { pane_id: "%1", session_id: "$1" } as ObservedPane;
  isOdd = false;
  readonly source: PaneSource;
  private process = played();
  private answered = 0;

  constructor() {
    const startTmux = () => {
      this.process = played();
      this.lines = [];
      this.process.stdin.on("data", (chunk: Buffer) => this.lines.push(...chunk.toString().trimEnd().split("\n")));
      return this.process as unknown as ChildProcessWithoutNullStreams;
    };
    this.source = new PaneSource({
      machine: { startTmux, door: () => new TmuxDoor() },
      socketName: "",
      heartbeatMs: 60_000,
      clock: { now: () => 0 } as never,
      scrollback: 100,
      paneId: "%1",
      pane: () => this.pane,
      taps: null,
      neighbours: () => {
        if (this.isOdd) throw new Error("unexpected");
        return [];
      },
      control: () => ({ run: async () => ["off"] }) as unknown as TmuxControl,
    });
  }

  async attached(): Promise<void> {
    await settled();
    this.say("%session-changed $1 work");
    await settled();
  }

  say(line: string): void {
    this.process.stdout.emit("data", Buffer.from(`${line}\n`));
  }

  end(): void {
    this.process.emit("close");
  }

  /** Whatever is asked before it, then a capture, with the closing word. */
  async answer(rows: string[], { cols = 80 } = {}): Promise<void> {
    const asked = this.lines.splice(0, this.lines.findIndex((line) => line.includes("agtmux-end")) + 1);
    const isCapture = (line: string) => line.includes("capture-pane");
    for (const line of asked.slice(0, asked.findIndex(isCapture))) if (!line.startsWith("display")) this.reply([]);
    const [, names = ""] = /'(.*)'/.exec(captureCommand("%1", 0)) ?? [];
    const told: Record<string, string> = { pane_id: "%1", pane_width: String(cols), pane_height: "24" };
    const facts = names.replaceAll(
      /#\{([^}]*)\}/g,
      (_, name: string) => told[name] ?? (name === "remain-on-exit" ? "off" : "0"),
    );
    this.reply([facts]);
    this.reply(rows);
    this.reply([]);
    this.reply([]);
    this.reply([asked.at(-1)?.split(" ").at(-1) ?? ""]);
    await settled();
  }

  private reply(rows: string[]): void {
    this.answered += 1;
    for (const line of [`%begin 1 ${this.answered} 1`, ...rows, `%end 1 ${this.answered} 1`]) this.say(line);
  }
}

function played() {
  return Object.assign(new EventEmitter(), {
    stdin: new PassThrough(),
    stdout: new PassThrough(),
    stderr: new PassThrough(),
    kill: () => true,
  });
}

async function settled(): Promise<void> {
  for (let turns = 0; turns < 5; turns += 1) await new Promise((done) => setImmediate(done));
}
