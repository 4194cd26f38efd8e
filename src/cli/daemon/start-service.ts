import { setTimeout as sleep } from "node:timers/promises";
import { Fault } from "../../core/protocol/base/fault.ts";
import type { Context } from "../common/context.ts";
import { makePrivateDirectory } from "../common/private-directory.ts";
import { START_MS } from "../common/spawn-daemon.ts";
import { installedService } from "../service/find-service.ts";
import { noteNextStart } from "./next-start.ts";

const LOOK_MS = 50;
/** A daemon that fails at once does so within this time. */
const FAIL_MS = 8_000;

/** Has systemd or launchd start the daemon if it is its service; returns whether the daemon answers then. */
export async function startService(flags: readonly string[], context: Context): Promise<boolean> {
  const service = installedService(context.home);
  if (service === null || (await service.whyNot()) !== null) return false;
  makePrivateDirectory(context.home);
  noteNextStart(context.home, flags);
  await service.start();
  const begun = Date.now();
  for (; Date.now() - begun < START_MS; await sleep(LOOK_MS)) {
    if (
      await context.client.health().then(
        () => true,
        () => false,
      )
    )
      return true;
    const { pid, state } = await service.look();
    if (pid === null && (state === "failed" || Date.now() - begun > FAIL_MS)) break;
  }
  throw new Fault("E_SERVICE", `the service ${service.name} does not stay up: '${service.logs}' says why`);
}
