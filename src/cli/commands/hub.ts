import { resolve } from "node:path";
import { Fault } from "../../core/protocol/base/fault.ts";
import type { Context } from "../common/context.ts";
import { loadBundle } from "../common/load-bundle.ts";
import { readOptions } from "../common/options.ts";
import { HUB } from "../tables/hub.ts";
import { daemonCommand } from "./daemon.ts";
import type { hasFleetTable, planFleetTable } from "./fleet-table.ts";

/** Runs a daemon in the foreground that watches no tmux and shows a fleet. */
export async function hubCommand(args: string[], context: Context): Promise<void> {
  const { positionals, values } = readOptions(HUB, args);
  const [urls, ...rest] = positionals;
  if (rest.length > 0) throw new Fault("E_USAGE", `"${rest[0]}" is one word too many: hub wants one address`);
  const { creds, ca, name, port } = values;
  const file = loadBundle<{ hasFleetTable: typeof hasFleetTable; planFleetTable: typeof planFleetTable }>("config");
  const running = await context.client.health().catch(() => null);
  if (running !== null)
    throw new Fault("E_DAEMON_RUNNING", `a daemon runs already in ${context.home}: 'agtmux daemon stop' first`);
  if (urls !== undefined)
    file
      .planFleetTable(context.home, (before) => ({
        ...{ url: urls.split(","), name: name ?? before?.name ?? "hub" },
        ...(creds !== undefined && { creds: resolve(creds) }),
        ...(ca !== undefined && { ca: resolve(ca) }),
      }))
      .write();
  else if (!file.hasFleetTable(context.home))
    throw new Fault("E_USAGE", "hub wants the address of the fleet, such as nats://127.0.0.1:4222");
  // the daemon, and whoever follows it after a restart, reads it as a setting
  process.env.AGTMUX_HUB = "on";
  await daemonCommand(["run", ...(port === undefined ? [] : ["--port", port])], context);
}
