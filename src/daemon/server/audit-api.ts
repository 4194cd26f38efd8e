import type { Hono } from "hono";
import type { AuditList } from "../../core/protocol/actions/actions.ts";
import { Fault } from "../../core/protocol/base/fault.ts";
import { AUDIT_ROUTES } from "../../core/protocol/routes/audit-routes.ts";
import { serve } from "./route.ts";

export interface AuditBackend {
  /** Newest first. */
  audited(since: number): AuditList;
}

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
