import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { expect, it, onTestFinished } from "vitest";
import { canNetns } from "../support/fake-network.ts";
import { until } from "../support/sandbox.ts";

const SCRIPT = resolve(import.meta.dirname, "../../scripts/soak.mjs");
const SIZE = "--minutes 5 --panes 12 --remotes 2 --members 1 --clients 2 --terminals 3".split(" ");

it.skipIf(!canNetns())("[FT7] a soak that is interrupted leaves no process and no folder behind", async () => {
  const folder = mkdtempSync(join(tmpdir(), "agtmux-soak-test-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const run = spawn(process.execPath, [SCRIPT, ...SIZE], { env: { ...process.env, TMPDIR: folder } });
  onTestFinished(() => {
    run.kill("SIGKILL");
  });
  let heard = "";
  for (const output of [run.stdout, run.stderr]) output.on("data", (chunk) => (heard += chunk));
  const ended = once(run, "exit");
  await until(
    () => heard.includes("panes are registered"),
    () => heard,
  );
  expect(processesIn(folder).length).toBeGreaterThan(10);
  run.kill("SIGINT");
  expect(await ended).toEqual([130, null]);
  expect({ processes: processesIn(folder), files: readdirSync(folder) }).toEqual({ processes: [], files: [] });
});

/** Command lines that name the folder. */
function processesIn(folder: string): string[] {
  return readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name))
    .flatMap((pid) => {
      try {
        const command = readFileSync(`/proc/${pid}/cmdline`, "utf8").replaceAll("\0", " ");
        return command.includes(folder) ? [command] : [];
      } catch {
        // it has ended meanwhile
        return [];
      }
    });
}
