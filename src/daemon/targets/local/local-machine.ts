import { connect, type Socket } from "node:net";
import { homedir } from "node:os";
import { dirname } from "node:path";
import type { ProcessFacts } from "../../../core/adapter/process-facts.ts";
import { Fault } from "../../../core/protocol/base/fault.ts";
import { shellAssignments } from "../../../core/provision/shell-words.ts";
import type { Clock } from "../../base/clock.ts";
import type { WorkReport } from "../../base/failures.ts";
import type { Home } from "../../base/home.ts";
import type { Log } from "../../base/log.ts";
import type { Problems } from "../../base/problems.ts";
import { closeDesk, openDesk } from "../../decisions/desk.ts";
import { DirectoryWatches } from "../carriers/directory-watches.ts";
import { LocalFiles } from "../carriers/local-files.ts";
import { LocalLines } from "../carriers/local-lines.ts";
import { LocalSignals } from "../carriers/local-signals.ts";
import { LocalSpool } from "../carriers/local-spool.ts";
import type { Ran, RunningProgram, RunOptions } from "../executor/executor.ts";
import { LocalExecutor } from "../executor/local-executor.ts";
import type { Machine, MachineFacts } from "../machine/machine.ts";
import { SharedFiles } from "../machine/shared-files.ts";
import { LocalPipes } from "../pipes/local-pipes.ts";
import { readLocalProcesses, readStopped } from "../processes/local-processes.ts";
import { bootId, processStart } from "../processes/processes.ts";
import { takeSpoolLock } from "../watcher/spool-lock.ts";
import { LocalClients } from "./local-clients.ts";

export interface LocalMachineDeps {
  home: Home;
  squadDir: string;
  daemonId: string;
  /** Interval between file scans in milliseconds. */
  scanMs: number;
  problems: Problems;
  failures: WorkReport;
  clock: Clock;
  log: Log;
}

export class LocalMachine implements Machine {
  readonly carrier = "local";
  facts: MachineFacts | null = null;
  readonly spool: LocalSpool;
  readonly files: LocalFiles;
  readonly sharedFiles: SharedFiles;
  readonly lines: LocalLines;
  readonly signals: LocalSignals;
  private readonly executor = new LocalExecutor();
  private readonly clients: LocalClients;
  private readonly deps: LocalMachineDeps;
  private lock: { release(): void } | null = null;

  constructor(deps: LocalMachineDeps) {
    this.deps = deps;
    this.clients = new LocalClients(deps.home.clients);
    const watches = new DirectoryWatches(deps);
    this.spool = new LocalSpool(deps.home.spool, watches, deps.log, () => this.lock !== null);
    this.files = new LocalFiles(watches);
    this.sharedFiles = new SharedFiles(this.files);
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

  pipes(): LocalPipes {
    return new LocalPipes(this.deps.home.pipes);
  }

  startTmux(args: readonly string[]): RunningProgram {
    const client = this.executor.start(["tmux", ...args]);
    this.clients.note(client);
    return client;
  }

  runScript(script: string, options: Omit<RunOptions, "input"> = {}): Promise<Ran> {
    const input = shellAssignments({ tmux: "tmux", home: this.deps.home.dir }) + script;
    return this.executor.runGroup(["sh", "-s"], { ...options, input });
  }

  async openSocket(path: string): Promise<Socket> {
    return connect(path);
  }

  processes(roots: readonly number[]): Promise<ProcessFacts[]> {
    return readLocalProcesses(roots, this.deps.clock.now());
  }

  stopped(pids: readonly number[]): Promise<ReadonlySet<number>> {
    return readStopped(pids);
  }

  /** Files carry the system clock's time; ours continues when that clock is set. */
  clockOffset(): number {
    return this.deps.clock.offset?.() ?? 0;
  }

  async attachControl(): Promise<void> {}

  handle(): void {}

  async detachControl(): Promise<void> {}

  async close(): Promise<void> {
    this.spool.stop();
    this.files.stop();
    this.lines.stop();
    this.signals.stop();
    if (this.lock !== null) closeDesk(this.deps.home.decide);
    this.lock?.release();
  }

  /** A daemon on another machine may read this spool over ssh; two readers would each get half of it. */
  private claimSpool(): void {
    if (this.lock !== null) return;
    const { home, daemonId, clock } = this.deps;
    const startOf = (pid: number) => processStart(pid, clock.now())?.start ?? null;
    const taken = takeSpoolLock(dirname(home.spool.new), daemonId, { pid: process.pid, startOf });
    if (taken.ok) {
      this.lock = taken;
      openDesk(home.decide, home.spool.new);
      return;
    }
    const { daemon, pid } = taken.owner;
    const words = `the signals of this machine are read by another daemon (${daemon}, pid ${pid}): remove this machine from the targets there, or use it from there`;
    throw new Fault("E_TARGET_WATCHED", words, { owner: daemon });
  }
}
