import type { Hono } from "hono";
import type { z } from "zod";
import {
  AttentionList,
  ClaimReport,
  ClaimRequest,
  SeenReport,
  SeenRequest,
} from "../../core/protocol/attention-list.ts";
import { route, serve } from "./route.ts";
import { REF_FAULTS } from "./route-faults.ts";

/** What the API needs of whoever knows what calls for a person. */
export interface AttentionBackend {
  open(): AttentionList;
  see(request: z.output<typeof SeenRequest>): SeenReport;
  claim(attentionIds: readonly string[]): ClaimReport;
}

export const ATTENTION_ROUTES = {
  open: route({
    method: "get",
    path: "/v1/attention",
    summary: "What calls for a person, the longest waiting first, and how that is known",
    answer: AttentionList,
  }),
  see: route({
    method: "post",
    path: "/v1/attention",
    summary: "Tell that a person has seen it, on every device",
    says: "What was asked stays open until it is answered. What is closed already, or was raised since, is left alone.",
    body: SeenRequest,
    answer: SeenReport,
    faults: [...REF_FAULTS, "E_DISK_FULL"],
  }),
  claim: route({
    method: "post",
    path: "/v1/attention/claim",
    summary: "Take it on oneself to call a person, so that no other device does it too",
    says: "Answers with the calls that nobody had claimed yet: those are the caller's to sound or show.",
    body: ClaimRequest,
    answer: ClaimReport,
  }),
};

export function mountAttention(api: Hono, attention: AttentionBackend): void {
  serve(api, ATTENTION_ROUTES.open, () => attention.open());
  serve(api, ATTENTION_ROUTES.see, ({ body }) => attention.see(body));
  serve(api, ATTENTION_ROUTES.claim, ({ body }) => attention.claim(body.attention_ids));
}
