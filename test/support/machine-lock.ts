import { createServer, type Server } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";

/** The longest name of a unix socket. */
const UNIX_NAME_LENGTH = 108;
const ASKED_EVERY_MS = 1_000;

/** One process of this machine holds it, until it closes it or ends, when the kernel releases it; null if another one does. */
export function machineLock(name: string): Promise<Server | null> {
  return new Promise((resolve) => {
    const server = createServer();
    server.unref();
    server.once("error", () => resolve(null));
    // older Nodes fill such a name up with NULs, newer ones take it as it is: filled up it is the same to both
    server.listen(`\0agtmux-test-${name}`.padEnd(UNIX_NAME_LENGTH, "\0"), () => resolve(server));
  });
}

/** Waits until no other process holds it. */
export async function untilMachineLock(name: string): Promise<Server> {
  for (;;) {
    const lock = await machineLock(name);
    if (lock !== null) return lock;
    await sleep(ASKED_EVERY_MS);
  }
}
