import type { Log } from "../log.ts";
import type { LocalTaps } from "../taps/local-taps.ts";
import type { TmuxControl } from "../targets/tmux-control.ts";
import type { ObservedPane, Topology } from "../targets/topology.ts";
import { LookedAtPane } from "./looked-at-pane.ts";
import type { OutputCarrier, OutputResult, OutputStart } from "./pane-output.ts";

export interface LocalOutputsDeps {
  taps: LocalTaps;
  scrollback: number;
  log: Log;
}

/** The output of panes on this machine: tmux's own pipes. A pane with a pipe of the user's own is looked at instead. */
export class LocalOutputs implements OutputCarrier {
  readonly taps: LocalTaps;
  private readonly deps: LocalOutputsDeps;

  constructor(deps: LocalOutputsDeps) {
    this.deps = deps;
    this.taps = deps.taps;
  }

  async open(pane: ObservedPane, topology: Topology, control: TmuxControl): Promise<OutputResult> {
    const { taps, scrollback, log } = this.deps;
    const { pane_id } = pane;
    taps.observe(topology, control);
    const tap = taps.of(pane_id);
    const heard = new Heard();
    const leave = tap.listen(heard);
    const close = async () => {
      leave();
      await taps.release(pane_id);
    };
    const outcome = await tap.splice().catch(async (error: unknown) => {
      await close();
      throw error;
    });
    const start = heard.takeStart(scrollback);
    if (outcome === "spliced" && start !== null) {
      const output = {
        onData: (listener: (bytes: Uint8Array) => void) => heard.tell(listener),
        onSplice: (listener: (start: OutputStart) => void) => {
          heard.spliced = listener;
        },
        onEnd: (listener: () => void) => {
          heard.over = listener;
        },
        isOpen: (now: ObservedPane) => now.piped && tap.isOpen,
        close,
      };
      return { status: "open", output, start };
    }
    await close();
    if (outcome === "gone") return { status: "gone" };
    log.info({ pane: pane_id }, "its output is piped elsewhere: it is looked at instead");
    return LookedAtPane.open(pane, scrollback, control, (now) => !now.piped);
  }

  forget(): void {}
}

/** Keeps what comes until somebody wants to hear it. */
class Heard {
  spliced: ((start: OutputStart) => void) | null = null;
  over: () => void = () => {};
  private start: OutputStart | null = null;
  private early: Uint8Array[] = [];
  private listener: ((bytes: Uint8Array) => void) | null = null;

  bytes(bytes: Uint8Array): void {
    if (this.listener === null) this.early.push(bytes);
    else this.listener(bytes);
  }

  boundary({ text }: { text: OutputStart }): void {
    if (this.spliced !== null) this.spliced(text);
    else {
      this.start = text;
      this.early = [];
    }
  }

  ended(): void {
    this.over();
  }

  /** What it shows, with at most so many lines that have scrolled away. */
  takeStart(scrollback: number): OutputStart | null {
    return this.start && { ...this.start, rows: this.start.rows.slice(-(scrollback + this.start.height)) };
  }

  tell(listener: (bytes: Uint8Array) => void): void {
    this.listener = listener;
    for (const bytes of this.early.splice(0)) listener(bytes);
  }
}
