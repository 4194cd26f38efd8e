import { Fault } from "../core/protocol/fault.ts";
import type { Devices } from "./devices.ts";
import type { Pairing } from "./pairing.ts";
import { portTaken } from "./port-holder.ts";
import type { DevicesBackend } from "./server/devices-api.ts";
import type { Listening } from "./server/listen.ts";

interface DevicesParts {
  devices: Devices;
  pairing: Pairing;
  publicUrl: string;
  /** Where the daemon listens; null until it does. */
  listening(): Pick<Listening, "port" | "taken"> | null;
}

/** Devices and their pairing, as the API has them. */
export function devicesBackend({ devices, pairing, publicUrl, listening }: DevicesParts): DevicesBackend {
  return {
    list: (currentId) => devices.list(currentId),
    remove: (id) => devices.remove(id),
    removeAll: () => devices.removeAll(),
    openPairing: () => {
      const { port = null, taken = null } = listening() ?? {};
      // the link would lead to whoever has the port
      if (publicUrl !== "" && taken !== null) throw new Fault("E_PORT_IN_USE", portTaken(taken, port));
      return pairing.open(publicUrl || `http://127.0.0.1:${port}`);
    },
    pair(code, name) {
      pairing.redeem(code);
      const { key, id } = devices.admit(name);
      return { schema_version: 1, key, device: devices.item(id, id) };
    },
    greet: (request, host) => devices.greet(request, host),
  };
}
