import type { Hono } from "hono";
import { Fault } from "../../core/protocol/base/fault.ts";
import { Day, UsageBy, type UsageList } from "../../core/protocol/lists/usage.ts";
import { USAGE_ROUTES } from "../../core/protocol/routes/usage-routes.ts";
import { serve } from "./route.ts";

export interface UsageBackend {
  /** The last 30 days if no day is given. */
  list(by: UsageBy, since?: string, until?: string): UsageList;
}

export function mountUsage(api: Hono, usage: UsageBackend): void {
  serve(api, USAGE_ROUTES.list, ({ context }) => {
    const by = UsageBy.safeParse(context.req.query("by") ?? "day");
    if (!by.success) throw new Fault("E_INVALID_INPUT", `by: one of ${UsageBy.options.join(", ")}`);
    const [since, until] = ["since", "until"].map((name) => dayIn(name, context.req.query(name)));
    return usage.list(by.data, since, until);
  });
}

function dayIn(name: string, word: string | undefined): string | undefined {
  if (word === undefined || Day.safeParse(word).success) return word;
  throw new Fault("E_INVALID_INPUT", `${name}: "${word}" is no day such as 2026-02-13`);
}
