import { readFileSync, rmSync } from "node:fs";
import { NextStart } from "../../core/protocol/daemon/next-start.ts";

/** The flags that a command has left for this start, which are then gone; none if they are old. */
export function takeNextStart(path: string, now: number): string[] {
  try {
    const next = NextStart.parse(JSON.parse(readFileSync(path, "utf8")));
    return next.until > now ? next.args : [];
  } catch {
    return [];
  } finally {
    removeQuietly(path);
  }
}

function removeQuietly(path: string): void {
  try {
    rmSync(path, { force: true });
  } catch {
    // too old at the next start
  }
}
