import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { Fault, messageOf } from "../../core/protocol/base/fault.ts";
import { NEXT_START_FILE, type NextStart } from "../../core/protocol/daemon/next-start.ts";

/** Longer than a supervisor pauses between two starts. */
const VALID_MS = 90_000;

/** Leaves flags for the next daemon of this home, which its supervisor starts. */
export function noteNextStart(home: string, flags: readonly string[]): void {
  if (flags.length === 0) return;
  const next: NextStart = { args: [...flags], until: Date.now() + VALID_MS };
  const path = join(home, NEXT_START_FILE);
  try {
    writeFileSync(path, JSON.stringify(next), { mode: 0o600 });
  } catch (cause) {
    throw new Fault("E_HOME_UNUSABLE", `cannot write ${path}: ${messageOf(cause)}`, { home }, cause);
  }
}
