import { setTimeout as sleep } from "node:timers/promises";
import { GENERIC } from "../core/engine/bind.ts";
import type { EngineConfig } from "../core/engine/engine-config.ts";
import { tmuxStatus } from "../core/lists/status-line.ts";
import type { Resolution } from "../core/protocol/explain.ts";
import { Fault } from "../core/protocol/fault.ts";
import type { TargetError } from "../core/protocol/lists.ts";
import type { Settings } from "../core/protocol/settings.ts";
import type { SquadSignal } from "../core/protocol/squad.ts";
import type { Health } from "../core/protocol/state.ts";
import type { TargetItem } from "../core/protocol/targets.ts";
import type { Registration } from "../core/signals/registration.ts";
import type { ActionTarget } from "./actions/action-target.ts";
import { handsOn } from "./actions/hands.ts";
import type { Reach } from "./actions/resume-place.ts";
import type { AdapterBook } from "./adapter-book.ts";
import type { Broadcast } from "./broadcast.ts";
import type { ScreenTarget } from "./classify/screen-target.ts";
import type { Clock } from "./clock.ts";
import type { ClueBook } from "./clues.ts";
import { Contact } from "./contact.ts";
import type { WorkReport } from "./failures.ts";
import type { Fleet } from "./fleet.ts";
import type { Folds } from "./folds.ts";
import type { Intake } from "./intake.ts";
import { keepRunning } from "./keep-running.ts";
import type { Lives } from "./lives.ts";
import type { Log } from "./log.ts";
import type { Outbox } from "./notify/outbox.ts";
import type { Pipeline } from "./pipeline.ts";
import type { Problems } from "./problems.ts";
import type { Projector } from "./projector.ts";
import { Sessions } from "./sessions.ts";
import type { OutputCarrier } from "./sources/pane-output.ts";
import type { Recipient } from "./sources/spool.ts";
import { TargetSources } from "./sources/target-sources.ts";
import type { SquadBook } from "./squad-book.ts";
import { StatusOption } from "./status-option.ts";
import type { RuntimeRow, Store, TargetRow } from "./store/store.ts";
import type { LocalTaps } from "./taps/local-taps.ts";
import { targetItem } from "./target-item.ts";
import { targetPipeline } from "./target-pipeline.ts";
import type { Machine } from "./targets/machine.ts";
import { Observer } from "./targets/observer.ts";
import type { TmuxControl } from "./targets/tmux-control.ts";
import { changedPanes, nothingRuns, type Topology } from "./targets/topology.ts";

export interface TargetDeps {
  settings: Settings;
  store: Store;
  folds: Folds;
  fleet: Fleet;
  broadcast: Broadcast;
  problems: Problems;
  failures: WorkReport;
  config: EngineConfig;
  adapters: Pick<AdapterBook, "adapterOf" | "enabled" | "enabledSince" | "noteUnknownScreen">;
  clock: Clock;
  log: Log;
  /** Whether it answers has changed, or why not. */
  onHealth(): void;
  /** Squad signals were told. */
  onSignals(): void;
  /** What is to be told to people. */
  calls?: Pick<Outbox, "heed"> | undefined;
  /** Something was printed in a pane whose output is heard. */
  onOutput?(target: Target, paneId: string): void;
}

const LEAVE_MS = 1_000;
const LONGEST_WAIT_MS = 30_000;
const CONNECT_MS = 60_000;
const POLL_MS = 50;
const ENLIST_MS = 5_000;

/** One tmux server on one machine: what is observed there, who lives there, and what they said. */
export class Target implements Recipient {
  readonly name: string;
  readonly intake: Intake;
  readonly signals: SquadBook;
  /** For whoever reads the screens of agents that do not speak. */
  readonly screens: ScreenTarget;
  private readonly row: TargetRow;
  private readonly machine: Machine;
  private readonly deps: TargetDeps;
  private readonly lives: Lives;
  private readonly clues: ClueBook;
  private readonly projector: Projector;
  private readonly pipeline: Pipeline;
  private readonly outputs: OutputCarrier;
  private readonly sources: TargetSources;
  private readonly sessions: Sessions;
  private readonly statusOption: StatusOption;
  private readonly observer: Observer;
  private readonly leaving = new AbortController();
  private observation: Promise<void> = Promise.resolve();
  /** Called when tmux has answered, or is known not to run. */
  private noteObserving: () => void = () => {};
  private topology: Topology | null = null;
  private control: TmuxControl | null = null;
  private readonly contact: Contact;
  /** Its panes do not show yet that it answers, or that it does not. */
  private unreviewed = false;

