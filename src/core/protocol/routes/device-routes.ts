import {
  DeviceItem,
  DeviceList,
  DevicesRemoved,
  Greeting,
  GreetRequest,
  Paired,
  PairingLink,
  PairingRight,
  PairRequest,
  TokenRotated,
} from "../daemon/devices.ts";
import { ENDPOINTS } from "./endpoints.ts";
import { route } from "./route.ts";

export const DEVICE_ROUTES = {
  list: route(ENDPOINTS.devices.list, {
    summary: "Browsers that may act, the one seen last first",
    answer: DeviceList,
  }),
  remove: route(ENDPOINTS.devices.remove, {
    summary: "Take a device's key and cookie away; its open sockets are closed",
    answer: DevicesRemoved,
    faults: ["E_DEVICE_NOT_FOUND"],
  }),
  removeAll: route(ENDPOINTS.devices.removeAll, {
    summary: "The same for every device",
    answer: DevicesRemoved,
  }),
  allowPairing: route(ENDPOINTS.devices.allowPairing, {
    summary: "Whether a device may let others in",
    access: "owner",
    says: "Over the socket or with the token: no device says so.",
    body: PairingRight,
    answer: DeviceItem,
    faults: ["E_DEVICE_NOT_FOUND", "E_NOT_ALLOWED"],
  }),
  openPairing: route(ENDPOINTS.devices.openPairing, {
    summary: "A link that lets one device in, once, within ten minutes; one that was open before is void",
    says: "For a device only where the user has allowed it. Whom it lets in goes when it is removed.",
    answer: PairingLink,
    status: 201,
    faults: ["E_NOT_ALLOWED"],
  }),
  openLink: route(ENDPOINTS.devices.openLink, {
    summary: "The dashboard's link for a browser on this machine: good once, within ten minutes",
    access: "owner",
    says: "Over the socket or with the token. Several may be open.",
    answer: PairingLink,
    status: 201,
    faults: ["E_NOT_ALLOWED"],
  }),
  rotateToken: route(ENDPOINTS.devices.rotateToken, {
    summary: "Make another token; devices, cookies and open links of before are void",
    access: "owner",
    says: "Over the socket or with the token.",
    answer: TokenRotated,
    faults: ["E_NOT_ALLOWED"],
  }),
  pair: route(ENDPOINTS.devices.pair, {
    summary: "Get a key for the code of a link, and the cookie with it",
    access: "anybody",
    says: "Wants no key. A browser that shows its cookie stays the same device. As `127.0.0.1` or `localhost` one gets the cookie alone, unless `accepts_risk` says that a key is wanted all the same. A wrong code is answered late, and costs the open one nothing.",
    body: PairRequest,
    answer: Paired,
    status: 201,
    faults: ["E_PAIRING_CODE"],
  }),
  greet: route(ENDPOINTS.devices.greet, {
    summary: "Have the daemon prove that it knows a device's key, before anything is shown to it",
    access: "anybody",
    says: "Wants no key. With the SHA-256 of the key as secret, the proof is an HMAC over the name asked for, this run of the daemon and the page's nonce; so is the pass that the page then shows as if it were the key.",
    body: GreetRequest,
    answer: Greeting,
    faults: ["E_DEVICE_NOT_FOUND"],
  }),
};
