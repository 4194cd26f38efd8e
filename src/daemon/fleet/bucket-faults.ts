import type { BucketLimits } from "./fleet-link.ts";

const MEGABYTE = 1024 * 1024;
/** Codes of JetStream's API. */
const NO_PEERS = 10005;
const ACCOUNT_LIMIT = 10002;
const NO_STORAGE = 10047;

/** The server has not stored a value: in words, with what helps. */
export function notStored(bucket: string, error: Error): never {
  if (!/maximum bytes exceeded/.test(error.message)) throw error;
  const how = `the server's admin gives it more with 'nats stream edit KV_${bucket} --max-bytes=…'`;
  throw new Error(`its bucket ${bucket} is full: ${how}`);
}

/** A server reserves what a bucket may grow to; a cluster says only that none of its servers is suitable. */
function hasNoRoom(error: Error): boolean {
  return "code" in error && [NO_STORAGE, NO_PEERS, ACCOUNT_LIMIT].includes(Number(error.code));
}

/** The server has not made a bucket: in words, with what helps. */
export function notMade(bucket: string, { maxBytes }: BucketLimits, error: Error): never {
  if (hasNoRoom(error)) {
    const size = `${Math.ceil(maxBytes / MEGABYTE)} MB`;
    const how = `let it store more (max_file in its 'jetstream' settings), or remove the bucket of a member that will not come back ('nats stream rm KV_agtmux_panes_NAME')`;
    throw new Error(
      `it has no room for the bucket ${bucket}, for which it reserves ${size} (${error.message}): ${how}`,
    );
  }
  if (!/permissions violation/i.test(error.message)) throw error;
  const how = "'agtmux fleet permissions NAME… --create --creds FILE' does, with the login of the server's admin";
  throw new Error(`it has no bucket ${bucket} yet, and its rules let no member make one: ${how}`);
}
