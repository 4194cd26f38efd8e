import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import { describe, expect, it, onTestFinished } from "vitest";
import { processStart } from "./processes.ts";

describe("processStart", () => {
  it("[LK1] is null for one that has ended, also where nobody takes note of it", async () => {
    expect(processStart(process.pid, Date.now())).not.toBeNull();
    // sleep never asks after its children
    const parent = spawn("sh", ["-c", "sleep 0 & echo $!; exec sleep 60"]);
    onTestFinished(() => void parent.kill("SIGKILL"));
    const [said] = await once(parent.stdout, "data");
    const pid = Number(String(said));
    if (process.platform === "linux") while (!/\) Z /.test(readFileSync(`/proc/${pid}/stat`, "utf8"))) await sleep(5);
    expect(processStart(pid, Date.now())).toBeNull();
  });
});
