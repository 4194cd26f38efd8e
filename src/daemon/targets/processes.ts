import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";

export interface ProcessStart {
  /** Tells two processes with one pid apart. */
  start: string;
  /** Milliseconds since the epoch. */
  startedAt: number;
}

const TICKS_PER_SECOND = 100;

/** When a process began, or null if it is gone. Linux reads /proc; elsewhere `ps` is asked. */
export function processStart(pid: number, now: number): ProcessStart | null {
  return process.platform === "linux" ? fromProc(pid, now) : fromPs(pid);
}

/** Changes with every boot: pids and tmux ids begin again then. */
export function bootId(): string {
  if (process.platform === "linux") return readFileSync("/proc/sys/kernel/random/boot_id", "utf8").trim();
  return execFileSync("sysctl", ["-n", "kern.boottime"], { encoding: "utf8" }).trim();
}

/** A start is told in the same words wherever the machine travels and whatever language it speaks. */
export function psEnvironment(): NodeJS.ProcessEnv {
  return { ...process.env, LC_ALL: "C", TZ: "UTC0" };
}

function fromProc(pid: number, now: number): ProcessStart | null {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
    // the command in parentheses may hold blanks and parentheses of its own
    const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
    // one that has ended is gone, though nobody has taken note of its end: where a container has no init nobody ever does
    if (/[ZXx]/.test(fields[0] ?? "")) return null;
    const ticks = Number(fields[19]);
    const uptimeMs = Number(readFileSync("/proc/uptime", "utf8").split(" ")[0]) * 1000;
    return { start: String(ticks), startedAt: now - uptimeMs + (ticks * 1000) / TICKS_PER_SECOND };
  } catch {
    return null;
  }
}

function fromPs(pid: number): ProcessStart | null {
  try {
    const options = { encoding: "utf8", env: psEnvironment() } as const;
    const text = execFileSync("ps", ["-o", "lstart=", "-p", String(pid)], options)
      .trim()
      .replace(/ +/g, " ");
    return text === "" ? null : { start: text, startedAt: Date.parse(`${text} UTC`) };
  } catch {
    return null;
  }
}
