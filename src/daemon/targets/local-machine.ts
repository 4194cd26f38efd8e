import { homedir } from "node:os";
import { dirname } from "node:path";
import type { ProcessFacts } from "../../core/agents/process-facts.ts";
import { Fault } from "../../core/protocol/fault.ts";
import { shellAssignments } from "../../core/provision/shell-words.ts";
import type { Clock } from "../clock.ts";
import type { WorkReport } from "../failures.ts";
import type { Home } from "../home.ts";
import type { Log } from "../log.ts";
import type { Problems } from "../problems.ts";
import { DirectoryWatches } from "../sources/directory-watches.ts";
import { LocalFiles } from "../sources/local-files.ts";
import { LocalLines } from "../sources/local-lines.ts";
import { LocalSignals } from "../sources/local-signals.ts";
import { LocalSpool } from "../sources/local-spool.ts";
import { takeSpoolLock } from "../watcher/spool-lock.ts";
import type { Ran, RunningProgram, RunOptions } from "./executor.ts";
import { LocalClients } from "./local-clients.ts";
import { LocalExecutor } from "./local-executor.ts";
import { readLocalProcesses } from "./local-processes.ts";
import type { Machine, MachineFacts } from "./machine.ts";
import { bootId, processStart } from "./processes.ts";
import { type TmuxDoor, TmuxDoors } from "./tmux-door.ts";

export interface LocalMachineDeps {
  home: Home;
  squadDir: string;
  daemonId: string;
  /** How often its files are looked at. */
  scanMs: number;
  problems: Problems;
  failures: WorkReport;
  clock: Clock;
  log: Log;
}

/** This machine. */
export class LocalMachine implements Machine {
  readonly carrier = "local";
  facts: MachineFacts | null = null;
  readonly spool: LocalSpool;
  readonly files: LocalFiles;
  readonly lines: LocalLines;
  readonly signals: LocalSignals;
  private readonly executor = new LocalExecutor();
  private readonly doors = new TmuxDoors();
  private readonly clients: LocalClients;
  private readonly deps: LocalMachineDeps;
  private lock: { release(): void } | null = null;

  constructor(deps: LocalMachineDeps) {
    this.deps = deps;
    this.clients = new LocalClients(deps.home.clients);
    const watches = new DirectoryWatches(deps);
    this.spool = new LocalSpool(deps.home.spool, watches, deps.log, () => this.lock !== null);
    this.files = new LocalFiles(watches);
    this.lines = new LocalLines(watches);
    this.signals = new LocalSignals(deps.squadDir, watches, deps.log);
  }

  async connect(signal: AbortSignal): Promise<MachineFacts> {
    this.claimSpool();
    const { stdout } = await this.runTmux(["-V"], { signal });
    this.facts = { boot: bootId(), tmuxVersion: stdout.trim(), userHome: homedir() };
    return this.facts;
  }

  async runTmux(args: readonly string[], options?: RunOptions): Promise<Ran> {
    try {
      return await this.executor.run(["tmux", ...args], options);
    } catch (cause) {
      if ((cause as NodeJS.ErrnoException).code !== "ENOENT") throw cause;
      throw new Fault(
        "E_TMUX_MISSING",
        "tmux is not installed: install it with your system's packages (apt-get install tmux, brew install tmux)",
      );
    }
  }

  door(socketName: string): TmuxDoor {
    return this.doors.of(socketName);
  }

  startTmux(args: readonly string[]): RunningProgram {
    const client = this.executor.start(["tmux", ...args]);
    this.clients.note(client);
    return client;
  }

  runScript(script: string, options: Omit<RunOptions, "input"> = {}): Promise<Ran> {
    const input = shellAssignments({ tmux: "tmux", home: this.deps.home.dir }) + script;
    return this.executor.run(["sh", "-s"], { ...options, input });
  }

  processes(roots: readonly number[]): Promise<ProcessFacts[]> {
    return readLocalProcesses(roots, this.deps.clock.now());
  }

  /** Our time goes on when the system's clock is set, by which files are dated. */
  clockOffset(): number {
    return this.deps.clock.offset?.() ?? 0;
  }

  async lend(): Promise<void> {}

  heed(): void {}

  async reclaim(): Promise<void> {}

  async close(): Promise<void> {
    this.spool.stop();
    this.files.stop();
    this.lines.stop();
    this.signals.stop();
    this.lock?.release();
  }

  /** A daemon on another machine may be reading this spool over ssh: two readers would each get half of it. */
  private claimSpool(): void {
    if (this.lock !== null) return;
    const { home, daemonId, clock } = this.deps;
    const startOf = (pid: number) => processStart(pid, clock.now())?.start ?? null;
    const taken = takeSpoolLock(dirname(home.spool.new), daemonId, { pid: process.pid, startOf });
    if (taken.ok) {
      this.lock = taken;
      return;
    }
    const { daemon, pid } = taken.owner;
    const words = `the signals of this machine are read by another daemon (${daemon}, pid ${pid}): remove this machine from the targets there, or use it from there`;
    throw new Fault("E_TARGET_WATCHED", words, { owner: daemon });
  }
}
