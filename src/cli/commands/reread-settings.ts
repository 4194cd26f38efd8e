import type { Context } from "../common/context.ts";
import { daemonCommand } from "./daemon.ts";

/** Restarts the daemon, since it reads its settings when it starts. False if none runs. */
export async function rereadSettings(context: Context): Promise<boolean> {
  const isRunning = await context.client.health().then(
    () => true,
    () => false,
  );
  if (isRunning) await daemonCommand(["restart"], { ...context, out: () => undefined });
  else context.out("the daemon is not running: 'agtmux daemon start' starts it with these settings");
  return isRunning;
}
