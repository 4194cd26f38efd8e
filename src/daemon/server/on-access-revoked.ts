import type { Devices } from "../access/devices.ts";
import type { Principal } from "./gate.ts";
import type { OwnToken } from "./own-token.ts";

export interface Rights {
  devices: Pick<Devices, "onRemove">;
  token: Pick<OwnToken, "onRotate">;
}

/** Calls `then` when the client loses its access: device removed or token replaced. Returns how to unsubscribe. */
export function onAccessRevoked({ device, by }: Principal, { devices, token }: Rights, then: () => void): () => void {
  const leaving = [devices.onRemove((id) => id === device && then()), token.onRotate(() => by === "token" && then())];
  return () => {
    for (const leave of leaving) leave();
  };
}
