import { asFault } from "../../core/protocol/fault.ts";
import type { DeviceKey } from "./device-key.ts";
import { fetchTransport, fixedPass } from "./fetch-transport.ts";
import { ProvenSocket } from "./proven-socket.ts";
import type { Probe, Surroundings } from "./stream.ts";

const PROBE_TIMEOUT_MS = 5_000;
/** A server answers with one of those that it was offered, and should not have to repeat the pass. */
const PROTOCOL = "agtmux.v1";

/** How the stream is opened, and what is asked when it is lost: in both the daemon proves itself anew. */
export function daemonLink(key: Pick<DeviceKey, "pass" | "renew">): Pick<Surroundings, "openSocket" | "probe"> {
  const newPass = () => {
    key.renew();
    return key.pass();
  };
  return {
    openSocket: () => new ProvenSocket("/v1/stream?asides=1", [PROTOCOL], newPass) as unknown as WebSocket,
    async probe() {
      try {
        await fetchTransport(fixedPass(await newPass()))("GET", "/v1/health", { timeoutMs: PROBE_TIMEOUT_MS });
        return "ok";
      } catch (error) {
        return BY_FAULT[asFault(error).code] ?? "unreachable";
      }
    },
  };
}

const BY_FAULT: Record<string, Probe> = { E_UNAUTHORIZED: "signed-out", E_NOT_PROVEN: "unproven" };
