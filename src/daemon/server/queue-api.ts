import type { Hono } from "hono";
import type { Actor } from "../../core/protocol/actions/actions.ts";
import type { QueueList, QueueReport, TellReport } from "../../core/protocol/actions/queue.ts";
import { QUEUE_ROUTES } from "../../core/protocol/routes/queue-routes.ts";
import type { BodyOf } from "../../core/protocol/routes/route.ts";
import { actorOf } from "./actor-of.ts";
import { serve } from "./route.ts";

/** Queues of prompts, as the API uses them. */
export interface QueueBackend {
  list(ref?: string): QueueList;
  add(request: BodyOf<typeof QUEUE_ROUTES.add>, actor: Actor): Promise<QueueReport>;
  /** An unknown id throws `E_QUEUED_NOT_FOUND`, here and below. */
  edit(id: string, request: BodyOf<typeof QUEUE_ROUTES.edit>, actor: Actor): Promise<QueueReport>;
  move(id: string, request: BodyOf<typeof QUEUE_ROUTES.move>, actor: Actor): Promise<QueueReport>;
  remove(id: string, actor: Actor): Promise<QueueReport>;
  retry(id: string, actor: Actor): Promise<QueueReport>;
  tell(request: BodyOf<typeof QUEUE_ROUTES.tell>, actor: Actor): Promise<TellReport>;
  pause(request: BodyOf<typeof QUEUE_ROUTES.pause>, actor: Actor): Promise<QueueReport>;
}

export function mountQueue(api: Hono, queue: QueueBackend): void {
  serve(api, QUEUE_ROUTES.list, ({ context }) => queue.list(context.req.query("ref")));
  serve(api, QUEUE_ROUTES.add, ({ body, context }) => queue.add(body, actorOf(context)));
  serve(api, QUEUE_ROUTES.pause, ({ body, context }) => queue.pause(body, actorOf(context)));
  serve(api, QUEUE_ROUTES.tell, ({ body, context }) => queue.tell(body, actorOf(context)));
  serve(api, QUEUE_ROUTES.edit, ({ param, body, context }) => queue.edit(param("id"), body, actorOf(context)));
  serve(api, QUEUE_ROUTES.move, ({ param, body, context }) => queue.move(param("id"), body, actorOf(context)));
  serve(api, QUEUE_ROUTES.remove, ({ param, context }) => queue.remove(param("id"), actorOf(context)));
  serve(api, QUEUE_ROUTES.retry, ({ param, context }) => queue.retry(param("id"), actorOf(context)));
}
