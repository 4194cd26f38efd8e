import {
  DeviceItem,
  DeviceList,
  DeviceRight,
  DevicesRemoved,
  Greeting,
  GreetRequest,
  Paired,
  PairingLink,
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
    summary: "Remove a device: its key and cookie stop working and its open sockets are closed",
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
    says: "Over the unix socket or with the token; devices may not do this.",
    body: DeviceRight,
    answer: DeviceItem,
    faults: ["E_DEVICE_NOT_FOUND", "E_NOT_ALLOWED"],
  }),
  allowRules: route(ENDPOINTS.devices.allowRules, {
    summary: "Whether a device may make and remove rules",
    access: "owner",
    says: "Over the unix socket or with the token; devices may not do this.",
    body: DeviceRight,
    answer: DeviceItem,
    faults: ["E_DEVICE_NOT_FOUND", "E_NOT_ALLOWED"],
  }),
  openPairing: route(ENDPOINTS.devices.openPairing, {
    summary: "Make a link that lets one device in, once, within ten minutes; an earlier link stops working",
    says: "A device may do this only if the user has allowed it. Devices that it lets in are removed together with it.",
    answer: PairingLink,
    status: 201,
    faults: ["E_NOT_ALLOWED"],
  }),
  openLink: route(ENDPOINTS.devices.openLink, {
    summary: "Make the dashboard's link for a browser on this machine: it works once, within ten minutes",
    access: "owner",
    says: "Over the unix socket or with the token. Several links may be open.",
    answer: PairingLink,
    status: 201,
    faults: ["E_NOT_ALLOWED"],
  }),
  rotateToken: route(ENDPOINTS.devices.rotateToken, {
    summary: "Make a new token; earlier devices, cookies and open links stop working",
    access: "owner",
    says: "Over the socket or with the token.",
    answer: TokenRotated,
    faults: ["E_NOT_ALLOWED"],
  }),
  pair: route(ENDPOINTS.devices.pair, {
    summary: "Exchange the code of a link for a device key and a cookie",
    access: "anybody",
    says: "Needs no key. A browser that sends its cookie stays the same device. Under the names `127.0.0.1` and `localhost` it gets only the cookie, unless `accepts_risk` is set. The response to a wrong code is delayed, and the open code stays valid.",
    body: PairRequest,
    answer: Paired,
    status: 201,
    faults: ["E_PAIRING_CODE"],
  }),
  greet: route(ENDPOINTS.devices.greet, {
    summary: "Have the daemon prove that it knows a device's key, before the device sends anything",
    access: "anybody",
    says: "Needs no key. The proof is an HMAC, with the SHA-256 of the key as secret, over the requested name, this run of the daemon and the page's nonce. The pass, which the page then sends in place of the key, is made in the same way.",
    body: GreetRequest,
    answer: Greeting,
    faults: ["E_DEVICE_NOT_FOUND"],
  }),
};
