import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";

export interface ProcessStart {
  /** Tells apart two processes with the same pid. */
  start: string;
  /** Milliseconds since the epoch. */
  startedAt: number;
}

const TICKS_PER_SECOND = 100;

/** When a process started, or null if it has ended. Reads /proc on Linux, else runs `ps`. */
export function processStart(pid: number, now: number): ProcessStart | null {
  return process.platform === "linux" ? fromProc(pid, now) : fromPs(pid);
}

/** Changes with every boot, when pids and tmux ids start over. */
export function bootId(): string {
  if (process.platform === "linux") return readFileSync("/proc/sys/kernel/random/boot_id", "utf8").trim();
  return execFileSync("sysctl", ["-n", "kern.boottime"], { encoding: "utf8" }).trim();
}

/** Makes `ps` print the same start time in every time zone and language. */
export function psEnvironment(): NodeJS.ProcessEnv {
  return { ...process.env, LC_ALL: "C", TZ: "UTC0" };
}

function fromProc(pid: number, now: number): ProcessStart | null {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
    // the command in parentheses may contain spaces and parentheses
    const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
    // a zombie has ended; in a container without init it is never reaped
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
