import type { Adapter } from "../../core/adapter/adapter.ts";
import type { DoingRecord } from "../../core/doing/doing-record.ts";
import { lastLook } from "../../core/engine/fold-queries.ts";
import type { PaneItem } from "../../core/protocol/lists/lists.ts";
import type { Settings } from "../../core/protocol/settings/settings.ts";
import type { Clock } from "../base/clock.ts";
import type { WorkReport } from "../base/failures.ts";
import type { Log } from "../base/log.ts";
import type { Problems } from "../base/problems.ts";
import type { Folds } from "../pipeline/folds.ts";
import type { Intake } from "../pipeline/intake.ts";
import type { ShownChecks } from "../pipeline/shown-checks.ts";
import type { AdapterRegistry } from "../runtimes/adapter-registry.ts";
import type { AgentMetadataStore } from "../runtimes/agent-metadata.ts";
import type { RuntimeRegistry } from "../runtimes/runtime-registry.ts";
import type { Store } from "../store/store.ts";
import type { Machine } from "../targets/machine/machine.ts";
import type { TmuxControl } from "../targets/tmux/tmux-control.ts";
import type { Topology } from "../targets/tmux/topology.ts";
import { GitBranches } from "./git-branches.ts";
import { GitChanges } from "./git-changes.ts";
import { hearsWords } from "./hears-words.ts";
import { Markers } from "./markers.ts";
import { NearMisses } from "./near-misses.ts";
import type { PipedOutputs } from "./piped-outputs.ts";
import { SecondSources } from "./second-sources.ts";
import { ShownLevels } from "./shown-levels.ts";
import { StatusFiles } from "./status-files.ts";
import { UnconfirmedAsks } from "./unconfirmed-asks.ts";

export interface TargetSourcesDeps {
  target: string;
  settings: Settings;
  machine: Machine;
  outputs: PipedOutputs;
  adapters: Pick<AdapterRegistry, "adapterOf" | "noteUnknownScreen">;
  runtimes: RuntimeRegistry;
  folds: Folds;
  metadataStore: AgentMetadataStore;
  store: Store;
  intake: Intake;
  failures: WorkReport;
  problems: Pick<Problems, "raise" | "clear">;
  checks?: ShownChecks | undefined;
  clock: Clock;
  log: Log;
  /** Reads again which programs run in the panes. */
  lookAtPanes(): Promise<void>;
  /** A pane that we listen to has printed. */
  onOutput(paneId: string): void;
  /** As shown to people. */
  panes(): readonly PaneItem[];
  /** Stores and shows what is checked out, or not committed, where the agent of a pane works. */
  onGit(item: PaneItem, found: Partial<Pick<DoingRecord, "branch" | "changes">>): void;
}

/** All sources of one target except the spool, which belongs to its machine. */
export class TargetSources {
  readonly statusFiles: StatusFiles;
  readonly markers: Markers;
  private readonly shown: ShownLevels;
  private readonly secondSources: SecondSources;
  private readonly unconfirmedAsks: UnconfirmedAsks;
  private readonly nearMisses: NearMisses;
  private readonly branches: GitBranches;
  readonly changes: GitChanges;

  constructor(deps: TargetSourcesDeps) {
    const {
      target,
      settings,
      machine,
      outputs,
      adapters,
      runtimes,
      folds,
      metadataStore,
      store,
      intake,
      failures,
      problems,
      clock,
      log,
      onOutput,
      panes,
    } = deps;
    const clockOffset = () => machine.clockOffset();
    const adapterOf = (name: string): Adapter | null => adapters.adapterOf(name);
    const common = { target, runtimes, levels: intake, adapterOf, clock };
    const nearMisses = new NearMisses({ target, problems, clock, log });
    this.nearMisses = nearMisses;
    this.statusFiles = new StatusFiles({
      ...{ target, files: machine.files, clockOffset, intake, nearMisses, clock },
      agentAt: (paneId, at) => runtimes.agentAt(paneId, at),
      lookAtPanes: deps.lookAtPanes,
    });
    this.shown = new ShownLevels({
      ...common,
      cuesOf: (agent) => settings.agents[agent]?.cues ?? {},
      versionOf: (runtimeId) => metadataStore.of(runtimeId).version,
      titleHasTold: (runtimeId) => lastLook(folds.of(runtimeId), "title") !== null,
      onUnrecognised: (...seen) => adapters.noteUnknownScreen(...seen),
    });
    this.secondSources = new SecondSources({
      ...common,
      files: machine.files,
      lines: machine.lines,
      userHome: () => machine.facts?.userHome ?? null,
      clockOffset,
      metadataStore,
      store,
      intake,
    });
    this.branches = new GitBranches({
      ...{ machine, panes, clock, log },
      learn: (item, branch) => deps.onGit(item, { branch }),
    });
    this.changes = new GitChanges({
      ...{ target, machine, panes, clock, log },
      learn: (item, changes) => deps.onGit(item, { changes }),
      onLooked: async (directory) => deps.checks?.look(target, machine, directory),
      after: (ms, then) => {
        const timer = setTimeout(then, ms).unref();
        return () => clearTimeout(timer);
      },
    });
    const { shown } = this;
    this.markers = new Markers({
      ...{ target, settings, outputs, shown, clockOffset, store, intake, failures, problems, clock, log },
      nearMisses,
      onOutput,
      hearsWordsIn: (paneId) => {
        const activeRuntime = runtimes.activeRuntimeOf(paneId);
        if (activeRuntime === null) return false;
        const { runtime_id, agent_type } = activeRuntime;
        const readsMessages = this.secondSources.tellsWordsOf(runtime_id);
        return hearsWords(adapterOf(agent_type), folds.of(runtime_id), readsMessages);
      },
    });
    this.unconfirmedAsks = new UnconfirmedAsks({
      panes,
      read: (paneId) => this.markers.readScreen(paneId),
      everyMs: settings.ask_ttl,
      clock,
    });
  }

  /** Resolves when the output of every pane we listen to is streaming. */
  async observe(topology: Topology, control: TmuxControl): Promise<void> {
    // first of all drops the panes of another server
    const listening = this.markers.observe(topology, control);
    this.shown.observe(topology);
    this.secondSources.observe();
    this.branches.observe();
    await listening;
  }

  /** The server is gone, with all its panes. */
  async forgetAll(): Promise<void> {
    this.secondSources.observe();
    await this.markers.forgetAll();
  }

  /** An agent has reported where its files are, and where it works, or was heard of a sub-agent. */
  learned(runtimeId: string, subAgent?: string): void {
    this.secondSources.learned(runtimeId, subAgent);
    if (subAgent === undefined) this.branches.observe();
  }

  /** An agent wrote something that was probably meant as a signal. */
  missed(where: string, line: string, why: string): void {
    this.nearMisses.note(where, { line, why });
  }

  /** The target is reachable again: levels from before must be confirmed. */
  async lookAnew(): Promise<void> {
    this.secondSources.lookAnew();
    await this.markers.reopen();
  }

  /** Retries storing and opening; checks asks that nothing has shown for long. */
  retry(): void {
    this.statusFiles.retry();
    this.secondSources.retry();
    this.shown.retry();
    this.markers.retry();
    this.branches.retry();
    this.unconfirmedAsks.check();
  }

  async stop(): Promise<void> {
    this.statusFiles.stop();
    this.secondSources.stop();
    this.branches.stop();
    this.changes.stop();
    await this.markers.stop();
  }
}
