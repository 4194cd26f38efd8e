import type { Hono } from "hono";
import {
  NotifyRetried,
  NotifyRetryRequest,
  NotifyStatus,
  NotifyTested,
  NotifyTestRequest,
  PushState,
  PushSubscribe,
  PushUnsubscribe,
} from "../../core/protocol/notify.ts";
import { visitIn } from "./door.ts";
import { route, serve } from "./route.ts";

/** What the API needs of whoever tells people. */
export interface NotifyBackend {
  status(): NotifyStatus;
  test(channel: string): Promise<NotifyTested>;
  retry(request: NotifyRetryRequest): NotifyRetried;
  pushState(deviceId: string | null): PushState;
  subscribe(subscription: PushSubscribe, deviceId: string | null): PushState;
  unsubscribe(endpoint: string, deviceId: string | null): PushState;
}

export const NOTIFY_ROUTES = {
  status: route({
    method: "get",
    path: "/v1/notify",
    summary: "Channels to people with what last came of them, the rules in words, what waits and the dead letters",
    answer: NotifyStatus,
  }),
  test: route({
    method: "post",
    path: "/v1/notify/test",
    summary: "Send a test through one channel, at once and without a retry",
    body: NotifyTestRequest,
    answer: NotifyTested,
    faults: ["E_CHANNEL_NOT_FOUND", "E_CHANNEL_FAILED"],
  }),
  retry: route({
    method: "post",
    path: "/v1/notify/retry",
    summary: "Try a dead letter again, or all of them",
    says: "One whose call was answered, seen or ended meanwhile is dropped and not sent.",
    body: NotifyRetryRequest,
    answer: NotifyRetried,
    faults: ["E_DELIVERY_NOT_FOUND"],
  }),
  push: route({
    method: "get",
    path: "/v1/notify/push",
    summary: "The public key with which a browser subscribes to Web Push, and what this device has subscribed",
    answer: PushState,
  }),
  subscribe: route({
    method: "post",
    path: "/v1/notify/push",
    summary: "Let this device be told by Web Push",
    says: "The endpoint is an https address. A device has four at most: the oldest makes room. They go with the device.",
    body: PushSubscribe,
    answer: PushState,
    status: 201,
    faults: ["E_DISK_FULL"],
  }),
  unsubscribe: route({
    method: "delete",
    path: "/v1/notify/push",
    summary: "Let it be told no more",
    body: PushUnsubscribe,
    answer: PushState,
    faults: ["E_DISK_FULL"],
  }),
};

export function mountNotify(api: Hono, notify: NotifyBackend): void {
  serve(api, NOTIFY_ROUTES.status, () => notify.status());
  serve(api, NOTIFY_ROUTES.test, ({ body }) => notify.test(body.channel));
  serve(api, NOTIFY_ROUTES.retry, ({ body }) => notify.retry(body));
  serve(api, NOTIFY_ROUTES.push, ({ context }) => notify.pushState(visitIn(context).device));
  serve(api, NOTIFY_ROUTES.subscribe, ({ body, context }) => notify.subscribe(body, visitIn(context).device));
  serve(api, NOTIFY_ROUTES.unsubscribe, ({ body, context }) =>
    notify.unsubscribe(body.endpoint, visitIn(context).device),
  );
}
