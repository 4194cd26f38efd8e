import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { until } from "../../../../test/support/sandbox.ts";
import { readStopped } from "../processes/local-processes.ts";

const SCRIPT = readFileSync(join(import.meta.dirname, "../../../remote/processes.sh"), "utf8");

describe("tell_stopped", () => {
  it("[EN40, TG9] of the processes asked for it tells those that are stopped, by /proc and by ps", async () => {
    const [stopped, awake] = [start(), start()];
    stopped.kill("SIGSTOP");
    const pid = stopped.pid as number;
    await until(async () => (await readStopped([pid])).has(pid));
    const withoutProc = SCRIPT.replaceAll("/proc/self/stat", "/nowhere/stat");
    for (const script of [SCRIPT, withoutProc]) {
      const words = `${script}\ntell_stopped 7 ${pid} ${awake.pid} 4194303\ntell_stopped 8 ${awake.pid}\n`;
      expect(execFileSync("sh", { input: words, encoding: "utf8" })).toBe(
        `__SCHMUX_SIGNAL__ps 7\t${pid} T%0A__END__\n__SCHMUX_SIGNAL__ps 8\t__END__\n`,
      );
    }
  });
});

function start(): ChildProcess {
  const child = spawn("sleep", ["60"], { stdio: "ignore" });
  onTestFinished(() => void child.kill("SIGKILL"));
  return child;
}
