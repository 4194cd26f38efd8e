import type { BucketUse } from "../protocol/fleet/fleet.ts";

const NEARLY_FULL = 0.8;
const MEGABYTE = 1024 * 1024;

export function isNearlyFull({ bytes, max_bytes }: BucketUse): boolean {
  return bytes >= NEARLY_FULL * max_bytes;
}

/** As in "81 % of 8.0 MB". */
export function storageWords({ bytes, max_bytes }: BucketUse): string {
  return `${Math.floor((100 * bytes) / max_bytes)} % of ${(max_bytes / MEGABYTE).toFixed(1)} MB`;
}

/** For people whose bucket is nearly full: what happens then, and what helps. */
export function storageAdvice({ bucket, max_bytes }: BucketUse): string {
  const more = `${Math.ceil((2 * max_bytes) / MEGABYTE)}MB`;
  return `when it is full, nothing new is shared: the server's admin gives it more with 'nats stream edit KV_${bucket} --max-bytes=${more}'`;
}

/** A sentence for each bucket that is nearly full. */
export function storageWarnings(storage: readonly BucketUse[]): string[] {
  return storage
    .filter(isNearlyFull)
    .map((use) => `The server's bucket ${use.bucket} has ${storageWords(use)}; ${storageAdvice(use)}.`);
}
