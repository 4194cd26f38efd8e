import { closeSync, constants, openSync, writeSync } from "node:fs";

/** Prints a line in each of these terminals several times a second, without a process for each. */
export class Printer {
  private readonly terminals: number[];
  private readonly timer: NodeJS.Timeout;
  private turn = 0;

  constructor(terminals: readonly string[], linesPerSecond: number) {
    this.terminals = terminals.map((path) =>
      openSync(path, constants.O_WRONLY | constants.O_NOCTTY | constants.O_NONBLOCK),
    );
    const everyMs = 1_000 / linesPerSecond / SLICES;
    const startedAt = performance.now();
    this.timer = setInterval(() => {
      // on a busy machine timers are late: print what was missed
      while (this.turn * everyMs < performance.now() - startedAt) this.print();
    }, everyMs);
  }

  stop(): void {
    clearInterval(this.timer);
    for (const terminal of this.terminals) closeSync(terminal);
  }

  /** Prints in a tenth of the terminals at a time, as independent programs would. */
  private print(): void {
    this.turn += 1;
    for (let index = this.turn % SLICES; index < this.terminals.length; index += SLICES) {
      const line = `  ${this.turn} passed  src/feature-${index}.test.ts  an ordinary line such as a test runner prints\r\n`;
      writeSync(this.terminals[index] as number, line);
    }
  }
}

const SLICES = 10;
