import type { ChildProcessWithoutNullStreams } from "node:child_process";
import { EventEmitter } from "node:events";
import { PassThrough } from "node:stream";
import { afterEach, expect, it, vi } from "vitest";
import { TmuxDoor } from "../targets/tmux-door.ts";
import type { ObservedPane } from "../targets/topology.ts";
import { OutputClient } from "./output-client.ts";

const PANE = { pane_id: "%1", session_id: "$1" } as ObservedPane;

afterEach(() => {
  vi.useRealTimers();
});

it("[SR16] what was printed before the screen was captured does not come a second time", async () => {
  const tmux = new StubClient();
  const opening = tmux.client.open(PANE, 200);
  await tmux.entered();
  tmux.say("%output %1 in the capture\\012");
  // where other panes print as well, tmux answers after what was printed after the capture
  await tmux.answerLook(["in the capture"], () => tmux.say("%output %1 early\\012"));
  const result = await opening;
  if (result.status !== "open") throw new Error(result.status);
  expect(result.start).toEqual({ rows: ["in the capture"], height: 40, alternate: false });
  const heard: string[] = [];
  result.output.onData((bytes) => heard.push(Buffer.from(bytes).toString()));
  tmux.say("%output %1 late\\012");
  expect(heard).toEqual(["early\n", "late\n"]);
  await result.output.close(null);
  expect(tmux.client.isAlive).toBe(false);
});

it("[TX10] a pane that nobody listens to is paused at its first word, once", async () => {
  const tmux = await opened();
  for (const word of ["one", "two", "three"]) tmux.say(`%output %2 ${word}`);
  expect(tmux.written().filter((line) => line.includes("%2"))).toEqual(["refresh-client -A '%2:pause'"]);
});

it("[TX10] a client through which nothing comes any more is given up, and whoever listened is told", async () => {
  vi.useFakeTimers();
  const tmux = await opened();
  let ended = 0;
  tmux.result.output.onEnd?.(() => {
    ended += 1;
  });
  await vi.advanceTimersByTimeAsync(900);
  expect(tmux.client.isAlive).toBe(true);
  await vi.advanceTimersByTimeAsync(1_500);
  expect({ alive: tmux.client.isAlive, ended }).toEqual({ alive: false, ended: 1 });
});

it("[SR13] a client that is taken to another session carries its panes no longer", async () => {
  const tmux = await opened();
  expect(tmux.result.output.isOpen(PANE, null as never)).toBe(true);
  expect(tmux.result.output.isOpen({ ...PANE, session_id: "$2" }, null as never)).toBe(false);
  tmux.say("%session-changed $2 other");
  expect(tmux.result.output.isOpen(PANE, null as never)).toBe(false);
});

async function opened() {
  const tmux = new StubClient();
  const opening = tmux.client.open(PANE, 200);
  await tmux.entered();
  await tmux.answerLook([]);
  const result = await opening;
  if (result.status !== "open") throw new Error(result.status);
  return Object.assign(tmux, { result });
}

/** The process of a control client, played by the test. */
class StubClient {
  private readonly process = Object.assign(new EventEmitter(), {
    stdin: new PassThrough(),
    stdout: new PassThrough(),
    stderr: new PassThrough(),
    kill: () => true,
  });
  private readonly lines: string[] = [];
  private answered = 0;
  readonly client: OutputClient;

  constructor() {
    this.process.stdin.on("data", (chunk: Buffer) => this.lines.push(...chunk.toString().trimEnd().split("\n")));
    const child = this.process as unknown as ChildProcessWithoutNullStreams;
    this.client = new OutputClient(
      { machine: { startTmux: () => child, door: () => new TmuxDoor() }, socketName: "", heartbeatMs: 1_000 },
      "$1",
    );
  }

  /** The door lets it in some promises later. */
  async entered(): Promise<void> {
    await vi.waitFor(() => expect(this.process.listenerCount("close")).toBeGreaterThan(1));
    this.say("%session-changed $1 work");
  }

  say(line: string): void {
    this.process.stdout.emit("data", Buffer.from(`${line}\n`));
  }

  written(): string[] {
    return this.lines;
  }

  /** Does as it is told: pause and the closing word; continue, the facts, the capture, the closing word. */
  async answerLook(rows: string[], between: () => void = () => {}): Promise<void> {
    const closing = this.lines.at(-1)?.split(" ").at(-1) ?? "";
    this.reply(["%pause %1"]);
    this.reply([closing]);
    await vi.waitFor(() => expect(this.lines.at(-2)).toContain("capture-pane"));
    between();
    this.reply(["%continue %1"]);
    this.reply(["0 40"]);
    this.reply(rows);
    this.reply([closing]);
  }

  private reply(rows: string[]): void {
    this.answered += 1;
    for (const line of [`%begin 1 ${this.answered} 1`, ...rows, `%end 1 ${this.answered} 1`]) this.say(line);
  }
}
