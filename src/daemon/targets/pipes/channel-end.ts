import { once } from "node:events";
import { setTimeout as sleep } from "node:timers/promises";
import type { RunningProgram } from "../executor/executor.ts";
import type { PipeEnd, PipeEndReason } from "../machine/pipe-end.ts";
import type { FloodGauge } from "./flood-gauge.ts";
import { PLAIN_PATH, readNamedLine, startListening } from "./listen-script.ts";

const READY = new RegExp(`^(${PLAIN_PATH})$`);

/** A pipe of a pane on another machine that passes all output, over its own channel. */
export class ChannelEnd implements PipeEnd {
  readonly path: string;
  readonly command: string;
  readonly passesAll = true;
  private readonly program: RunningProgram;
  private readonly gauge: FloodGauge;
  private hasWriter = false;
  private isClosing = false;
  private isFlooded = false;
  /** Output that still arrives was already read from the pane. */
  private isOver = false;
  private ended = false;

  static async make(start: (script: string) => RunningProgram, gauge: FloodGauge): Promise<ChannelEnd> {
    const program = startListening(start, "all");
    const [, path = ""] = await readNamedLine(program, READY);
    return new ChannelEnd(program, path, gauge);
  }

  private constructor(program: RunningProgram, path: string, gauge: FloodGauge) {
    this.program = program;
    this.path = path;
    this.gauge = gauge;
    // the empty line says that there is a writer; `:` keeps the shell, whose command line identifies our pipe
    this.command = `[ -p ${path} ] && { echo; cat; :; } > ${path}`;
    const end = () => {
      this.ended = true;
    };
    program.once("close", end);
    program.once("error", end);
  }

  get hasEnded(): boolean {
    return this.ended;
  }

  start(onBytes: (bytes: Uint8Array) => void, onEnd: (why: PipeEndReason) => void): void {
    this.gauge.goOn(performance.now());
    this.program.stdout.on("data", (bytes: Uint8Array) => {
      const printed = this.hasWriter ? bytes : bytes.subarray(1);
      this.hasWriter = true;
      if (this.isOver || this.isFlooded || printed.length === 0) return;
      onBytes(printed);
      const isTooMuch = this.gauge.add(printed.length, performance.now());
      if (this.isClosing || !isTooMuch) return;
      this.isFlooded = true;
      this.ended = true;
      this.program.stdin.end();
      onEnd("flooded");
    });
    // it was paused when its first line was read
    this.program.stdout.resume();
    const end = () => this.isClosing || this.isFlooded || onEnd("closed");
    if (this.program.exitCode !== null || this.program.signalCode !== null) end();
    else this.program.once("close", end);
  }

  async drained(patienceMs: number): Promise<void> {
    this.isClosing = true;
    if (this.ended) return;
    await Promise.race([once(this.program, "close"), sleep(patienceMs, undefined, { ref: false })]);
    this.isOver = true;
    this.program.stdin.end();
    this.gauge.hold(performance.now());
  }

  async close(): Promise<boolean> {
    const isFed = !this.ended;
    this.isClosing = true;
    this.program.stdout.resume();
    this.program.stdin.end();
    return isFed;
  }
}
