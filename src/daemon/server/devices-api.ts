import type { Hono } from "hono";
import { deviceName } from "../../core/pairing/device-name.ts";
import { DeviceList, DevicesRemoved, Paired, PairingLink, PairRequest } from "../../core/protocol/devices.ts";
import { doorOf, visitIn } from "./door.ts";
import { route, serve } from "./route.ts";

/** What the API needs of whoever knows the devices. */
export interface DevicesBackend {
  list(currentId: string | null): DeviceList;
  /** Refused with `E_DEVICE_NOT_FOUND` where there is none. */
  remove(id: string): DevicesRemoved;
  removeAll(): DevicesRemoved;
  /** A code that lets one device in. */
  openPairing(): PairingLink;
  /** Refused with `E_PAIRING_CODE`, and after too many of those with `E_PAIRING_VOID`. */
  pair(code: string, name: string): Paired;
}

export const DEVICE_ROUTES = {
  list: route({
    method: "get",
    path: "/v1/devices",
    summary: "Browsers that may act, the one seen last first",
    answer: DeviceList,
  }),
  remove: route({
    method: "delete",
    path: "/v1/devices/:id",
    summary: "Take a device's key and cookie away; its open sockets are closed",
    answer: DevicesRemoved,
    faults: ["E_DEVICE_NOT_FOUND"],
  }),
  removeAll: route({
    method: "delete",
    path: "/v1/devices",
    summary: "The same for every device",
    answer: DevicesRemoved,
  }),
  openPairing: route({
    method: "post",
    path: "/v1/pairing",
    summary: "A link that lets one device in, once, within ten minutes; one that was open before is void",
    answer: PairingLink,
    status: 201,
  }),
  pair: route({
    method: "post",
    path: "/v1/pair",
    summary: "Get a key for a pairing code, and the cookie with it",
    says: "The only path that wants no key. Ten wrong codes void the open one.",
    body: PairRequest,
    answer: Paired,
    status: 201,
    faults: ["E_PAIRING_CODE", "E_PAIRING_VOID"],
  }),
};

export function mountDevices(api: Hono, devices: DevicesBackend): void {
  serve(api, DEVICE_ROUTES.list, ({ context }) => devices.list(visitIn(context).device));
  serve(api, DEVICE_ROUTES.remove, ({ param }) => devices.remove(param("id")));
  serve(api, DEVICE_ROUTES.removeAll, () => devices.removeAll());
  serve(api, DEVICE_ROUTES.openPairing, () => devices.openPairing());
  serve(api, DEVICE_ROUTES.pair, ({ body, context }) => {
    const paired = devices.pair(body.code, deviceName(context.req.header("user-agent") ?? ""));
    const cookie = doorOf(context).cookieFor(paired.device.id);
    if (cookie !== null) context.header("set-cookie", cookie);
    return paired;
  });
}
