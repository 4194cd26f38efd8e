import { execFileSync } from "node:child_process";

export interface Process {
  pid: number;
  parent: number;
  name: string;
}

/** All descendants of a process, from one process listing. */
export function descendants(pid: number, all = processes()): Process[] {
  return all.filter(({ parent }) => parent === pid).flatMap((each) => [each, ...descendants(each.pid, all)]);
}

function processes(): Process[] {
  const lines = execFileSync("ps", ["-A", "-o", "pid=,ppid=,stat=,comm="], { encoding: "utf8" }).trim().split("\n");
  return lines.flatMap((line) => {
    const [pid, parent, stat = "", name = ""] = line.trim().split(/\s+/);
    // one that has ended stays on the list until its shell looks
    return stat.startsWith("Z") ? [] : [{ pid: Number(pid), parent: Number(parent), name }];
  });
}
