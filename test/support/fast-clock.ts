import { rmSync } from "node:fs";
import { onTestFinished } from "vitest";
import { fakeTimeLibrary } from "./faketime.ts";
import { spawned } from "./sandbox.ts";

/** Starts a program whose clocks and waits run `times` faster; killed when the test ends. */
export function spawnedFast(times: number, command: string, args: string[], env: NodeJS.ProcessEnv): void {
  const library = fakeTimeLibrary();
  const { pid } = spawned(command, args, { ...env, LD_PRELOAD: library, FAKETIME: `+0 x${times}` });
  onTestFinished(() => {
    // a killed process leaves these behind
    for (const name of [`faketime_shm_${pid}`, `sem.faketime_sem_${pid}`]) rmSync(`/dev/shm/${name}`, { force: true });
  });
}
