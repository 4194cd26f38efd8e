import { readdirSync, readFileSync } from "node:fs";

/** The kernel's unit of CPU time. */
const TICK_MS = 10;

export interface ProcessCost {
  pid: number;
  parent: number;
  name: string;
  /** CPU time of the process itself, in milliseconds. */
  ownMs: number;
  /** CPU time of its children that have ended, in milliseconds. */
  buriedMs: number;
}

/** All processes, from one reading of /proc. */
export function processCosts(): Map<number, ProcessCost> {
  const costs = readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name))
    .flatMap((pid) => costOf(Number(pid)) ?? []);
  return new Map(costs.map((cost) => [cost.pid, cost]));
}

/** CPU milliseconds of a process and all its descendants, including ended ones. */
export function treeMs(root: number, costs: ReadonlyMap<number, ProcessCost>): number {
  const children = [...costs.values()].filter(({ parent }) => parent === root);
  const { ownMs = 0, buriedMs = 0 } = costs.get(root) ?? {};
  return children.reduce((sum, child) => sum + treeMs(child.pid, costs), ownMs + buriedMs);
}

/** Milliseconds that this machine's cores have been busy. */
export function machineMs(): number {
  const [user = 0, nice = 0, system = 0, , , irq = 0, softirq = 0] = (
    readFileSync("/proc/stat", "utf8").split("\n")[0] ?? ""
  )
    .split(/\s+/)
    .slice(1)
    .map(Number);
  return (user + nice + system + irq + softirq) * TICK_MS;
}

export function residentMb(pid: number): number {
  return Number(/^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1]) / 1024;
}

function costOf(pid: number): ProcessCost | null {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
    const close = stat.lastIndexOf(")");
    const fields = stat.slice(close + 2).split(" ");
    const [user = 0, system = 0, buriedUser = 0, buriedSystem = 0] = fields.slice(11, 15).map(Number);
    return {
      pid,
      parent: Number(fields[1]),
      name: stat.slice(stat.indexOf("(") + 1, close),
      ownMs: exactMs(pid, Number(fields[17])) ?? (user + system) * TICK_MS,
      buriedMs: (buriedUser + buriedSystem) * TICK_MS,
    };
  } catch {
    // it has just exited
    return null;
  }
}

/** A process that wakes only briefly stays below the tick; the scheduler counts nanoseconds. */
function exactMs(pid: number, threads: number): number | null {
  const tasks =
    threads === 1 ? [`/proc/${pid}`] : readdirSync(`/proc/${pid}/task`).map((tid) => `/proc/${pid}/task/${tid}`);
  try {
    return tasks.reduce((sum, task) => sum + Number(readFileSync(`${task}/schedstat`, "utf8").split(" ")[0]) / 1e6, 0);
  } catch {
    return null;
  }
}
