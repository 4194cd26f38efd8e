import { MEMBERS_BUCKET, panesBucket } from "../../core/fleet/fleet-names.ts";
import { Fault, messageOf } from "../../core/protocol/base/fault.ts";
import type { FleetLink } from "./fleet-link.ts";
import { openMembersBucket, openPanesBucket } from "./fleet-session.ts";

/** Does something over a connection of its own, which may have the login of the server's admin. */
export async function withAdmin<T>(
  connect: () => Promise<FleetLink>,
  work: (link: FleetLink) => Promise<T>,
): Promise<T> {
  const link = await connect().catch((error: unknown) => {
    throw new Fault("E_FLEET_UNREACHABLE", messageOf(error));
  });
  try {
    return await work(link);
  } finally {
    await link.close();
  }
}

/** Returns the names of the buckets. */
export async function createBuckets(link: FleetLink, members: readonly string[]): Promise<string[]> {
  try {
    await openMembersBucket(link);
    for (const name of members) await openPanesBucket(link, name);
  } catch (error) {
    throw new Fault("E_FLEET_UNREACHABLE", `the server did not make them: ${messageOf(error)}`);
  }
  return [MEMBERS_BUCKET, ...members.map(panesBucket)];
}
