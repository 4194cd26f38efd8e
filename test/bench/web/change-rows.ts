import { setTimeout as sleep } from "node:timers/promises";
import type { PaneItem } from "../../../src/core/protocol/lists/lists.ts";

/** Makes as many changes as are due by now, even when this process is late. Returns their number. */
export async function changeRows(
  panes: readonly PaneItem[],
  tell: (pane: PaneItem) => void,
  before: number,
  { perSecond, forMs }: { perSecond: number; forMs: number },
): Promise<number> {
  const began = performance.now();
  let done = 0;
  for (let passed = 0; passed < forMs; passed = performance.now() - began) {
    for (; done < (passed / 1_000) * perSecond; done += 1) {
      const n = before + done;
      const pane = panes[(n * 7) % panes.length] as PaneItem;
      const state = Math.floor(n / panes.length) % 2 === 0 ? "idle" : "running";
      tell({ ...pane, message: `changed ${n}`, state, since: Date.now(), state_version: n + 2 });
    }
    await sleep(1_000 / perSecond);
  }
  return done;
}
