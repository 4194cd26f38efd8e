import { z } from "zod";
import { AuditList } from "../actions/actions.ts";
import { ENDPOINTS } from "./endpoints.ts";
import { route } from "./route.ts";

export const AUDIT_ROUTES = {
  list: route(ENDPOINTS.audit.list, {
    summary: "Who did what to which agent, and what was refused; newest first",
    says: "In a fleet it has the entries of all members that tell theirs, and `members` names the others. Needs the right to act, because the log contains texts that were sent.",
    access: "act",
    query: z.object({
      since: z.string().optional().describe("Milliseconds, or a date such as 2026-02-13T10:00:00Z"),
    }),
    answer: AuditList,
    faults: ["E_INVALID_INPUT", "E_UNAUTHORIZED"],
  }),
};
