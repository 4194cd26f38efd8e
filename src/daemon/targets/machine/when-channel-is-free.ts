import { setTimeout as sleep } from "node:timers/promises";

const FREE_MS = 100;
const TRIES = 30;

/**
 * Tries again while a host refuses another channel: where it allows only one, it may free it a moment after it was
 * closed here.
 */
export async function whenChannelIsFree<T>(work: () => Promise<T>, isRefusal: (error: unknown) => boolean): Promise<T> {
  for (let tries = 1; ; tries += 1)
    try {
      return await work();
    } catch (error) {
      if (!isRefusal(error) || tries >= TRIES) throw error;
      await sleep(FREE_MS);
    }
}
