import { asFault, type Fault } from "../core/protocol/base/fault.ts";
import type { OpensSockets } from "./web-socket.ts";

export interface Following {
  /** Called for every connection, so that it can include the cursor to resume from. */
  path(): string;
  onMessage(text: string): void;
  /** The connection was lost after it had been open, or is back. */
  onLink?(link: "lost" | "back"): void;
}

const FIRST_WAIT_MS = 100;
const LONGEST_WAIT_MS = 2_000;

/** Follows a daemon stream until `signal`, across daemon restarts; rejects if refused or never connected. */
export function follow(daemon: { openSocket: OpensSockets }, following: Following, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    let wasThere = false;
    let isLost = false;
    let wait = FIRST_WAIT_MS;
    let timer: NodeJS.Timeout | null = null;
    let leave = () => {};
    const stop = (fault: Fault | null) => {
      signal.removeEventListener("abort", onAbort);
      if (timer !== null) clearTimeout(timer);
      leave();
      if (fault === null) resolve();
      else reject(fault);
    };
    const onAbort = () => stop(null);
    const open = () => {
      ({ leave } = daemon.openSocket(following.path(), {
        onOpen() {
          if (isLost) following.onLink?.("back");
          wasThere = true;
          isLost = false;
          wait = FIRST_WAIT_MS;
        },
        onMessage(text) {
          try {
            following.onMessage(text);
          } catch (error) {
            stop(asFault(error));
          }
        },
        onClose(fault) {
          if (fault.code !== "E_DAEMON_DOWN" || !wasThere) return stop(fault);
          if (!isLost) following.onLink?.("lost");
          isLost = true;
          timer = setTimeout(open, wait);
          wait = Math.min(wait * 2, LONGEST_WAIT_MS);
        },
      }));
    };
    signal.addEventListener("abort", onAbort, { once: true });
    if (signal.aborted) stop(null);
    else open();
  });
}
