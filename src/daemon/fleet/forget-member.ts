import { MEMBERS_BUCKET, panesBucket } from "../../core/fleet/fleet-names.ts";
import { Fault, messageOf } from "../../core/protocol/base/fault.ts";
import type { FleetLink } from "./fleet-link.ts";

/** Removes the rows and the record of a member from the server. */
export async function forgetMember(link: FleetLink, name: string): Promise<void> {
  try {
    await link.purge(panesBucket(name), ">");
    await link.remove(MEMBERS_BUCKET, name);
  } catch (error) {
    const words = `the server did not remove ${name}: ${messageOf(error)}`;
    if (!/permission/i.test(words)) throw new Fault("E_FLEET_UNREACHABLE", words);
    throw new Fault("E_NOT_ALLOWED", `${words}; with the login of its admin in a file, --creds FILE does it`);
  }
}
