import type { Log } from "../base/log.ts";
import type { OutputResult } from "../targets/pipes/pane-output.ts";
import type { PaneTaps } from "../targets/pipes/pane-taps.ts";
import type { TmuxControl } from "../targets/tmux/tmux-control.ts";
import type { ObservedPane, Topology } from "../targets/tmux/topology.ts";
import { PipedPane } from "./piped-pane.ts";
import { PolledPane } from "./polled-pane.ts";

export interface PipedOutputsDeps {
  taps: PaneTaps;
  /** Scrollback lines searched at the start. */
  scrollback: number;
  log: Log;
}

/** Failures that may pass: a refused channel, a full disk, a pane that flooded the link. */
const TRY_AGAIN_MS = 30_000;

/**
 * Streams pane output through tmux's own pipes. A pane that the user pipes, or for which there is no pipe, is captured
 * instead.
 */
export class PipedOutputs {
  readonly taps: PaneTaps;
  private readonly deps: PipedOutputsDeps;
  private control: TmuxControl | null = null;
  /** Until when panes are captured after a failure; cleared for another connection, where streaming may work. */
  private readonly capturedUntil = new Map<string, number>();

  constructor(deps: PipedOutputsDeps) {
    this.deps = deps;
    this.taps = deps.taps;
  }

  async open(pane: ObservedPane, topology: Topology, control: TmuxControl): Promise<OutputResult> {
    const { taps, scrollback, log } = this.deps;
    const { pane_id } = pane;
    taps.observe(topology, control);
    if (control !== this.control) this.capturedUntil.clear();
    this.control = control;
    const isCaptured = () => performance.now() < (this.capturedUntil.get(pane_id) ?? 0);
    const lookInstead = (mayListen: (now: ObservedPane) => boolean) =>
      PolledPane.open(pane, scrollback, control, mayListen);
    if (isCaptured()) return lookInstead(() => !isCaptured());
    const isRespawned = (now: ObservedPane) => !now.dead;
    // tmux does not pipe a pane whose program has ended, but its output can still be captured
    if (pane.dead) return lookInstead(isRespawned);
    const output = new PipedPane({
      taps,
      pane,
      control,
      scrollback,
      onUnfit: (why) => this.captureForNow(pane_id, why),
    });
    const outcome = await output.begin().catch(String);
    const start = output.start();
    if (outcome === "spliced" && start !== null) return { status: "open", output, start };
    await output.close();
    if (outcome === "gone") return lookInstead(isRespawned);
    if (outcome === "taken") {
      log.info({ pane: pane_id }, "its output is piped elsewhere: it is looked at instead");
      return lookInstead((now) => !now.piped);
    }
    if (!control.isOpen) throw new Error(outcome);
    this.captureForNow(pane_id, outcome);
    return lookInstead(() => !isCaptured());
  }

  /** The server is gone or was replaced. */
  forget(): void {
    this.capturedUntil.clear();
    this.taps.forget();
  }

  private captureForNow(paneId: string, why: string): void {
    this.deps.log.info({ pane: paneId, why }, "its output cannot be streamed: it is looked at instead");
    this.capturedUntil.set(paneId, performance.now() + TRY_AGAIN_MS);
  }
}
