import type { FleetLink } from "./fleet-link.ts";

interface StoredValue {
  text: string;
  revision: number;
}

/** The last value of every key of a bucket. */
export async function bucketNow(link: FleetLink, bucket: string): Promise<Map<string, StoredValue>> {
  const values = new Map<string, StoredValue>();
  let isRead = () => {};
  const read = new Promise<void>((resolve) => {
    isRead = resolve;
  });
  const stop = await link.follow(bucket, {
    entry({ key, text, revision }) {
      if (text === null) values.delete(key);
      else values.set(key, { text, revision });
    },
    ready: () => isRead(),
  });
  const ended = link.closed.then((why) => {
    throw new Error(why);
  });
  await Promise.race([read, ended]).finally(stop);
  return values;
}
