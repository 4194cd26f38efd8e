import { type ChildProcess, spawn } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, describe, expect, it } from "vitest";
import type { ProcessFacts } from "../../../core/adapter/process-facts.ts";
import { readLocalProcesses, readStopped } from "./local-processes.ts";
import { processStart } from "./processes.ts";

const started: ChildProcess[] = [];

afterEach(() => {
  // each has its own process group, so its children end too
  for (const { pid } of started.splice(0)) if (pid !== undefined) killGroup(pid);
});

describe("readLocalProcesses", () => {
  it("[TG9] tells a shell and what it started, with argv as it was given", async () => {
    const odd = "two words\nand a line";
    const root = start("sh", ["-c", 'sh -c "sleep 60; true" "$0" "" last & wait', odd]);
    const found = await until([root], (processes) => processes.some(({ command }) => command === "sleep"));
    expect(found.map(({ pid, ppid, argv }) => ({ parent: pid === root ? 0 : ppid, argv }))).toEqual([
      { parent: 0, argv: ["sh", "-c", 'sh -c "sleep 60; true" "$0" "" last & wait', odd] },
      { parent: root, argv: ["sh", "-c", "sleep 60; true", odd, "", "last"] },
      { parent: found[1]?.pid, argv: ["sleep", "60"] },
    ]);
    expect(found.map(({ command }) => command)).toEqual(["sh", "sh", "sleep"]);
  });

  it("[BI19] start times are the same as those of processStart", async () => {
    const root = start("sleep", ["60"]);
    const now = Date.now();
    const [facts] = await until([root], (processes) => processes[0]?.command === "sleep");
    const known = processStart(root, now);
    expect(facts?.start).toBe(known?.start);
    expect(Math.abs((facts?.startedAt ?? 0) - (known?.startedAt ?? 0))).toBeLessThan(5_000);
    expect(Math.abs((facts?.startedAt ?? 0) - now)).toBeLessThan(5_000);
  });

  it.runIf(process.platform === "linux")("[TG9] finds what another thread started", async () => {
    const worker = `require("node:child_process").spawn("sleep", ["61"])`;
    const script = `new (require("node:worker_threads").Worker)(${JSON.stringify(worker)}, { eval: true }); setInterval(() => {}, 1000)`;
    const root = start(process.execPath, ["-e", script]);
    const found = await until([root], (processes) => processes.some(({ argv }) => argv[1] === "61"));
    expect(found.map(({ ppid, argv }) => [ppid === root, argv[0]])).toEqual([
      [false, process.execPath],
      [true, "sleep"],
    ]);
  });

  it("[BI19] neither a zombie nor a process that has gone is told", async () => {
    // the shell becomes a program that never reaps its child
    const root = start("sh", ["-c", "true & exec sleep 60"]);
    const gone = spawn("true", { stdio: "ignore" });
    await new Promise((resolve) => gone.once("exit", resolve));
    const roots = [root, gone.pid as number];
    const found = await until(roots, (processes) => processes.length === 1 && processes[0]?.command === "sleep");
    expect(found.map(({ pid }) => pid)).toEqual([root]);
  });

  it("[TG9] a root under another root is told once", async () => {
    const root = start("sh", ["-c", "sleep 60; true"]);
    const found = await until([root], (processes) => processes.some(({ command }) => command === "sleep"));
    const pids = found.map(({ pid }) => pid);
    const again = await readLocalProcesses([...pids, ...pids], Date.now());
    expect(again.map(({ pid }) => pid).sort()).toEqual([...pids].sort());
  });

  it.runIf(process.platform === "linux")("[TG9] a kernel that lists no children, and ps, tell the same", async () => {
    const root = start("sh", ["-c", "sh -c 'sleep 60; true'; true"]);
    const found = await until([root], (processes) => processes.some(({ command }) => command === "sleep"));
    const bare = procWithoutChildren([...found.map(({ pid }) => pid), process.pid]);
    const now = Date.now();
    expect(facts(await readLocalProcesses([root], now, bare))).toEqual(facts(found));
    rmSync(bare, { recursive: true });

    const told = await readLocalProcesses([root], now, null);
    expect(told.map(({ pid, ppid, command }) => ({ pid, ppid, command }))).toEqual(
      found.map(({ pid, ppid, command }) => ({ pid, ppid, command })),
    );
    for (const { startedAt } of told) expect(Math.abs(startedAt - now)).toBeLessThan(10_000);
  });
});

describe("readStopped", () => {
  it("[EN40] tells who is stopped, by /proc and by ps, and nobody who has gone", async () => {
    const [stopped, awake] = [start("sleep", ["60"]), start("sleep", ["60"])];
    process.kill(stopped, "SIGSTOP");
    await until([stopped], ([first]) => first?.stopped === true);
    const pids = [stopped, awake, 4_194_303];
    const ways = process.platform === "linux" ? ["/proc", null] : [null];
    for (const proc of ways) expect([...(await readStopped(pids, proc))]).toEqual([stopped]);
    process.kill(stopped, "SIGCONT");
    await until([stopped], ([first]) => first?.stopped === undefined);
    for (const proc of ways) expect([...(await readStopped(pids, proc))]).toEqual([]);
    expect([...(await readStopped([], null))]).toEqual([]);
  });
});

function start(command: string, args: string[]): number {
  const child = spawn(command, args, { stdio: "ignore", detached: true });
  started.push(child);
  return child.pid as number;
}

function killGroup(pid: number): void {
  try {
    process.kill(-pid, "SIGKILL");
  } catch {
    // it has already ended
  }
}

async function until(roots: number[], holds: (processes: ProcessFacts[]) => boolean): Promise<ProcessFacts[]> {
  for (;;) {
    const processes = await readLocalProcesses(roots, Date.now());
    if (holds(processes)) return processes;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

const facts = (processes: ProcessFacts[]) =>
  processes.map(({ startedAt: _, ...rest }) => rest).sort((a, b) => a.pid - b.pid);

function procWithoutChildren(pids: number[]): string {
  const proc = mkdtempSync(join(tmpdir(), "agtmux-proc-"));
  for (const pid of pids) {
    mkdirSync(join(proc, String(pid)));
    for (const name of ["stat", "cmdline"])
      writeFileSync(join(proc, String(pid), name), readFileSync(`/proc/${pid}/${name}`));
  }
  writeFileSync(join(proc, "uptime"), readFileSync("/proc/uptime"));
  return proc;
}
