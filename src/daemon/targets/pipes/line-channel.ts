import type { RunningProgram } from "../executor/executor.ts";
import { PLAIN_PATH, readNamedLine, startListening } from "./listen-script.ts";

const MAX_LINE = 64 * 1024;
/** Content of the last line that a pipe writes. No filter passes such a line. */
const ENDED = "agtmux-pipe-ended";
const READY = new RegExp(`^(${PLAIN_PATH}) (grep|sed -[ul]|none)$`);
const NAMED = /^(%\d+\.\d+):/;

/** The program that filters lines on that machine and flushes each. */
type Filter = "grep" | "sed -u" | "sed -l" | "none";

export interface LineListener {
  line(line: Buffer): void;
  /** The pipe has ended: it was closed or replaced, its filter died, or the channel is gone. */
  ended(): void;
}

/**
 * One channel to another machine that carries the lines of many panes. Each pane's pipe runs a filter there, which
 * writes the lines that may hold a marker into one FIFO, each with the name of its pipe.
 */
export class LineChannel {
  /** Resolves when panes can write to it. */
  readonly ready: Promise<void>;
  private readonly program: RunningProgram;
  private readonly listeners = new Map<string, LineListener>();
  private held: Uint8Array = Buffer.alloc(0);
  private fifo = "";
  private filter: Filter = "none";
  private pipes = 0;
  private ended = false;

  constructor(start: (script: string) => RunningProgram) {
    this.program = startListening(start, "lines");
    this.ready = readNamedLine(this.program, READY).then(([, fifo = "", filter = "none"]) => {
      this.fifo = fifo;
      this.filter = filter as Filter;
      this.program.stdout.on("data", (chunk: Uint8Array) => this.hear(chunk));
      this.program.stdout.resume();
    });
    this.ready.catch(() => undefined);
    this.program.once("close", () => this.end());
    this.program.once("error", () => this.end());
  }

  get isOpen(): boolean {
    return !this.ended;
  }

  /** Whether there is a grep or sed that flushes each line. */
  get canFilter(): boolean {
    return this.filter !== "none";
  }

  /** A new pipe for that pane, under a unique name: its path there, and the shell command that it runs. */
  open(paneId: string, listener: LineListener): { path: string; command: string; close(): void } {
    this.pipes += 1;
    const name = `${paneId}.${this.pipes}`;
    this.listeners.set(name, listener);
    const close = () => void this.listeners.delete(name);
    return { path: `${this.fifo}:${name}`, command: filterCommand(this.fifo, this.filter, name), close };
  }

  close(): void {
    this.program.stdin.end();
  }

  private hear(chunk: Uint8Array): void {
    const all = this.held.length === 0 ? chunk : Buffer.concat([this.held, chunk]);
    let from = 0;
    for (let end = all.indexOf(10); end >= 0; end = all.indexOf(10, from)) {
      this.take(Buffer.from(all.subarray(from, end + 1)));
      from = end + 1;
    }
    // an endless line holds no marker
    this.held = all.length - from > MAX_LINE ? Buffer.alloc(0) : Buffer.from(all.subarray(from));
  }

  private take(line: Buffer): void {
    const [prefix, name = ""] = NAMED.exec(line.subarray(0, 24).toString("latin1")) ?? [];
    if (prefix === undefined) return;
    const said = line.subarray(prefix.length);
    if (said.toString("latin1") === `${ENDED}\n`) this.listeners.get(name)?.ended();
    else this.listeners.get(name)?.line(said);
  }

  private end(): void {
    if (this.ended) return;
    this.ended = true;
    for (const listener of [...this.listeners.values()]) listener.ended();
  }
}

/**
 * Patterns for lines that name the protocol, that hold an agent's OSC messages, or that switch between the two screens.
 */
const WANTED = ["schmux", "]7501;", "]777;", "]9;", "\\[?1049[hl]", "\\[?1047[hl]", "\\[?47[hl]"];

function filterCommand(fifo: string, filter: Filter, name: string): string {
  const pick = filter === "grep" ? grepCommand(name) : sedCommand(filter, name);
  // sed does not end a last line that has no end
  const end = `printf '\\n%s\\n' '${name}:${ENDED}'`;
  // the filter would keep output without line ends whole: then it dies, and the pane is captured instead
  return `[ -p ${fifo} ] && { ulimit -v 100000 2>/dev/null; ${pick}; ${end}; } > ${fifo}`;
}

/**
 * The first line may be the rest of an earlier one and always passes. A subshell reads it, since it may run out of
 * memory.
 */
function grepCommand(name: string): string {
  const first = `( IFS= read -r line; printf '%s:%s\\n' '${name}' "$line" )`;
  const words = WANTED.map((each) => `-e '${each}'`).join(" ");
  return `${first}; LC_ALL=C grep -a -H --label='${name}' --line-buffered ${words}`;
}

/** A sed that flushes each line reads a byte at a time: tmux buffers what a pane prints faster than 2 MB/s. */
function sedCommand(sed: string, name: string): string {
  const script = ["1bp", ...WANTED.map((each) => `/${each}/bp`), "d", ":p", `s/^/${name}:/`];
  return `LC_ALL=C ${sed} ${script.map((each) => `-e '${each}'`).join(" ")}`;
}
