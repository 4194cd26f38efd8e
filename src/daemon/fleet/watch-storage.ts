import { setTimeout as sleep } from "node:timers/promises";
import { MEMBERS_BUCKET, panesBucket } from "../../core/fleet/fleet-names.ts";
import type { BucketUse } from "../../core/protocol/fleet/fleet.ts";
import type { FleetLink } from "./fleet-link.ts";

const EVERY_MS = 60_000;

/** The buckets to which a member writes; without those that have no limit. */
export async function storageOf(link: FleetLink, member: string): Promise<BucketUse[]> {
  const uses = await Promise.all(
    [MEMBERS_BUCKET, panesBucket(member)].map(async (bucket) => ({ bucket, ...(await link.bytesOf(bucket)) })),
  );
  return uses.flatMap(({ bucket, bytes, maxBytes }) =>
    maxBytes === null ? [] : [{ bucket, bytes, max_bytes: maxBytes }],
  );
}

/** Notes every minute how full they are, until aborted. */
export async function watchStorage(
  link: FleetLink,
  member: string,
  note: (storage: BucketUse[]) => void,
  signal: AbortSignal,
): Promise<void> {
  while (!signal.aborted) {
    note(await storageOf(link, member));
    await sleep(EVERY_MS, undefined, { signal }).catch(() => undefined);
  }
}
