import { asFault } from "../../core/protocol/base/fault.ts";
import type { DeviceKey } from "./device-key.ts";
import { fetchTransport, fixedPass } from "./fetch-transport.ts";
import { ProvenSocket } from "./proven-socket.ts";
import type { BrowserEnv, Probe } from "./stream.ts";

const PROBE_TIMEOUT_MS = 5_000;
/** A server must echo one of the offered protocols; with this one offered it need not echo the pass. */
const PROTOCOL = "agtmux.v1";

/** Opens the stream, and probes the daemon when it is lost; both make the daemon prove itself again. */
export function daemonLink(key: Pick<DeviceKey, "pass" | "renew">): Pick<BrowserEnv, "openSocket" | "probe"> {
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

const BY_FAULT: Record<string, Probe> = {
  E_UNAUTHORIZED: "signed-out",
  // the daemon has changed its host name since
  E_FORBIDDEN_ORIGIN: "signed-out",
  E_NOT_PROVEN: "unproven",
};
