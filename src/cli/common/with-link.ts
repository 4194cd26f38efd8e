import type { Client } from "../../client/client.ts";
import { asFault } from "../../core/protocol/base/fault.ts";
import type { DaemonStatus } from "../../core/protocol/daemon/daemon.ts";

/** Adds a dashboard link that pairs one browser. A daemon of another version may lack this route. */
export async function withLink(status: DaemonStatus, client: Pick<Client, "openLink">): Promise<DaemonStatus> {
  if (status.dashboard === null) return status;
  try {
    const { link, plain_link } = await client.openLink();
    return { ...status, dashboard: link, plain_dashboard: plain_link };
  } catch (error) {
    if (asFault(error).code !== "E_NOT_FOUND") throw error;
    return status;
  }
}
