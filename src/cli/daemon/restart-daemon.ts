import { setTimeout as sleep } from "node:timers/promises";
import { ERRORS } from "../../core/protocol/base/error-codes.ts";
import { asFault, Fault } from "../../core/protocol/base/fault.ts";
import type { DaemonStatus } from "../../core/protocol/daemon/daemon.ts";
import { checkStart } from "../common/check-start.ts";
import type { Context } from "../common/context.ts";
import { daemonProgram, START_MS } from "../common/spawn-daemon.ts";
import { installedService } from "../service/find-service.ts";
import { daemonStatus, isAlive, LOOK_MS, pidOfDaemon, startDaemon, stopDaemon, untilGone } from "./daemon-life.ts";
import { noteNextStart } from "./next-start.ts";

/** How long to wait for a new daemon whose pid is not known. */
const UNHEARD_MS = 20_000;
/** How long a supervisor may take to start the daemon again. */
const SUPERVISOR_MS = 10_000;

/** Checks that the new daemon could start before stopping the old one; if not, the old one keeps running. */
export async function restartDaemon(flags: string[], context: Context): Promise<DaemonStatus> {
  const pid = await pidOfDaemon(context);
  const fault = pid === null ? null : await checkStart(flags);
  if (fault !== null) {
    const after = `The daemon was not restarted: the one that runs (pid ${pid}) goes on as before. Correct this, then run 'agtmux daemon restart' again.`;
    throw new Fault(fault.code, `${fault.message}\n${after}`, fault.details);
  }
  const outcome = pid === null ? "none" : await replaceOrStop(pid, flags, context);
  try {
    const running = await startDaemon(flags, context);
    if (outcome === "left") context.note(LEFT);
    return running;
  } catch (error) {
    if (outcome === "none") throw error;
    const { code, message, details } = asFault(error);
    throw new Fault(code, `${message}\n${code === "E_DAEMON_DOWN" ? NOT_UP_YET : NONE_RUNS}`, details);
  }
}

/** `none`: no daemon ran. `stopped`: it has ended. `left`: it has ended, and its supervisor has not started another. */
type Outcome = "none" | "stopped" | "left";

/** From the first call on. */
function within(ms: number): () => boolean {
  let deadline: number | null = null;
  return () => {
    deadline ??= Date.now() + ms;
    return Date.now() < deadline;
  };
}

/**
 * Has the old daemon start the next one and pass it the listening sockets, so that no other program can take the port
 * in between; one that has a supervisor leaves the start to that. Returns when the new one answers or fails; then the
 * caller retries without the sockets and reports why.
 */
async function replaceOrStop(pid: number, flags: string[], context: Context): Promise<Outcome> {
  let isSupervised = false;
  // its supervisor starts the next one, and knows nothing of these flags
  if ((await daemonStatus(context)).supervised) noteNextStart(context.home, flags);
  const env = Object.fromEntries(Object.entries(process.env).filter(([, value]) => value !== undefined));
  const request = {
    ...{ node: process.execPath, program: daemonProgram(), args: flags },
    ...{ env: env as Record<string, string>, cwd: process.cwd() },
  };
  const mayComeUp = await context.client.restart(request).then(
    ({ next }) => {
      isSupervised = next === null;
      return next === null ? within(SUPERVISOR_MS) : () => isAlive(next);
    },
    (error: unknown) => {
      // an older daemon lacks this route; a daemon that breaks off in its response is shutting down
      const { code, details } = asFault(error);
      if (code !== "E_DAEMON_DOWN" || details.absent) return null;
      return within(UNHEARD_MS);
    },
  );
  if (mayComeUp === null) return (await stopDaemon(context)) ? "stopped" : "none";
  await untilGone(pid);
  // systemd would pause first
  if (isSupervised)
    await installedService(context.home)
      ?.start()
      .catch(() => undefined);
  for (const deadline = Date.now() + START_MS; Date.now() < deadline && mayComeUp(); await sleep(LOOK_MS))
    if ((await daemonStatus(context)).running) return "stopped";
  return isSupervised ? "left" : "stopped";
}

const LEFT = `agtmux: the daemon ran in the foreground, and nothing has started it again within ${SUPERVISOR_MS / 1_000} s: one runs in the background now. If a supervisor should start it, stop this one ('agtmux daemon stop') and start that; it must start the daemon again after exit status ${ERRORS.E_RESTARTING.exit}`;

const NONE_RUNS =
  "No daemon runs now: the old one had stopped before the new one failed. Correct this, then run 'agtmux daemon start'.";
const NOT_UP_YET = "The old daemon has stopped, and the new one does not answer yet: 'agtmux daemon status' tells.";