  constructor(row: TargetRow, machine: Machine, outputs: OutputCarrier, deps: TargetDeps) {
    this.outputs = outputs;
    const { store, fleet, broadcast, clock, settings } = deps;
    const log = deps.log.child({ target: row.target_name });
    this.name = row.target_name;
    this.row = row;
    this.machine = machine;
    this.deps = deps;
    const { problems } = deps;
    const onChange = (before: Health, after: Health) => this.turned(before, after);
    const contactDeps = {
      target: row.target_name,
      isDefault: row.is_default,
      problems,
      clock,
      log: deps.log,
      impairment: () => machine.impairment ?? null,
      onChange,
    };
    this.contact = new Contact(contactDeps, row.last_seen_at);
    const target = this.name;
    const parts = targetPipeline({
      ...deps,
      target,
      machine,
      log,
      health: () => this.contact.health,
      onClues: (runtimeId) => this.sources.learned(runtimeId),
    });
    const { clues, lives, intake } = parts;
    this.lives = lives;
    this.clues = clues;
    this.signals = parts.signals;
    this.projector = parts.projector;
    this.pipeline = parts.pipeline;
    this.intake = intake;
    const { adapters } = deps;
    this.sources = new TargetSources({
      target,
      settings,
      machine,
      outputs,
      adapters,
      lives,
      clues,
      store,
      intake,
      failures: deps.failures,
      clock,
      log,
      onOutput: (paneId) => deps.onOutput?.(this, paneId),
    });
    this.statusOption = new StatusOption({
      text: () => tmuxStatus(fleet.summary()),
      onChange: (listener) => broadcast.onChange(listener),
      log,
    });
    this.observer = new Observer({
      machine,
      socketName: row.tmux_socket,
      host: row.kind === "local" ? null : row.connection_ref,
      retryMs: settings.reconcile,
      heartbeatMs: settings.heartbeat,
      agents: deps.adapters,
      longestWaitMs: row.kind === "local" ? settings.reconcile : LONGEST_WAIT_MS,
      clock,
      log,
      onTopology: (topology, control) => this.observeReported(topology, control),
      onNoServer: (boot) => this.noServer(boot),
      onAnswer: () => {
        this.contact.answered();
        this.noteObserving();
      },
      onFailure: (fault) => this.contact.failed(fault),
    });
    this.sessions = new Sessions({
      target,
      store,
      intake: this.intake,
      pipeline: this.pipeline,
      statusFiles: this.sources.statusFiles,
      markers: this.sources.markers,
      clock,
      log,
      refresh: () => this.observer.refresh(),
    });
    this.screens = this.screenTarget();
  }

  private get observing(): string {
    return `observing ${this.name}`;
  }

  private get updating(): string {
    return `updating the panes of ${this.name}`;
  }

  get isLocal(): boolean {
    return this.row.kind === "local";
  }

  /** Whether it answers is not known yet, or not any more. */
  get isInDoubt(): boolean {
    return this.contact.attempts === 0 || (this.contact.health === "degraded" && this.contact.fault !== null);
  }

  /** Resolves after the first look, or the first attempt at one. */
  start(): Promise<void> {
    const { signal } = this.leaving;
    return new Promise((ready) => {
      const observe = (works: () => void) => {
        this.noteObserving = works;
        // also where it fails at once: whoever starts us does not wait for ever
        return this.observer.run(signal, ready).finally(ready);
      };
      this.observation = keepRunning(this.observing, observe, { report: this.deps.failures, signal });
    });
  }

  /** Resolves when nothing of ours is left there; a target that hangs does not hold us up. */
  async stop(): Promise<void> {
    const leaving = Promise.all([this.sources.stop(), this.statusOption.stop(), this.outputs.taps?.settled()]);
    await Promise.race([leaving, sleep(LEAVE_MS, undefined, { ref: false })]);
    this.leaving.abort();
    await Promise.race([this.observation, sleep(LEAVE_MS, undefined, { ref: false })]);
    for (const code of [this.contact.fault?.code ?? "", "NO_TMUX_SERVER"]) this.deps.problems.clear(code, this.name);
    for (const work of [this.observing, this.updating]) this.deps.failures.worked(work);
  }

