import type { Hono } from "hono";
import { z } from "zod";
import { AuditList } from "../../core/protocol/actions.ts";
import { Fault } from "../../core/protocol/fault.ts";
import { route, serve } from "./route.ts";

export interface AuditBackend {
  /** Newest first. */
  audited(since: number): AuditList;
}

export const AUDIT_ROUTES = {
  list: route({
    method: "get",
    path: "/v1/audit",
    summary: "Who did what to which agent, and what was refused; newest first",
    query: z.object({
      since: z.string().optional().describe("Milliseconds, or a date such as 2026-02-13T10:00:00Z"),
    }),
    answer: AuditList,
    faults: ["E_INVALID_INPUT"],
  }),
};

export function mountAudit(api: Hono, audit: AuditBackend): void {
  serve(api, AUDIT_ROUTES.list, ({ context }) => {
    const word = context.req.query("since") ?? "0";
    const since = /^\d+(\.\d+)?$/.test(word) ? Number(word) : Date.parse(word);
    if (Number.isNaN(since))
      throw new Fault(
        "E_INVALID_INPUT",
        `since: "${word}" is neither milliseconds nor a date such as 2026-02-13T10:00:00Z`,
      );
    return audit.audited(since);
  });
}
