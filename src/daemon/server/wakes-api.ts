import type { Hono } from "hono";
import type { z } from "zod";
import type { Actor } from "../../core/protocol/actions/actions.ts";
import type { WakeList, WakeReport, WakeRequest } from "../../core/protocol/actions/wake.ts";
import { WAKE_ROUTES } from "../../core/protocol/routes/wake-routes.ts";
import { actorOf } from "./actor-of.ts";
import { serve } from "./route.ts";

/** Waking agents when a limit has reset, as the API uses it. */
export interface WakesBackend {
  list(): WakeList;
  ask(request: z.output<typeof WakeRequest>, actor: Actor): Promise<WakeReport>;
}

export function mountWakes(api: Hono, wakes: WakesBackend): void {
  serve(api, WAKE_ROUTES.list, () => wakes.list());
  serve(api, WAKE_ROUTES.ask, ({ body, context }) => wakes.ask(body, actorOf(context)));
}