  /** Tries now; resolves when it answers, rejects with the reason why it does not. */
  async connect(signal: AbortSignal): Promise<TargetItem> {
    const before = this.contact.attempts;
    this.observer.wake();
    const until = AbortSignal.any([signal, this.leaving.signal, AbortSignal.timeout(CONNECT_MS)]);
    while (this.contact.health !== "ok") {
      if (this.contact.attempts > before && this.contact.fault !== null) throw this.contact.fault;
      await sleep(POLL_MS, undefined, { signal: until }).catch(() => {
        throw new Fault("E_TARGET_UNREACHABLE", `${this.name} has not answered yet`, { target: this.name });
      });
    }
    return this.item();
  }

  remember(registration: Registration): boolean {
    return this.sessions.remember(registration);
  }

  /** Resolves when the pane is heard, whatever it says next. */
  register(registration: Registration): Promise<void> {
    return this.sessions.register(registration);
  }

  /** Where its programs run, for whoever starts some. */
  get place(): { machine: Machine; socketName: string; connectionRef: string; taps: LocalTaps | null } {
    const { machine, row, outputs } = this;
    return { machine, socketName: row.tmux_socket, connectionRef: row.connection_ref, taps: outputs.taps };
  }

  /** As register, for a pane that we have just opened: its server may be as new. One that is not seen in time is heard later. */
  async enlist(registration: Registration): Promise<void> {
    for (let waited = 0; waited < ENLIST_MS; waited += POLL_MS) {
      if (this.observes(registration.tmux_server_pid)) {
        const heard = await this.sessions.register(registration).then(
          () => true,
          () => false,
        );
        if (heard) return;
      } else this.observer.wake();
      await sleep(POLL_MS);
    }
    this.sessions.remember(registration);
  }

  dismiss(sessionId: string): void {
    this.sessions.dismiss(sessionId);
  }

  signalsFrom(workspace: string, besides: string): boolean {
    return this.sessions.signalsFrom(workspace, besides);
  }

  /** For actions on its agents. */
  hands(): ActionTarget {
    const { row, machine, lives, intake } = this;
    const adapterOf = (agent: string) => this.deps.adapters.adapterOf(agent);
    return handsOn(row, { machine, lives, intake, adapterOf }, () => ({
      health: this.contact.health,
      fault: this.contact.fault,
      topology: this.topology,
      control: this.control,
    }));
  }

  /** For whoever acts on its panes: as it is now, and the ways to it. */
  async reach(): Promise<Reach> {
    const unreachable = () => {
      const why = this.contact.fault?.message ?? "try again when it does";
      return new Fault("E_TARGET_UNREACHABLE", `${this.name} does not answer: ${why}`, { target: this.name });
    };
    if (this.contact.health === "down") throw unreachable();
    await this.observer.refresh().catch(() => {
      throw unreachable();
    });
    if (this.topology === null) {
      const where = this.isLocal ? "" : ` on ${this.name}`;
      const words = `no tmux server is running${where}, and agtmux never starts one: start tmux there, then try again`;
      throw new Fault("E_NO_TMUX_SERVER", words, { target: this.name });
    }
    if (this.control?.isOpen !== true) throw unreachable();
    return { topology: this.topology, control: this.control, machine: this.machine };
  }

  agentIn(paneId: string): RuntimeRow | null {
    const tenant = this.lives.tenantOf(paneId);
    return tenant?.agent_type === GENERIC ? null : tenant;
  }

  observes(serverPid: number): boolean {
    return this.topology?.server.pid === serverPid;
  }

  /** A tmux server may have begun since we last looked for one. */
  wake(): void {
    this.observer.wake();
  }

  /** The machine's other ways have changed: what could not be read before may be readable now. */
  async refresh(): Promise<void> {
    await this.observer.refresh();
  }

  explain(runtimeId: string): { resolution: Resolution; signal: SquadSignal | null } {
    const now = this.deps.clock.now();
    const signal = this.signals.lastOf(runtimeId, now)?.signal ?? null;
    return { resolution: this.projector.resolve(runtimeId, now), signal };
  }

  nextDue(): number | null {
    return this.projector.nextDue();
  }

  tick(): void {
    this.pipeline.tick();
  }

  /** What could not be stored or opened is tried again. */
  retry(): void {
    if (this.unreviewed) this.review();
    this.sources.retry();
    if (this.contact.health === "ok") this.sources.markers.noteAlive();
    this.pipeline.tick();
  }

  reopen(): Promise<void> {
    return this.sources.markers.reopen();
  }

