import type { Hono } from "hono";
import type { AuditList } from "../../core/protocol/actions.ts";
import { Fault } from "../../core/protocol/fault.ts";

export interface AuditBackend {
  /** Newest first. */
  audited(since: number): AuditList;
}

export function mountAudit(api: Hono, audit: AuditBackend): void {
  api.get("/v1/audit", (context) => {
    const word = context.req.query("since") ?? "0";
    const since = /^\d+(\.\d+)?$/.test(word) ? Number(word) : Date.parse(word);
    if (Number.isNaN(since))
      throw new Fault(
        "E_INVALID_INPUT",
        `since: "${word}" is neither milliseconds nor a date such as 2026-02-13T10:00:00Z`,
      );
    return context.json(audit.audited(since));
  });
}
