import { setTimeout as sleep } from "node:timers/promises";
import { Fault } from "../../core/protocol/base/fault.ts";
import type { Health } from "../../core/protocol/base/state.ts";
import type { Registration } from "../../core/spool/registration.ts";
import type { ViewedTarget } from "./target-views.ts";

const CONNECT_MS = 60_000;
const POLL_MS = 50;
const LIST_MS = 5_000;
/** Within this time a target has given back what is ours, also on a loaded machine. */
const LEAVE_MS = 4_000;
/** One that did not answer before hardly does so now. */
const LEAVE_SILENT_MS = 1_000;

/** Connects now; rejects with the reason if that fails. */
export async function untilConnected({ row, parts }: ViewedTarget, signal: AbortSignal): Promise<void> {
  const { health, observer } = parts;
  const name = row.target_name;
  const before = health.attempts;
  observer.wake();
  const until = AbortSignal.any([signal, AbortSignal.timeout(CONNECT_MS)]);
  while (health.health !== "ok") {
    if (health.attempts > before && health.fault !== null) throw health.fault;
    await sleep(POLL_MS, undefined, { signal: until }).catch(() => {
      throw new Fault("E_TARGET_UNREACHABLE", `${name} has not answered yet`, { target: name });
    });
  }
}

/** Resolves when tmux answers, is known not to run, or takes too long. A connection that was just cut still counts as open. */
export async function untilAnswered({ parts, observed }: ViewedTarget): Promise<void> {
  const late = AbortSignal.timeout(leaveMs(parts.health));
  const tooLate = new Promise<null>((resolve) => late.addEventListener("abort", () => resolve(null)));
  while (observed.topology !== null && !late.aborted) {
    const answer = observed.control?.run("display-message -p ok").catch(() => null);
    if (await Promise.race([answer, tooLate])) return;
    parts.observer.wake();
    await sleep(POLL_MS);
  }
}

/** Registers a pane that we just opened, perhaps on a new server; later if it is not seen in time. */
export async function registerOpenedPane({ parts, observed }: ViewedTarget, registration: Registration): Promise<void> {
  const { sessions, observer } = parts;
  for (let waited = 0; waited < LIST_MS; waited += POLL_MS) {
    if (observed.topology?.server.pid === registration.tmux_server_pid) {
      const heard = await sessions.register(registration).then(
        () => true,
        () => false,
      );
      if (heard) return;
    } else observer.wake();
    await sleep(POLL_MS);
  }
  sessions.remember(registration);
}

/** Resolves when lists no longer show a closed pane. */
export async function untilPaneGone({ parts, observed }: ViewedTarget, paneId: string): Promise<void> {
  for (let waited = 0; waited < LIST_MS; waited += POLL_MS) {
    await parts.observer.refresh().catch(() => undefined);
    if (observed.topology?.panes.has(paneId) !== true) return;
    await sleep(POLL_MS);
  }
}

/** Waits for the end of what removes ours from a target, as long as it may take. */
export async function whileLeaving(work: Promise<unknown>, health: { health: Health }): Promise<void> {
  await Promise.race([work, sleep(leaveMs(health), undefined, { ref: false })]);
}

function leaveMs({ health }: { health: Health }): number {
  return health === "ok" ? LEAVE_MS : LEAVE_SILENT_MS;
}
