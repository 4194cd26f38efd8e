import { setTimeout } from "node:timers/promises";
import type { Hono } from "hono";
import { deviceName } from "../../core/pairing/device-name.ts";
import {
  DeviceList,
  DevicesRemoved,
  Greeting,
  GreetRequest,
  Paired,
  PairingLink,
  PairRequest,
} from "../../core/protocol/devices.ts";
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
  /** Refused with `E_PAIRING_CODE`. */
  pair(code: string, name: string): Paired;
  /** Refused with `E_DEVICE_NOT_FOUND` where nobody holds that key. */
  greet(request: GreetRequest, host: string): Greeting;
}

/** Whoever guesses waits; whoever has the code does not. */
const WRONG_CODE_MS = 500;

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
    says: "Wants no key. A wrong code is answered late, and costs the open one nothing.",
    body: PairRequest,
    answer: Paired,
    status: 201,
    faults: ["E_PAIRING_CODE"],
  }),
  greet: route({
    method: "post",
    path: "/v1/greet",
    summary: "Have the daemon prove that it knows a device's key, before anything is shown to it",
    says: "Wants no key. With the SHA-256 of the key as secret, the proof is an HMAC over the name asked for, this run of the daemon and the page's nonce; so is the pass that the page then shows as if it were the key.",
    body: GreetRequest,
    answer: Greeting,
    faults: ["E_DEVICE_NOT_FOUND"],
  }),
};

export function mountDevices(api: Hono, devices: DevicesBackend): void {
  serve(api, DEVICE_ROUTES.list, ({ context }) => devices.list(visitIn(context).device));
  serve(api, DEVICE_ROUTES.remove, ({ param }) => devices.remove(param("id")));
  serve(api, DEVICE_ROUTES.removeAll, () => devices.removeAll());
  serve(api, DEVICE_ROUTES.openPairing, () => devices.openPairing());
  serve(api, DEVICE_ROUTES.greet, ({ body, context }) => devices.greet(body, doorOf(context).host));
  serve(api, DEVICE_ROUTES.pair, async ({ body, context }) => {
    const name = deviceName(context.req.header("user-agent") ?? "");
    const paired = await slowly(() => devices.pair(body.code, name));
    const cookie = doorOf(context).cookieFor(paired.device.id);
    if (cookie !== null) context.header("set-cookie", cookie);
    return paired;
  });
}

/** What is refused is refused late. */
async function slowly<T>(attempt: () => T): Promise<T> {
  try {
    return attempt();
  } catch (error) {
    await setTimeout(WRONG_CODE_MS);
    throw error;
  }
}