  /** A runtime's fold was made anew. */
  refolded(runtimeId: string): void {
    this.pipeline.refolded(runtimeId);
  }

  forgetLongEnded(now: number): void {
    this.lives.forgetOld(now);
  }

  item(): TargetItem {
    const panes = this.deps.fleet.all().filter(({ identity }) => identity.target === this.name);
    return targetItem(this.row, this.machine, this.contact, panes);
  }

  targetError(): TargetError | null {
    return this.contact.error;
  }

  /** Whoever looked at tmux only logs that it failed, and looks again: that the panes stay as they were must be told. */
  private async observeReported(topology: Topology, control: TmuxControl): Promise<void> {
    try {
      await this.observe(topology, control);
    } catch (error) {
      // a connection that has ended is told by the next one
      if (control.isOpen) this.deps.failures.failed(this.updating, error);
      throw error;
    }
    this.deps.failures.worked(this.updating);
  }

  private async observe(topology: Topology, control: TmuxControl): Promise<void> {
    const known = this.topology?.panes;
    const changed = known ? changedPanes(known, topology.panes) : [...this.shownPanes(), ...topology.panes.keys()];
    this.pipeline.observe(topology, changed);
    // only now: what could not be stored is a difference still
    this.topology = topology;
    this.control = control;
    this.outputs.taps?.observe(topology, control);
    this.deps.problems.clear("NO_TMUX_SERVER", this.name);
    // another server's panes are forgotten first: registrations of this one come after it
    const listening = this.sources.observe(topology, control);
    this.statusOption.attach(control);
    this.sessions.observe(topology);
    await listening;
  }

  private noServer(boot: string): void {
    const { problems } = this.deps;
    const socket = this.row.tmux_socket === "" ? "" : `"${this.row.tmux_socket}" `;
    const where = this.isLocal ? "" : ` on ${this.name}`;
    const words = `no tmux server ${socket}is running${where}: it is observed as soon as there is one`;
    // an empty server ends every life in it; no server at all would leave them in doubt
    if (!problems.raise("NO_TMUX_SERVER", words, this.name)) return;
    try {
      this.pipeline.observe(nothingRuns(boot, this.deps.clock.now()), this.shownPanes());
    } catch (error) {
      // not stored, so not told: tried again at the next look
      problems.clear("NO_TMUX_SERVER", this.name);
      throw error;
    }
    this.topology = null;
    this.control = null;
    this.sessions.observe(null);
    void this.sources.forgetAll();
  }

  private turned(before: Health, after: Health): void {
    // nobody has seen since how its agents stand: whoever watches will tell anew
    if (after === "down") this.pipeline.loseAll();
    else if (before === "down" && this.isLocal) void this.sources.lookAnew();
    this.unreviewed ||= (before === "down") !== (after === "down");
    this.review();
    this.deps.onHealth();
  }

  /** What could not be stored now is tried again later. */
  private review(): void {
    const { store, clock, log } = this.deps;
    try {
      if (this.unreviewed) this.pipeline.reviewAll(this.shownPanes());
      this.unreviewed = false;
      const row = {
        ...this.row,
        health: this.contact.health,
        last_seen_at: this.contact.lastSeenAt,
        updated_at: clock.now(),
      };
      store.transact(() => store.upsertTarget(row));
    } catch (error) {
      log.error({ target: this.name, err: String(error) }, "health not stored");
    }
  }

  private screenTarget(): ScreenTarget {
    const { name, lives, projector, intake } = this;
    const { folds, adapters, clock } = this.deps;
    return {
      name,
      control: () => (this.contact.health === "ok" && this.control?.isOpen === true ? this.control : null),
      pane: (paneId) => this.topology?.panes.get(paneId) ?? null,
      tenantOf: (paneId) => lives.tenantOf(paneId),
      fold: (runtimeId) => folds.of(runtimeId),
      resolution: (runtimeId) => projector.resolve(runtimeId, clock.now()),
      adapterOf: (agent) => adapters.adapterOf(agent),
      versionOf: (runtimeId) => this.clues.of(runtimeId).version,
      look: (runtimeId, facts) => intake.look(runtimeId, facts),
      withdraw: (runtimeId, source) => intake.withdraw(runtimeId, source),
    };
  }

  private shownPanes(): string[] {
    const shown = this.deps.fleet.all().filter(({ identity }) => identity.target === this.name);
    return shown.map(({ identity }) => identity.pane_id);
  }
}
