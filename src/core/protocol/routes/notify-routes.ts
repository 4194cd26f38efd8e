import {
  NotifyRetried,
  NotifyRetryRequest,
  NotifyStatus,
  NotifyTested,
  NotifyTestRequest,
  PushState,
  PushSubscribe,
  PushUnsubscribe,
} from "../notify/notify.ts";
import { ENDPOINTS } from "./endpoints.ts";
import { route } from "./route.ts";

export const NOTIFY_ROUTES = {
  status: route(ENDPOINTS.notify.status, {
    summary: "Channels to people with what last came of them, the rules in words, what waits and the dead letters",
    answer: NotifyStatus,
  }),
  test: route(ENDPOINTS.notify.test, {
    summary: "Send a test through one channel, at once and without a retry",
    body: NotifyTestRequest,
    answer: NotifyTested,
    faults: ["E_CHANNEL_NOT_FOUND", "E_CHANNEL_FAILED"],
  }),
  retry: route(ENDPOINTS.notify.retry, {
    summary: "Try a dead letter again, or all of them",
    says: "One whose call was answered, seen or ended meanwhile is dropped and not sent.",
    body: NotifyRetryRequest,
    answer: NotifyRetried,
    faults: ["E_DELIVERY_NOT_FOUND"],
  }),
  push: route(ENDPOINTS.notify.push, {
    summary: "The public key with which a browser subscribes to Web Push, and what this device has subscribed",
    answer: PushState,
  }),
  subscribe: route(ENDPOINTS.notify.subscribe, {
    summary: "Let this device be told by Web Push",
    says: "The endpoint is an https address. A device has four at most: the oldest makes room. They go with the device.",
    body: PushSubscribe,
    answer: PushState,
    status: 201,
    faults: ["E_DISK_FULL"],
  }),
  unsubscribe: route(ENDPOINTS.notify.unsubscribe, {
    summary: "Let it be told no more",
    body: PushUnsubscribe,
    answer: PushState,
    faults: ["E_DISK_FULL"],
  }),
};
