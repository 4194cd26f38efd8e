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
    summary:
      "Notification channels with their last outcome, the rules in words, waiting notifications and dead letters",
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
    says: "A notification whose call was answered, seen or ended meanwhile is dropped.",
    body: NotifyRetryRequest,
    answer: NotifyRetried,
    faults: ["E_DELIVERY_NOT_FOUND"],
  }),
  push: route(ENDPOINTS.notify.push, {
    summary: "The public key with which a browser subscribes to Web Push, and this device's subscriptions",
    answer: PushState,
  }),
  subscribe: route(ENDPOINTS.notify.subscribe, {
    summary: "Let this device be told by Web Push",
    says: "The endpoint is an https address. A device has at most four subscriptions; a fifth replaces the oldest. They are removed with the device.",
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
