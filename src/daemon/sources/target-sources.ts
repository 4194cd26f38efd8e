import type { Adapter } from "../../core/agents/adapter.ts";
import type { Settings } from "../../core/protocol/settings.ts";
import type { AdapterBook } from "../adapter-book.ts";
import type { Clock } from "../clock.ts";
import type { ClueBook } from "../clues.ts";
import type { WorkReport } from "../failures.ts";
import type { Intake } from "../intake.ts";
import type { Lives } from "../lives.ts";
import type { Log } from "../log.ts";
import type { Store } from "../store/store.ts";
import type { Machine } from "../targets/machine.ts";
import type { TmuxControl } from "../targets/tmux-control.ts";
import type { Topology } from "../targets/topology.ts";
import { Markers } from "./markers.ts";
import type { OutputCarrier } from "./pane-output.ts";
import { SecondSources } from "./second-sources.ts";
import { ShownLevels } from "./shown-levels.ts";
import { StatusFiles } from "./status-files.ts";

export interface TargetSourcesDeps {
  target: string;
  settings: Settings;
  machine: Machine;
  outputs: OutputCarrier;
  adapters: Pick<AdapterBook, "adapterOf" | "noteUnknownScreen">;
  lives: Lives;
  clues: ClueBook;
  store: Store;
  intake: Intake;
  failures: WorkReport;
  clock: Clock;
  log: Log;
  /** Something was printed in a pane whose output is heard. */
  onOutput(paneId: string): void;
}

/** All that is read on one target, but for the spool, which its machine has one of. */
export class TargetSources {
  readonly statusFiles: StatusFiles;
  readonly markers: Markers;
  private readonly shown: ShownLevels;
  private readonly secondSources: SecondSources;

  constructor(deps: TargetSourcesDeps) {
    const {
      target,
      settings,
      machine,
      outputs,
      adapters,
      lives,
      clues,
      store,
      intake,
      failures,
      clock,
      log,
      onOutput,
    } = deps;
    const clockOffset = () => machine.clockOffset();
    const adapterOf = (name: string): Adapter | null => adapters.adapterOf(name);
    const common = { target, lives, levels: intake, adapterOf, clock };
    this.statusFiles = new StatusFiles({ target, files: machine.files, clockOffset, intake, log });
    this.shown = new ShownLevels({
      ...common,
      cuesOf: (agent) => settings.agents[agent]?.cues ?? {},
      versionOf: (runtimeId) => clues.of(runtimeId).version,
      onUnrecognised: (agent, version) => adapters.noteUnknownScreen(agent, version),
    });
    this.secondSources = new SecondSources({
      ...common,
      files: machine.files,
      lines: machine.lines,
      userHome: () => machine.facts?.userHome ?? null,
      clockOffset,
      clues,
      store,
      intake,
    });
    const { shown } = this;
    this.markers = new Markers({
      ...{ target, settings, outputs, shown, clockOffset, store, intake, failures, clock, log },
      onOutput,
    });
  }

  /** Resolves when the output of every pane that is listened to flows. */
  async observe(topology: Topology, control: TmuxControl): Promise<void> {
    // begins by forgetting another server's panes
    const listening = this.markers.observe(topology, control);
    this.shown.observe(topology);
    this.secondSources.observe();
    await listening;
  }

  /** The server is gone, and everybody in it. */
  async forgetAll(): Promise<void> {
    this.secondSources.observe();
    await this.markers.forgetAll();
  }

  /** An agent has said where its files are. */
  learned(runtimeId: string): void {
    this.secondSources.learned(runtimeId);
  }

  /** It answers again: what stood before it fell silent has to be seen anew. */
  async lookAnew(): Promise<void> {
    this.secondSources.lookAnew();
    await this.markers.reopen();
  }

  /** What could not be stored or opened is tried again. */
  retry(): void {
    this.statusFiles.retry();
    this.secondSources.retry();
    this.shown.retry();
    this.markers.retry();
  }

  async stop(): Promise<void> {
    this.statusFiles.stop();
    this.secondSources.stop();
    await this.markers.stop();
  }
}
