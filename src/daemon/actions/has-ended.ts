import { setTimeout as sleep } from "node:timers/promises";
import type { ProcessMark } from "../../core/actions/process-check.ts";
import type { GuardedPane } from "./guarded-pane.ts";

/** How long an agent may take to end. Codex needs six seconds. */
const ENDS_MS = 8_000;
const LOOK_MS = 150;

/** Whether that process ends soon. */
export async function hasEnded(mark: ProcessMark, guardedPane: GuardedPane): Promise<boolean> {
  for (let waited = 0; waited < ENDS_MS; waited += LOOK_MS) {
    if (!(await guardedPane.isAlive(mark))) return true;
    await sleep(LOOK_MS);
  }
  return false;
}
