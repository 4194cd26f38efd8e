import { type ChildProcessWithoutNullStreams, spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import { EventEmitter } from "node:events";
import { PassThrough } from "node:stream";
import { finished } from "node:stream/promises";
import { Fault } from "../../../core/protocol/base/fault.ts";
import {
  describeNoise,
  type ShellNoise,
  StartFinder,
  type StartMark,
  withStartMark,
} from "../../../core/ssh/shell-start.ts";
import type { RunningProgram } from "../executor/executor.ts";
import { withStreams } from "../executor/local-executor.ts";
import { sshEnvironment } from "./ssh-master.ts";

/** Output and duration of the login shell before our program ran. */
export interface ShellStart {
  stdout: ShellNoise;
  stderr: ShellNoise;
  tookMs: number;
}

/** rc files may be slow; this limit is for those that never end. */
const LONGEST_START_MS = 30_000;
/**
 * Interval for sending the command line again: an rc file that waits for input gets a line, and a shell that was
 * started instead of ours gets the command.
 */
const NUDGE_MS = 3_000;
const MAX_NOISE = 4 * 1024 * 1024;
const MAX_COMPLAINT = 8_000;
/** On standard error while our program runs: reading it costs time, and no program of ours prints as much. */
const MAX_ERRORS = 16 * 1024 * 1024;
const SSH_FAILED = 255;

/**
 * A program over an ssh connection. Its streams start after the login shell's own output. Emits "flood" with a Fault
 * when it is ended because it writes too much to standard error.
 */
export class SshChannel extends EventEmitter implements RunningProgram {
  readonly stdin = new PassThrough();
  readonly stdout = new PassThrough();
  readonly stderr = new PassThrough();
  /** Resolves when the program runs, or with a Fault if the login shell never ran it. */
  readonly begun: Promise<ShellStart | Fault>;
  private readonly host: string;
  private readonly child: ChildProcessWithoutNullStreams;
  private readonly mark: StartMark = [randomBytes(12).toString("hex"), randomBytes(12).toString("hex")];
  private readonly finders = { stdout: new StartFinder(this.mark), stderr: new StartFinder(this.mark) };
  private readonly startedAt = performance.now();
  flood: Fault | null = null;
  private errorBytes = 0;
  private settleStart: (start: ShellStart | Fault) => void = () => {};
  private phase: "starting" | "running" | "failed" = "starting";
  /** Standard error before the start mark; without a mark it may be ssh's own error message. */
  private complaint = "";
  private readonly nudge: NodeJS.Timeout;
  private readonly late: NodeJS.Timeout;

  /** `argumentsFor` builds ssh's arguments for a remote command; the last one is the line that the login shell gets. */
  constructor(host: string, argv: readonly string[], argumentsFor: (command: readonly string[]) => string[]) {
    super();
    this.host = host;
    const args = argumentsFor(withStartMark(argv, this.mark));
    // in its own session, as the master is
    this.child = withStreams(spawn("ssh", args, { env: sshEnvironment(), stdio: "pipe", detached: true }));
    this.begun = new Promise((resolve) => {
      this.settleStart = resolve;
    });
    for (const stream of [this.stdin, this.stdout, this.stderr, this.child.stdin]) stream.on("error", () => undefined);
    this.child.stdin.on("error", (error) => this.stdin.destroy(error));
    this.nudge = setInterval(() => this.child.stdin.write(`${args.at(-1)}\n`), NUDGE_MS);
    this.late = setTimeout(
      () => this.fail(`did not come to our command within ${seconds(LONGEST_START_MS)}`),
      LONGEST_START_MS,
    );
    this.carry("stdout");
    this.carry("stderr");
    this.on("error", () => undefined);
    this.child.once("error", (error) => {
      this.fail(`was not asked: ${error.message}`);
      this.emit("error", error);
    });
    this.child.once("exit", (code, signal) => {
      // the master holds the same pipes, and would keep them open as long as the host is silent
      if (signal !== null) for (const pipe of [this.child.stdout, this.child.stderr]) pipe.destroy();
      this.emit("exit", code, signal);
    });
    this.child.once("close", (code, signal) => void this.end(code, signal));
  }

  get exitCode(): number | null {
    return this.child.exitCode;
  }

  get signalCode(): NodeJS.Signals | null {
    return this.child.signalCode;
  }

  get killed(): boolean {
    return this.child.killed;
  }

  kill(signal?: NodeJS.Signals): boolean {
    return this.child.kill(signal);
  }

  private carry(name: "stdout" | "stderr"): void {
    const from = this.child[name];
    const to = this[name];
    const finder = this.finders[name];
    const look = (chunk: Buffer) => {
      if (name === "stderr") this.complaint = (this.complaint + chunk.toString()).slice(-MAX_COMPLAINT);
      const rest = finder.feed(chunk);
      if (rest === null) {
        if (finder.noise.bytes > MAX_NOISE) this.fail("prints without end before our command", "E_TARGET_FLOOD");
        return;
      }
      from.off("data", look);
      to.write(rest);
      from.pipe(to, { end: false });
      if (name === "stderr") from.on("data", (more: Buffer) => this.countErrors(more.length));
      if (name === "stdout") this.begin();
    };
    from.on("data", look);
    // when our stream is closed, the channel's is not needed
    to.once("close", () => from.destroy());
  }

  private countErrors(bytes: number): void {
    this.errorBytes += bytes;
    if (this.errorBytes <= MAX_ERRORS || this.flood !== null) return;
    const { host } = this;
    const words = `a program on ${host} wrote more than ${MAX_ERRORS / 1024 / 1024} MB to standard error`;
    this.flood = new Fault("E_TARGET_FLOOD", words, { host });
    this.child.kill("SIGKILL");
    this.emit("flood", this.flood);
  }

  private begin(): void {
    if (this.phase !== "starting") return;
    this.phase = "running";
    this.stopWaiting();
    this.child.stdin.write(`${this.mark.join("")}\n`);
    this.stdin.pipe(this.child.stdin);
    const { stdout, stderr } = this.finders;
    this.settleStart({ stdout: stdout.noise, stderr: stderr.noise, tookMs: performance.now() - this.startedAt });
  }

  private fail(did: string, code: "E_TARGET_UNUSABLE" | "E_TARGET_FLOOD" = "E_TARGET_UNUSABLE"): void {
    if (this.phase !== "starting") return;
    this.phase = "failed";
    this.stopWaiting();
    const { host } = this;
    const [out, err] = [describeNoise(this.finders.stdout.noise), describeNoise(this.finders.stderr.noise)];
    const words = `${host} cannot be used: its login shell ${did}. It printed ${out}; and on standard error ${err}`;
    this.stderr.write(`${words}\n`);
    this.settleStart(new Fault(code, words, { host }));
    this.child.kill("SIGKILL");
  }

  private async end(code: number | null, signal: NodeJS.Signals | null): Promise<void> {
    if (this.phase === "starting") {
      this.stderr.write(this.complaint);
      if (code === SSH_FAILED || code === null) {
        this.phase = "failed";
        this.stopWaiting();
        const words = `the channel to ${this.host} was closed before anything ran`;
        this.settleStart(new Fault("E_TARGET_UNREACHABLE", words, { host: this.host }));
      } else this.fail(`ended with code ${code} before our command ran`);
    }
    await Promise.all(
      [this.stdout, this.stderr].map((stream) => {
        stream.end();
        // drain an unread stream, else it never finishes
        if (stream.readableFlowing === null) stream.resume();
        return finished(stream).catch(() => undefined);
      }),
    );
    this.emit("close", code, signal);
  }

  private stopWaiting(): void {
    clearInterval(this.nudge);
    clearTimeout(this.late);
  }
}

function seconds(ms: number): string {
  return `${ms / 1000} s`;
}
