import { execFileSync } from "node:child_process";

export interface Process {
  pid: number;
  parent: number;
  name: string;
}

/** Everything under a process, from one look at all of them. */
export function descendants(pid: number, all = processes()): Process[] {
  return all.filter(({ parent }) => parent === pid).flatMap((each) => [each, ...descendants(each.pid, all)]);
}

function processes(): Process[] {
  const lines = execFileSync("ps", ["-A", "-o", "pid=,ppid=,comm="], { encoding: "utf8" }).trim().split("\n");
  return lines.map((line) => {
    const [pid, parent, name = ""] = line.trim().split(/\s+/);
    return { pid: Number(pid), parent: Number(parent), name };
  });
}
