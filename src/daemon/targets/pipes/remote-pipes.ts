import type { RunningProgram } from "../executor/executor.ts";
import type { Machine } from "../machine/machine.ts";
import type { PipeEnd } from "../machine/pipe-end.ts";
import type { PipeMaker } from "../machine/pipe-maker.ts";
import type { ObservedPane, Topology } from "../tmux/topology.ts";
import { ChannelEnd } from "./channel-end.ts";
import { FilterEnd } from "./filter-end.ts";
import { FloodGauge } from "./flood-gauge.ts";
import { LineChannel } from "./line-channel.ts";

interface ListeningMachine extends Pick<Machine, "processes"> {
  /** Runs a one-line sh script as long as its standard input is open; `$1` is our directory for FIFOs. */
  listen(script: string): RunningProgram;
}

const FAILED_MS = 10_000;

/**
 * Pipes on another machine: one channel for the lines of all panes that are only searched for markers, and one per
 * other pane.
 */
export class RemotePipes implements PipeMaker {
  readonly lagMs = 150;
  readonly canFilter = true;
  private readonly machine: ListeningMachine;
  private channel: LineChannel | null = null;
  private readonly gauges = new Map<string, FloodGauge>();
  private failed: { error: unknown; until: number } = { error: null, until: 0 };
  private readonly children = new WeakMap<Topology, Promise<{ pid: number; words: string }[]>>();

  constructor(machine: ListeningMachine) {
    this.machine = machine;
  }

  async make(paneId: string, passesAll: boolean): Promise<PipeEnd> {
    if (passesAll) return ChannelEnd.make(this.listen, this.gaugeOf(paneId));
    const channel = await this.lines();
    if (!channel.canFilter) throw new Error("no grep or sed there that writes each line at once");
    return new FilterEnd(channel, paneId);
  }

  /**
   * A pipe's command is a child of the server: ours is identified by its command line; if there is none, the pipe has
   * ended.
   */
  async isLeftBehind({ ourPipe }: ObservedPane, topology: Topology): Promise<boolean> {
    if (!ourPipe.includes("/remote/pipes/")) return false;
    const [fifo = "", name = ""] = ourPipe.split(":");
    const children = await this.childrenOf(topology);
    const isOurs = children.some(({ words }) => words.includes(`${fifo} `) && words.includes(name));
    return isOurs || children.every(({ words }) => words.includes("/remote/pipes/"));
  }

  forget(): void {
    this.gauges.clear();
    this.failed.until = 0;
    this.channel?.close();
    this.channel = null;
  }

  /** One gauge for all successive pipes of a pane: new and lagging viewers cause new ones. */
  private gaugeOf(paneId: string): FloodGauge {
    const gauge = this.gauges.get(paneId) ?? new FloodGauge();
    this.gauges.set(paneId, gauge);
    return gauge;
  }

  /** After a failure, does not try again for each of many panes. */
  private async lines(): Promise<LineChannel> {
    if (performance.now() < this.failed.until) throw this.failed.error;
    if (this.channel?.isOpen !== true) this.channel = new LineChannel(this.listen);
    const { channel } = this;
    try {
      await channel.ready;
      return channel;
    } catch (error) {
      this.failed = { error, until: performance.now() + FAILED_MS };
      throw error;
    }
  }

  private readonly listen = (script: string) => this.machine.listen(script);

  /** Children of the server besides its panes; read once per topology. */
  private childrenOf(topology: Topology): Promise<{ pid: number; words: string }[]> {
    const { server, panes } = topology;
    const known = this.children.get(topology);
    if (known !== undefined) return known;
    const panePids = new Set([...panes.values()].map(({ pane_pid }) => pane_pid));
    const found = this.machine.processes([server.pid]).then((all) =>
      all
        // a zombie has no arguments
        .filter(({ pid, ppid, argv }) => ppid === server.pid && !panePids.has(pid) && argv.length > 0)
        .map(({ pid, argv }) => ({ pid, words: `${argv.join(" ")} ` })),
    );
    this.children.set(topology, found);
    return found;
  }
}
