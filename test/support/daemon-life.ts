import { readFileSync } from "node:fs";
import { join } from "node:path";
import { type Sandbox, until } from "./sandbox.ts";

/** The pid from the daemon's pid file: works while the daemon is still starting or too busy to respond. */
export function daemonPid(box: Sandbox): number {
  return Number(readFileSync(join(box.home, "daemon.pid"), "utf8"));
}

/** Kills the daemon as a power cut would, and waits until it is gone. */
export async function killDaemon(box: Sandbox): Promise<void> {
  const pid = daemonPid(box);
  // a killed daemon leaves its pid file behind, and the pid may have been reused
  const command = process.platform === "linux" ? readFileSync(`/proc/${pid}/cmdline`, "utf8") : "daemon";
  if (!command.includes("daemon")) throw new Error(`${pid} is not the daemon`);
  process.kill(pid, "SIGKILL");
  await until(
    () => !isRunning(pid),
    () => `pid ${pid} outlived SIGKILL`,
  );
}

export async function stopDaemon(box: Sandbox): Promise<void> {
  const ran = await box.agtmux(["daemon", "stop"]);
  if (ran.code !== 0) throw new Error(`the daemon does not stop: ${ran.stderr}`);
}

export async function restartDaemon(box: Sandbox): Promise<void> {
  await stopDaemon(box);
  await box.startDaemon();
}

/** A zombie counts as not running. */
export function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
  } catch {
    return false;
  }
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
    return stat.slice(stat.lastIndexOf(")") + 2, stat.lastIndexOf(")") + 3) !== "Z";
  } catch {
    return process.platform !== "linux";
  }
}
