import { execFileSync, spawn } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { onTestFinished } from "vitest";
import { until } from "./sandbox.ts";

const SYSTEMD = "/lib/systemd/systemd";

/** Its own mounts and control groups let it run where the machine was not booted with systemd. */
const SCRIPT = `
umount /sys/fs/cgroup/* 2>/dev/null; umount -l /sys/fs/cgroup
mount -t cgroup2 none /sys/fs/cgroup && mount -t tmpfs none /run && mkdir -p /run/systemd/system || exit 1
exec ${SYSTEMD} --user --log-target=null`;

/** A real user systemd for one account's home; returns the variables that lead to it. */
export async function userSystemd(home: string): Promise<NodeJS.ProcessEnv> {
  const runtime = mkdtempSync(join(tmpdir(), "agtmux-run-"));
  mkdirSync(home, { recursive: true });
  const env = { HOME: home, XDG_RUNTIME_DIR: runtime };
  const child = spawn("unshare", ["-Cm", "--propagation", "private", "sh", "-c", SCRIPT], {
    env: { PATH: process.env.PATH, ...env },
    stdio: "ignore",
  });
  let hasEnded = false;
  child.once("error", () => {
    hasEnded = true;
  });
  child.once("exit", () => {
    hasEnded = true;
  });
  onTestFinished(async () => {
    if (!hasEnded) child.kill("SIGTERM");
    await until(() => hasEnded);
    rmSync(runtime, { recursive: true, force: true });
  });
  await until(() => hasEnded || answers(env));
  if (hasEnded) throw new Error("no user systemd can be run here: install systemd, and run this as root");
  return env;
}

function answers(env: NodeJS.ProcessEnv): boolean {
  try {
    execFileSync("systemctl", ["--user", "show", "--property=Version"], {
      env: { ...process.env, ...env },
      stdio: "ignore",
    });
    return true;
  } catch {
    return false;
  }
}
