import { GENERIC } from "../../core/engine/bind.ts";
import type { Health } from "../../core/protocol/base/state.ts";
import type { TargetItem } from "../../core/protocol/daemon/targets.ts";
import type { TargetError } from "../../core/protocol/lists/lists.ts";
import type { Registration } from "../../core/spool/registration.ts";
import type { ActionTarget } from "../actions/action-target.ts";
import type { Reach } from "../actions/resume-place.ts";
import { keepRunning } from "../base/keep-running.ts";
import type { ScreenTarget } from "../classify/screen-target.ts";
import type { Offers } from "../decisions/offers.ts";
import type { Intake } from "../pipeline/intake.ts";
import type { SquadSignals } from "../runtimes/squad-signals.ts";
import type { GitChanges } from "../sources/git-changes.ts";
import type { Recipient } from "../sources/spool.ts";
import type { RuntimeRow, TargetRow } from "../store/store.ts";
import type { Machine } from "./machine/machine.ts";
import type { PaneTaps } from "./pipes/pane-taps.ts";
import type { TargetDeps } from "./target-deps.ts";
import { targetItem } from "./target-item.ts";
import { createTargetParts, type TargetParts } from "./target-parts.ts";
import {
  actionTargetOf,
  type ExplainedRuntime,
  explainRuntime,
  noServerWords,
  type Observed,
  reachTarget,
  screenTargetOf,
  storeHealth,
  type ViewedTarget,
} from "./target-views.ts";
import { registerOpenedPane, untilAnswered, untilConnected, untilPaneGone, whileLeaving } from "./target-waits.ts";
import type { TmuxControl } from "./tmux/tmux-control.ts";
import { changedPanes, nothingRuns, type Topology } from "./tmux/topology.ts";

/** One tmux server on one machine: its topology, runtimes and signals. */
export class Target implements Recipient {
  readonly name: string;
  readonly intake: Intake;
  readonly signals: SquadSignals;
  readonly offers: Offers;
  readonly changes: Pick<GitChanges, "lookAgain">;
  readonly screens: ScreenTarget;
  private readonly row: TargetRow;
  private readonly machine: Machine;
  private readonly deps: TargetDeps;
  private readonly parts: TargetParts;
  private readonly observed: Observed = { topology: null, control: null };
  private readonly observing: string;
  private readonly updating: string;
  private readonly leaving = new AbortController();
  private observation: Promise<void> = Promise.resolve();
  /** Called when tmux has answered, or is known not to run. */
  private noteObserving: () => void = () => {};
  /** Its panes do not yet reflect that it became reachable or unreachable. */
  private unreviewed = false;

  constructor(row: TargetRow, machine: Machine, deps: TargetDeps) {
    this.name = row.target_name;
    this.observing = `observing ${this.name}`;
    this.updating = `updating the panes of ${this.name}`;
    this.row = row;
    this.machine = machine;
    this.deps = deps;
    this.parts = createTargetParts(row, machine, deps, {
      onHealth: (before, after) => this.healthChanged(before, after),
      onTopology: (topology, control) => this.observeReported(topology, control),
      onNoServer: (boot) => this.noServer(boot),
      onAnswer: () => this.noteObserving(),
      onOutput: (paneId) => deps.onOutput?.(this.screens, paneId),
    });
    this.signals = this.parts.signals;
    this.offers = this.parts.offers;
    this.changes = this.parts.sources.changes;
    this.intake = this.parts.intake;
    this.screens = screenTargetOf(this.viewed);
  }

  private get viewed(): ViewedTarget {
    const { row, machine, deps, parts, observed } = this;
    return { row, machine, deps, parts, observed };
  }

  get isLocal(): boolean {
    return this.row.kind === "local";
  }

  /** Whether it is not known yet, or no longer, if it is reachable. */
  get isInDoubt(): boolean {
    return this.parts.health.isInDoubt;
  }

  /** Resolves after the first observation, or the first attempt. */
  start(): Promise<void> {
    const { signal } = this.leaving;
    return new Promise((ready) => {
      const observe = (works: () => void) => {
        this.noteObserving = works;
        // also if it fails at once, so that the caller does not wait forever
        return this.parts.observer.run(signal, ready).finally(ready);
      };
      this.observation = keepRunning(this.observing, observe, { report: this.deps.failures, signal });
    });
  }

  /** Removes everything of ours there, over a new connection if it was just cut; a hanging target does not block it. */
  async stop(): Promise<void> {
    await untilAnswered(this.viewed);
    const leaving = Promise.all([
      this.parts.sources.stop(),
      this.parts.statusOption.stop(),
      this.parts.outputs.taps.settled(),
    ]);
    await whileLeaving(leaving, this.parts.health);
    this.parts.outputs.forget();
    this.leaving.abort();
    await whileLeaving(this.observation, this.parts.health);
    for (const code of [this.parts.health.fault?.code ?? "", "NO_TMUX_SERVER"])
      this.deps.problems.clear(code, this.name);
    for (const work of [this.observing, this.updating]) this.deps.failures.worked(work);
  }

  /** Connects now; rejects with the reason if that fails. */
  async connect(signal: AbortSignal): Promise<TargetItem> {
    await untilConnected(this.viewed, AbortSignal.any([signal, this.leaving.signal]));
    return this.item();
  }

  remember(registration: Registration): boolean {
    return this.parts.sessions.remember(registration);
  }

  /** Resolves when the pane is being listened to. */
  register(registration: Registration): Promise<void> {
    return this.parts.sessions.register(registration);
  }

