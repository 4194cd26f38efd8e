import type { Hono } from "hono";
import type { z } from "zod";
import { Fault } from "../../core/protocol/base/fault.ts";
import type { TellAnswer, TellRequest } from "../../core/protocol/fleet/tell.ts";
import type {
  AttentionList,
  ClaimReport,
  SeenReport,
  SeenRequest,
  SnoozeReport,
  SnoozeRequest,
} from "../../core/protocol/lists/attention-list.ts";
import { ATTENTION_ROUTES } from "../../core/protocol/routes/attention-routes.ts";
import { requestContextOf } from "./request-context.ts";
import { serve } from "./route.ts";

/** Open attention as the API uses it. */
export interface AttentionBackend {
  open(): AttentionList;
  see(request: z.output<typeof SeenRequest>): SeenReport;
  snooze(request: z.output<typeof SnoozeRequest>): SnoozeReport;
  claim(attentionIds: readonly string[]): ClaimReport | Promise<ClaimReport>;
  /** Null if this daemon is in no fleet. */
  tell(request: TellRequest, member: string): Promise<TellAnswer> | null;
}

export function mountAttention(api: Hono, attention: AttentionBackend): void {
  serve(api, ATTENTION_ROUTES.open, () => attention.open());
  serve(api, ATTENTION_ROUTES.see, ({ body }) => attention.see(body));
  serve(api, ATTENTION_ROUTES.snooze, ({ body }) => attention.snooze(body));
  serve(api, ATTENTION_ROUTES.claim, ({ body }) => attention.claim(body.attention_ids));
  serve(api, ATTENTION_ROUTES.tell, ({ body, context }) => {
    const { member } = requestContextOf(context);
    const answer = member === undefined ? null : attention.tell(body, member.member);
    if (answer === null) throw new Fault("E_NOT_ALLOWED", "only members of the fleet ask this");
    return answer;
  });
}
