import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";

const PATIENCE_MS = 30_000;

/** Runs the hook command as agents do; returns when the entry is in the spool. */
export function sendHook(agent: string, event: string, payload: object): void {
  spawnSync(command(), ["hook", agent, event], { input: JSON.stringify(payload), stdio: ["pipe", "ignore", "ignore"] });
}

/** The daemon puts the command there when it starts, which is later than the pretend agents. */
export async function untilHooked(): Promise<void> {
  for (const deadline = Date.now() + PATIENCE_MS; !existsSync(command()) && Date.now() < deadline; ) await sleep(50);
}

function command(): string {
  return join(process.env.AGTMUX_HOME ?? "", "bin", "agtmux");
}