  /** Where its programs run, for spawning. */
  get place(): { machine: Machine; socketName: string; connectionRef: string; taps: PaneTaps } {
    const { machine, row, parts } = this;
    return { machine, socketName: row.tmux_socket, connectionRef: row.connection_ref, taps: parts.outputs.taps };
  }

  /** As `register`, for a pane that we just opened, perhaps on a new server; registered later if not seen in time. */
  registerPane(registration: Registration): Promise<void> {
    return registerOpenedPane(this.viewed, registration);
  }

  /** Resolves when lists no longer show a closed pane, so that the next command does not find it. */
  untilGone(paneId: string): Promise<void> {
    return untilPaneGone(this.viewed, paneId);
  }

  unregisterSession(sessionId: string): void {
    this.parts.sessions.unregisterSession(sessionId);
  }

  signalsFrom(workspace: string, exceptSession: string): boolean {
    return this.parts.sessions.signalsFrom(workspace, exceptSession);
  }

  actionTarget(): ActionTarget {
    return actionTargetOf(this.viewed);
  }

  /** Refreshes the topology and returns it with the connections; throws if unreachable. */
  reach(): Promise<Reach> {
    return reachTarget(this.viewed);
  }

  agentIn(paneId: string): RuntimeRow | null {
    const activeRuntime = this.parts.runtimes.activeRuntimeOf(paneId);
    return activeRuntime?.agent_type === GENERIC ? null : activeRuntime;
  }

  observes(serverPid: number): boolean {
    return this.observed.topology?.server.pid === serverPid;
  }

  /** Looks for a tmux server that may have started. */
  wake(): void {
    this.parts.observer.wake();
  }

  /** Reads the topology again: what could not be read before may be readable now. */
  async refresh(): Promise<void> {
    await this.parts.observer.refresh();
  }

  explain(runtimeId: string): ExplainedRuntime {
    return explainRuntime(this.viewed, runtimeId);
  }

  nextDue(): number | null {
    return this.parts.projector.nextDue();
  }

  tick(): void {
    this.parts.pipeline.tick();
  }

  /** Retries what could not be stored or opened. */
  retry(): void {
    if (this.unreviewed) this.review();
    this.parts.sources.retry();
    if (this.parts.health.health === "ok") this.parts.sources.markers.noteAlive();
    this.parts.pipeline.tick();
  }

  /** The daemon has stood still: what tmux may be holding for it is let go of. */
  renewPipes(): Promise<void> {
    return this.parts.sources.markers.renew();
  }

  /** A runtime's fold was rebuilt, or something else that its pane shows has changed. */
  refolded(runtimeId: string): void {
    this.parts.pipeline.refolded(runtimeId);
  }

  forgetLongEnded(now: number): void {
    this.parts.runtimes.forgetOld(now);
  }

  item(): TargetItem {
    return targetItem(this.row, this.machine, this.parts.health, this.parts.items());
  }

  targetError(): TargetError | null {
    return this.parts.health.error;
  }

  /** The observer only logs a failure and retries: report that panes are not up to date. */
  private async observeReported(topology: Topology, control: TmuxControl): Promise<void> {
    try {
      await this.observe(topology, control);
    } catch (error) {
      // a closed connection is reported by the next one
      if (control.isOpen) this.deps.failures.failed(this.updating, error);
      throw error;
    }
    this.deps.failures.worked(this.updating);
  }

  private async observe(topology: Topology, control: TmuxControl): Promise<void> {
    const known = this.observed.topology?.panes;
    const changed = known ? changedPanes(known, topology.panes) : [...this.shownPanes(), ...topology.panes.keys()];
    this.parts.pipeline.observe(topology, changed);
    // only now: if storing failed, it must still count as a change
    this.observed.topology = topology;
    this.observed.control = control;
    this.parts.outputs.taps.observe(topology, control);
    this.deps.problems.clear("NO_TMUX_SERVER", this.name);
    // this first forgets panes of another server; registrations of this one come after it
    const listening = this.parts.sources.observe(topology, control);
    this.parts.statusOption.attach(control);
    this.parts.sessions.observe(topology);
    await listening;
  }

  private noServer(boot: string): void {
    const { problems } = this.deps;
    // an empty server ends all its runtimes; without one they would stay in doubt
    if (!problems.raise("NO_TMUX_SERVER", noServerWords(this.row), this.name)) return;
    try {
      this.parts.pipeline.observe(nothingRuns(boot, this.deps.clock.now()), this.shownPanes());
    } catch (error) {
      // not stored, so not reported: retried at the next observation
      problems.clear("NO_TMUX_SERVER", this.name);
      throw error;
    }
    this.observed.topology = null;
    this.observed.control = null;
    this.parts.sessions.observe(null);
    void this.parts.sources.forgetAll();
  }

  private healthChanged(before: Health, after: Health): void {
    // levels are unknown since then: their watchers report again
    if (after === "down") this.parts.pipeline.unwatchLevels();
    else if (before === "down" && this.isLocal) void this.parts.sources.lookAnew();
    this.unreviewed ||= (before === "down") !== (after === "down");
    this.review();
    this.deps.onHealth();
  }

  private review(): void {
    const { store, log } = this.deps;
    try {
      if (this.unreviewed) this.parts.pipeline.reviewAll(this.shownPanes());
      this.unreviewed = false;
      storeHealth(this.viewed, store);
    } catch (error) {
      log.error({ target: this.name, err: String(error) }, "health not stored");
    }
  }

  private shownPanes(): string[] {
    return this.parts.items().map(({ identity }) => identity.pane_id);
  }
}
