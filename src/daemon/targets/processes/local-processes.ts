import { execFile } from "node:child_process";
import { readdirSync, readFileSync, readlinkSync } from "node:fs";
import { setImmediate as breathe } from "node:timers/promises";
import { promisify } from "node:util";
import type { ProcessFacts } from "../../../core/adapter/process-facts.ts";
import { parseProcessTable, parseStat, parseStopped, startedAt, withoutEmptyTail } from "./process-table.ts";
import { psEnvironment } from "./processes.ts";

/** Reads between two yields to the event loop: about a millisecond. */
const AT_ONCE = 64;
const PS_BUFFER = 64 * 1024 * 1024;

type Stat = NonNullable<ReturnType<typeof parseStat>>;

/**
 * These processes and all their descendants, without those that end meanwhile. `proc` is null where there is no /proc.
 */
export async function readLocalProcesses(
  roots: readonly number[],
  now: number,
  proc: string | null = process.platform === "linux" ? "/proc" : null,
): Promise<ProcessFacts[]> {
  if (proc === null) return under(roots, await fromPs(now));
  const uptime = Number.parseFloat(read(`${proc}/uptime`) ?? "");
  const stats = listsChildren(proc) ? await follow(proc, roots) : under(roots, await scan(proc));
  return inBreaths(stats, ({ threads: _, ...facts }) => ({
    ...facts,
    startedAt: startedAt(facts.start, uptime, now),
    argv: argvOf(proc, facts.pid) ?? [facts.command],
  }));
}

/** Which of these processes a signal has stopped: one short read each, or one `ps` for all. */
export async function readStopped(
  pids: readonly number[],
  proc: string | null = process.platform === "linux" ? "/proc" : null,
): Promise<ReadonlySet<number>> {
  if (pids.length === 0) return new Set();
  if (proc !== null) {
    const stats = await inBreaths(pids, (pid) => statOf(proc, pid));
    return new Set(stats.flatMap((stat) => (stat?.stopped === true ? [stat.pid] : [])));
  }
  const ps = promisify(execFile)("ps", ["-o", "pid=,stat=", "-p", pids.join(",")], { env: psEnvironment() });
  // a non-zero exit code only means that one of them has ended
  const { stdout } = await ps.catch((error: { stdout?: string }) => ({ stdout: error.stdout ?? "" }));
  return parseStopped(stdout);
}

/** Whether a process has living children other than `known` and those that write into `ours`. */
export async function hasOtherChildren(pid: number, known: ReadonlySet<number>, ours: string): Promise<boolean> {
  const proc = process.platform === "linux" ? "/proc" : null;
  const all = proc === null ? await fromPs(0) : await scan(proc);
  return all.some((each) => each.ppid === pid && !known.has(each.pid) && !isOver(proc, each.pid, ours));
}

/** True for a zombie, and for a process that writes into `ours`. */
function isOver(proc: string | null, pid: number, ours: string): boolean {
  if (proc === null) return false;
  try {
    return (
      read(`${proc}/${pid}/stat`)?.includes(") Z ") !== false ||
      readlinkSync(`${proc}/${pid}/fd/1`).startsWith(`${ours}/`)
    );
  } catch {
    return true;
  }
}

async function follow(proc: string, roots: readonly number[]): Promise<Stat[]> {
  const found = new Map<number, Stat>();
  for (let level = [...new Set(roots)]; level.length > 0; ) {
    const stats = await inBreaths(level, (pid) => statOf(proc, pid));
    const alive = stats.filter((stat) => stat !== null);
    for (const stat of alive) found.set(stat.pid, stat);
    const children = await inBreaths(alive, (stat) => childrenOf(proc, stat));
    level = [...new Set(children.flat())].filter((pid) => !found.has(pid));
  }
  return [...found.values()];
}

/** The kernel lists a child under the thread that started it. */
function childrenOf(proc: string, { pid, threads }: Stat): number[] {
  const tids = threads === 1 ? [pid] : list(`${proc}/${pid}/task`);
  return tids.flatMap((tid) =>
    (read(`${proc}/${pid}/task/${tid}/children`) ?? "").split(" ").filter(Boolean).map(Number),
  );
}

/** For kernels that do not list children. */
async function scan(proc: string): Promise<Stat[]> {
  const pids = list(proc).filter((name) => /^\d+$/.test(name));
  return (await inBreaths(pids, (pid) => statOf(proc, Number(pid)))).filter((stat) => stat !== null);
}

function under<T extends { pid: number; ppid: number }>(roots: readonly number[], all: readonly T[]): T[] {
  const children = new Map<number, number[]>();
  for (const { pid } of all) children.set(pid, []);
  for (const { pid, ppid } of all) children.get(ppid)?.push(pid);
  const wanted = new Set(roots);
  // iterating a set also visits the elements added meanwhile
  for (const pid of wanted) for (const child of children.get(pid) ?? []) wanted.add(child);
  return all.filter(({ pid }) => wanted.has(pid));
}

function statOf(proc: string, pid: number): Stat | null {
  const line = read(`${proc}/${pid}/stat`);
  return line === null ? null : parseStat(line);
}

function argvOf(proc: string, pid: number): string[] | null {
  const argv = withoutEmptyTail((read(`${proc}/${pid}/cmdline`) ?? "").split("\0"));
  return argv.length === 0 ? null : argv;
}

async function inBreaths<T, R>(items: readonly T[], each: (item: T) => R): Promise<R[]> {
  const results: R[] = [];
  for (const item of items) {
    results.push(each(item));
    if (results.length % AT_ONCE === 0) await breathe();
  }
  return results;
}

async function fromPs(now: number): Promise<ProcessFacts[]> {
  const columns = "pid=,ppid=,stat=,lstart=,command=";
  const options = { env: psEnvironment(), maxBuffer: PS_BUFFER };
  const { stdout } = await promisify(execFile)("ps", ["-A", "-ww", "-o", columns], options);
  return parseProcessTable(stdout.replace(/^/gm, "P "), now);
}

function listsChildren(proc: string): boolean {
  return read(`${proc}/self/task/${process.pid}/children`) !== null;
}

function list(directory: string): string[] {
  try {
    return readdirSync(directory);
  } catch {
    return [];
  }
}

function read(path: string): string | null {
  try {
    return readFileSync(path, "utf8");
  } catch {
    return null;
  }
}
