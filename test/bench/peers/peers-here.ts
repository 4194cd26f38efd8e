import { ccmanager } from "./ccmanager.ts";
import { herdrFrom } from "./herdr.ts";
import type { Peer } from "./seen.ts";

/** Those that can be had: from npm, and from a checkout that `AGTMUX_PEER_HERDR` names, since herdr is not on npm. */
export async function peersHere(): Promise<Peer[]> {
  const herdr = process.env.AGTMUX_PEER_HERDR;
  if (herdr === undefined) console.log("herdr is left out: AGTMUX_PEER_HERDR=FOLDER names a checkout of its source");
  return [await ccmanager(), ...(herdr === undefined ? [] : [herdrFrom(herdr)])];
}
