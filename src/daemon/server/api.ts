import { Hono } from "hono";
import type { DaemonStatus } from "../../core/protocol/daemon.ts";
import { ERRORS, type ErrorCode } from "../../core/protocol/error-codes.ts";
import type { Resolution } from "../../core/protocol/explain.ts";
import { Fault } from "../../core/protocol/fault.ts";
import type { PaneItem, PaneList } from "../../core/protocol/lists.ts";
import { parseRegistration, type Registration } from "../../core/signals/registration.ts";
import { findPane } from "./find-pane.ts";
import { mountTargets, type TargetsBackend } from "./targets-api.ts";

/** What the API needs of the daemon. */
export interface Backend {
  status(): DaemonStatus;
  panes(): PaneList;
  explain(item: PaneItem): Resolution;
  register(registration: Registration): Promise<void>;
  shutdown(): void;
  targets: TargetsBackend;
}

/** The daemon's API; the same over the socket and over TCP. */
export function createApi(backend: Backend, version: string): Hono {
  const api = new Hono();
  api.use(async (context, next) => {
    await next();
    context.header("agtmux-version", version);
    context.header("cache-control", "no-store");
  });
  api.get("/v1/health", (context) => context.json(backend.status()));
  api.get("/v1/panes", (context) => context.json(backend.panes()));
  api.get("/v1/explain", (context) => {
    const item = findPane(context.req.query("ref") ?? "", backend.panes().items);
    return context.json({
      schema_version: 1,
      pane: item,
      resolution: item.runtime_id === null ? null : backend.explain(item),
    });
  });
  api.post("/v1/register", async (context) => {
    const parsed = parseRegistration(await context.req.text());
    if (!parsed.ok) throw new Fault("E_INVALID_INPUT", parsed.fault);
    await backend.register(parsed.registration);
    return context.json(parsed.registration);
  });
  api.post("/v1/shutdown", (context) => {
    backend.shutdown();
    return context.json({ stopping: true });
  });
  mountTargets(api, backend.targets);
  api.notFound((context) => context.json(new Fault("E_NOT_FOUND", `no such path: ${context.req.path}`).toBody(), 404));
  api.onError((error, context) => {
    const fault = error instanceof Fault ? error : new Fault("E_INTERNAL", error.message, {}, error);
    return context.json(fault.toBody(), statusOf(fault));
  });
  return api;
}

function statusOf({ code }: Fault): Status {
  return STATUSES[code] ?? (ERRORS[code].exit >= ERRORS.E_INTERNAL.exit ? 500 : 400);
}

type Status = 400 | 404 | 409 | 500 | 502 | 503 | 507;

/** Whatever is not named here is the caller's doing. */
const STATUSES: Partial<Record<ErrorCode, Status>> = {
  E_NOT_FOUND: 404,
  E_REF_NOT_FOUND: 404,
  E_TARGET_NOT_FOUND: 404,
  E_REF_AMBIGUOUS: 409,
  E_TARGET_EXISTS: 409,
  E_TARGET_WATCHED: 409,
  // the target answers, and not as it should
  E_SSH_LOGIN: 502,
  E_SSH_HOST_KEY: 502,
  E_TARGET_UNUSABLE: 502,
  E_TMUX: 502,
  E_TMUX_MISSING: 502,
  E_TMUX_TOO_OLD: 502,
  E_TARGET_UNREACHABLE: 503,
  E_SSH_MISSING: 503,
  E_DB_CORRUPT: 500,
  E_DISK_FULL: 507,
};
