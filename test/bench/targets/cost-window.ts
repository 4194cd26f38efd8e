import { setTimeout as sleep } from "node:timers/promises";
import type { Place } from "./place.ts";
import { machineMs, processCosts, treeMs } from "./process-cost.ts";

/** CPU time in percent of one core. */
export interface Cost {
  /** The daemon; `clients` are the clients it runs on this machine. */
  daemon: number;
  clients: number;
  tmux: number;
  /** The processes that carry pane output: tmux runs one for each piped pane. */
  pipes: number;
  /** sshd and its descendants: the watcher, control clients. */
  remote: number;
  /** Everything else on this machine. */
  others: number;
}

export interface CostRoots {
  place: Place;
  /** Null if no daemon runs. */
  daemonPid: number | null;
}

/** The cost of each place over the next `seconds`, all measured at once. */
export async function costsOver(seconds: number, places: readonly CostRoots[]): Promise<Cost[]> {
  const roots = places.map(({ place, daemonPid }) => {
    return { daemonPid, tmuxPid: place.serverPid(), sshdPid: place.sshdPid() };
  });
  const look = () => ({ at: performance.now(), busy: machineMs(), costs: processCosts() });
  const before = look();
  await sleep(seconds * 1000);
  const after = look();
  const elapsed = after.at - before.at;
  const spent = roots.map(({ daemonPid, tmuxPid, sshdPid }) => {
    const difference = (of: (costs: typeof before.costs) => number) =>
      ((of(after.costs) - of(before.costs)) / elapsed) * 100;
    const own = (pid: number | null) => difference((costs) => costs.get(pid ?? 0)?.ownMs ?? 0);
    const tree = (pid: number | null) => difference((costs) => (pid === null ? 0 : treeMs(pid, costs)));
    const daemon = own(daemonPid);
    const pipes = difference((costs) =>
      [...costs.values()]
        .filter(({ parent, name }) => parent === tmuxPid && name === "cat")
        .reduce((sum, { ownMs }) => sum + ownMs, 0),
    );
    return { daemon, clients: tree(daemonPid) - daemon, tmux: own(tmuxPid), pipes, remote: tree(sshdPid) };
  });
  const ours = spent.reduce((sum, cost) => sum + cost.daemon + cost.clients + cost.tmux + cost.pipes + cost.remote, 0);
  const busy = ((after.busy - before.busy) / elapsed) * 100;
  return spent.map((cost) => ({ ...cost, others: Math.max(0, busy - ours) }));
}

/** The cost added by us; `alone` is tmux without a daemon. */
export function added(cost: Cost, alone: Cost): number {
  return cost.daemon + cost.clients + cost.pipes + cost.remote + Math.max(0, cost.tmux - alone.tmux);
}

export function shares(cost: Cost, alone: Cost): string {
  const tmux = Math.max(0, cost.tmux - alone.tmux);
  return [
    `daemon ${cost.daemon.toFixed(2)}`,
    `its clients ${cost.clients.toFixed(2)}`,
    `tmux +${tmux.toFixed(2)} (alone ${alone.tmux.toFixed(2)})`,
    ...(cost.pipes > 0 ? [`pipes ${cost.pipes.toFixed(2)}`] : []),
    ...(cost.remote > 0 ? [`sshd and watcher ${cost.remote.toFixed(2)}`] : []),
  ].join(", ");
}
