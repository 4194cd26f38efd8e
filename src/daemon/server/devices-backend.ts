import { Fault } from "../../core/protocol/base/fault.ts";
import type { Devices } from "../access/devices.ts";
import type { Pairing } from "../access/pairing.ts";
import { portTaken } from "../access/port-holder.ts";
import type { DevicesBackend } from "./devices-api.ts";
import type { Listening } from "./listen.ts";
import type { OwnToken } from "./own-token.ts";

interface DevicesParts {
  devices: Devices;
  pairing: Pairing;
  token: OwnToken;
  publicUrl: string;
  /** Whether proxies reach us over the port, which another process may hold. */
  sitesOverTcp: boolean;
  /** Null until the daemon listens. */
  listening(): Pick<Listening, "port" | "own" | "taken" | "label"> | null;
}

/** Devices and pairing for the API. */
export function devicesBackend(parts: DevicesParts): DevicesBackend {
  const { devices, pairing, token, publicUrl, listening } = parts;
  /** Our address for a browser on this machine, and a fallback. */
  const places = (): [string, string | null] => {
    const { port = null, own = null } = listening() ?? {};
    const plain = `http://127.0.0.1:${port}`;
    return own === null ? [plain, null] : [`http://${own}`, plain];
  };
  return {
    list: (currentId) => devices.list(currentId),
    remove: (id) => devices.remove(id),
    removeAll: () => devices.removeAll(),
    allowPairing: (id, allowed) => devices.allowPairing(id, allowed),
    allowRules: (id, allowed) => devices.allowRules(id, allowed),
    requireRules: (by) => {
      if (by === null || devices.mayMakeRules(by)) return;
      throw new Fault(
        "E_NOT_ALLOWED",
        `this device may pause rules, and not make, remove or resume them: 'agtmux rules' on the machine does, and 'agtmux devices allow-rules ${by}' allows it`,
      );
    },
    openPairing: (by) => {
      if (by !== null && !devices.mayPair(by))
        throw new Fault(
          "E_NOT_ALLOWED",
          `this device may not let others in: 'agtmux pair' on the machine does, and 'agtmux devices allow-pairing ${by}' allows it`,
        );
      const { port = null, taken = null } = listening() ?? {};
      if (publicUrl === "") return pairing.open(...places(), by);
      // the link would lead to the process that holds the port
      if (parts.sitesOverTcp && taken !== null) throw new Fault("E_PORT_IN_USE", portTaken(taken, port));
      return pairing.open(publicUrl, null, by);
    },
    openLink: () => pairing.openLink(...places()),
    pair({ code, accepts_risk: acceptsRisk = false }, name, { place, isByPort, knownDevice }) {
      const { by: pairedBy, isOwn } = pairing.redeem(code);
      // admissions over the port become invalid once another process may have held it
      const how = { knownId: knownDevice, pairedBy, isOwn, label: isByPort ? (listening()?.label ?? "") : null };
      const { key, id } =
        place === "plain" && !acceptsRisk
          ? { key: null, id: devices.addReadOnly(name, how) }
          : devices.admit(name, how);
      return { schema_version: 1, key, device: devices.item(id, id) };
    },
    rotateToken() {
      token.rotate();
      pairing.void();
      return devices.removeAll();
    },
    greet: (request, host) => devices.greet(request, host),
  };
}
