import { setTimeout } from "node:timers/promises";
import type { Hono } from "hono";
import { deviceName } from "../../core/pairing/device-name.ts";
import type {
  DeviceItem,
  DeviceList,
  DevicesRemoved,
  Greeting,
  GreetRequest,
  Paired,
  PairingLink,
  PairRequest,
  TokenRotated,
} from "../../core/protocol/daemon/devices.ts";
import { DEVICE_ROUTES } from "../../core/protocol/routes/device-routes.ts";
import { principalIn, type RequestContext, requestContextOf } from "./request-context.ts";
import { serve } from "./route.ts";

/** Devices and pairing as the API uses them. */
export interface DevicesBackend {
  list(currentId: string | null): DeviceList;
  /** Throws `E_DEVICE_NOT_FOUND` for an unknown id. */
  remove(id: string): DevicesRemoved;
  removeAll(): DevicesRemoved;
  allowPairing(id: string, allowed: boolean): DeviceItem;
  allowRules(id: string, allowed: boolean): DeviceItem;
  /** Throws `E_NOT_ALLOWED` unless the requesting device may make rules; null is the user. */
  requireRules(by: string | null): void;
  /** A code that lets one device in. `by`: the requesting device; throws `E_NOT_ALLOWED` if it may not pair others. */
  openPairing(by: string | null): PairingLink;
  /** The dashboard's link for a browser on this machine. */
  openLink(): PairingLink;
  /** Throws `E_PAIRING_CODE`. */
  pair(
    request: PairRequest,
    name: string,
    requestContext: Pick<RequestContext, "place" | "isByPort" | "knownDevice">,
  ): Paired;
  /** Replaces the token and invalidates all devices, cookies and pairing codes. */
  rotateToken(): TokenRotated;
  /** Throws `E_DEVICE_NOT_FOUND` if no device has that key. */
  greet(request: GreetRequest, host: string): Greeting;
}

/** Delay of a refusal after a wrong pairing code, against guessing. */
const WRONG_CODE_MS = 500;

export function mountDevices(api: Hono, devices: DevicesBackend): void {
  serve(api, DEVICE_ROUTES.list, ({ context }) => devices.list(principalIn(context).device));
  serve(api, DEVICE_ROUTES.remove, ({ param }) => devices.remove(param("id")));
  serve(api, DEVICE_ROUTES.removeAll, () => devices.removeAll());
  serve(api, DEVICE_ROUTES.allowPairing, ({ body, param }) => devices.allowPairing(param("id"), body.allowed));
  serve(api, DEVICE_ROUTES.allowRules, ({ body, param }) => devices.allowRules(param("id"), body.allowed));
  serve(api, DEVICE_ROUTES.openPairing, ({ context }) => devices.openPairing(principalIn(context).device));
  serve(api, DEVICE_ROUTES.openLink, () => devices.openLink());
  serve(api, DEVICE_ROUTES.rotateToken, () => devices.rotateToken());
  serve(api, DEVICE_ROUTES.greet, ({ body, context }) => devices.greet(body, requestContextOf(context).host));
  serve(api, DEVICE_ROUTES.pair, async ({ body, context }) => {
    const name = deviceName(context.req.header("user-agent") ?? "");
    const requestContext = requestContextOf(context);
    const paired = await delayIfWrong(() => devices.pair(body, name, requestContext));
    const cookie = requestContext.cookieFor(paired.device.id);
    if (cookie !== null) context.header("set-cookie", cookie);
    return paired;
  });
}

/** Delays errors only. */
async function delayIfWrong<T>(attempt: () => T): Promise<T> {
  try {
    return attempt();
  } catch (error) {
    await setTimeout(WRONG_CODE_MS);
    throw error;
  }
}
