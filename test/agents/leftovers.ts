import { readdirSync, readFileSync } from "node:fs";

/** Ends what agents have left running in the background: whatever has its home in this folder. */
export function endLeftovers(folder: string): void {
  for (const pid of readdirSync("/proc").filter((name) => /^\d+$/.test(name)))
    if (homeOf(pid)?.startsWith(`${folder}/`)) endProcess(Number(pid));
}

function homeOf(pid: string): string | undefined {
  try {
    const environment = readFileSync(`/proc/${pid}/environ`, "utf8").split("\0");
    return environment.find((entry) => entry.startsWith("HOME="))?.slice("HOME=".length);
  } catch {
    // it has ended, or is another user's
    return undefined;
  }
}

function endProcess(pid: number): void {
  try {
    process.kill(pid, "SIGKILL");
  } catch {
    // it has ended meanwhile
  }
}
