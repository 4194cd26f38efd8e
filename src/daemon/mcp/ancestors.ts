import { execFile } from "node:child_process";
import { readFileSync } from "node:fs";
import { promisify } from "node:util";
import { parseStat } from "../targets/processes/process-table.ts";

/** More than any process has; a table that changes while it is read could lead in a circle. */
const MOST = 64;

/** The processes above this one on this machine, nearest first; empty if it has ended. */
export async function ancestorsOf(pid: number): Promise<number[]> {
  const parentOf = process.platform === "linux" ? fromProc : await fromPs();
  const above: number[] = [];
  for (let each = parentOf(pid); each !== null && each > 1 && above.length < MOST; each = parentOf(each))
    above.push(each);
  return above;
}

function fromProc(pid: number): number | null {
  try {
    return parseStat(readFileSync(`/proc/${pid}/stat`, "utf8"))?.ppid ?? null;
  } catch (error) {
    if (["ENOENT", "ESRCH"].includes((error as NodeJS.ErrnoException).code ?? "")) return null;
    throw error;
  }
}

async function fromPs(): Promise<(pid: number) => number | null> {
  const { stdout } = await promisify(execFile)("ps", ["-A", "-o", "pid=,ppid="]);
  const pairs = stdout.split("\n").map((line) => line.trim().split(/\s+/).map(Number));
  const parents = new Map(pairs.flatMap(([pid, ppid]) => (pid && ppid ? [[pid, ppid] as const] : [])));
  return (pid) => parents.get(pid) ?? null;
}
