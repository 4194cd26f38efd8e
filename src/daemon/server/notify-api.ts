import type { Hono } from "hono";
import type {
  NotifyRetried,
  NotifyRetryRequest,
  NotifyStatus,
  NotifyTested,
  PushState,
  PushSubscribe,
} from "../../core/protocol/notify/notify.ts";
import { NOTIFY_ROUTES } from "../../core/protocol/routes/notify-routes.ts";
import { principalIn } from "./request-context.ts";
import { serve } from "./route.ts";

/** Notifications as the API uses them. */
export interface NotifyBackend {
  status(): NotifyStatus;
  test(channel: string): Promise<NotifyTested>;
  retry(request: NotifyRetryRequest): NotifyRetried;
  pushState(deviceId: string | null): PushState;
  subscribe(subscription: PushSubscribe, deviceId: string | null): PushState;
  unsubscribe(endpoint: string, deviceId: string | null): PushState;
}

export function mountNotify(api: Hono, notify: NotifyBackend): void {
  serve(api, NOTIFY_ROUTES.status, () => notify.status());
  serve(api, NOTIFY_ROUTES.test, ({ body }) => notify.test(body.channel));
  serve(api, NOTIFY_ROUTES.retry, ({ body }) => notify.retry(body));
  serve(api, NOTIFY_ROUTES.push, ({ context }) => notify.pushState(principalIn(context).device));
  serve(api, NOTIFY_ROUTES.subscribe, ({ body, context }) => notify.subscribe(body, principalIn(context).device));
  serve(api, NOTIFY_ROUTES.unsubscribe, ({ body, context }) =>
    notify.unsubscribe(body.endpoint, principalIn(context).device),
  );
}
