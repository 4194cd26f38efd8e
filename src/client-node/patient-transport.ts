import { setTimeout as sleep } from "node:timers/promises";
import type { Transport } from "../client/transport.ts";
import { asFault, type Fault } from "../core/protocol/base/fault.ts";

const FIRST_WAIT_MS = 50;
const LONGEST_WAIT_MS = 1_000;

/**
 * Asks again while the daemon restarts, for at most `patienceMs`. What may have reached the daemon is asked again only
 * if it changes nothing: an action is never done twice.
 */
export function patientTransport(transport: Transport, patienceMs: number): Transport {
  return async (method, path, request) => {
    const deadline = performance.now() + patienceMs;
    for (let wait = FIRST_WAIT_MS; ; wait = Math.min(wait * 2, LONGEST_WAIT_MS)) {
      try {
        return await transport(method, path, request);
      } catch (error) {
        const fault = asFault(error);
        if (!mayAskAgain(fault, method) || performance.now() + wait > deadline) throw fault;
        await sleep(wait);
      }
    }
  };
}

function mayAskAgain({ code, details }: Fault, method: string): boolean {
  return code === "E_DAEMON_DOWN" && (details.absent === true || method === "GET");
}
