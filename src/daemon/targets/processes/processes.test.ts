import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { describe, expect, it, onTestFinished } from "vitest";
import { until } from "../../../../test/support/sandbox.ts";
import { processStart } from "./processes.ts";

describe("processStart", () => {
  it("[LK1] is null for a process that has ended, also for a zombie", async () => {
    expect(processStart(process.pid, Date.now())).not.toBeNull();
    // sleep never reaps children, but the shell before `exec` does: the child must end after that
    const parent = spawn("sh", ["-c", "sleep 60 & echo $!; exec sleep 60"]);
    onTestFinished(() => void parent.kill("SIGKILL"));
    const [said] = await once(parent.stdout, "data");
    const pid = Number(String(said));
    await until(() => processName(parent.pid ?? 0) === "sleep");
    process.kill(pid, "SIGKILL");
    if (process.platform === "linux") await until(() => /\) Z /.test(readFileSync(`/proc/${pid}/stat`, "utf8")));
    expect(processStart(pid, Date.now())).toBeNull();
  });
});

function processName(pid: number): string {
  return execFileSync("ps", ["-o", "comm=", "-p", String(pid)], { encoding: "utf8" }).trim();
}
