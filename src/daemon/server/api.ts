import { Hono } from "hono";
import type { DaemonStatus } from "../../core/protocol/daemon.ts";
import { ERRORS, type ErrorCode } from "../../core/protocol/error-codes.ts";
import type { Resolution } from "../../core/protocol/explain.ts";
import { Fault } from "../../core/protocol/fault.ts";
import type { PaneItem, PaneList } from "../../core/protocol/lists.ts";
import { parseRegistration, type Registration } from "../../core/signals/registration.ts";
import { findPane } from "../actions/refs.ts";
import { type ActionsBackend, mountActions } from "./actions-api.ts";
import { type AdaptersBackend, mountAdapters } from "./adapters-api.ts";
import { type AuditBackend, mountAudit } from "./audit-api.ts";
import { type EventsBackend, mountEvents } from "./events-api.ts";
import { mountLists } from "./lists-api.ts";
import { mountResume, type ResumeBackend } from "./resume-api.ts";
import { mountSpawn, type SpawnBackend } from "./spawn-api.ts";
import { mountTargets, type TargetsBackend } from "./targets-api.ts";

/** What the API needs of the daemon. */
export interface Backend {
  status(): DaemonStatus;
  panes(): PaneList;
  events: EventsBackend;
  explain(item: PaneItem): Resolution;
  register(registration: Registration): Promise<void>;
  shutdown(): void;
  targets: TargetsBackend;
  adapters: AdaptersBackend;
  actions: ActionsBackend & AuditBackend;
  spawner: SpawnBackend;
  resume: ResumeBackend;
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
  mountLists(api, backend.events);
  mountEvents(api, backend.events);
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
  mountAdapters(api, backend.adapters);
  mountActions(api, backend.actions);
  mountAudit(api, backend.actions);
  mountSpawn(api, backend.spawner);
  mountResume(api, backend.resume);
  api.notFound((context) => context.json(new Fault("E_NOT_FOUND", `no such path: ${context.req.path}`).toBody(), 404));
  api.onError((error, context) => {
    const fault = error instanceof Fault ? error : new Fault("E_INTERNAL", error.message, {}, error);
    return context.json(fault.toBody(), statusOf(fault));
  });
  return api;
}

export function statusOf({ code }: Fault): Status {
  return STATUSES[code] ?? (ERRORS[code].exit >= ERRORS.E_INTERNAL.exit ? 500 : 400);
}

type Status = 400 | 404 | 409 | 410 | 500 | 502 | 503 | 507;

/** Whatever is not named here is the caller's doing. */
const STATUSES: Partial<Record<ErrorCode, Status>> = {
  E_NOT_FOUND: 404,
  E_REF_NOT_FOUND: 404,
  E_TARGET_NOT_FOUND: 404,
  E_ADAPTER_NOT_FOUND: 404,
  E_AGENT_NOT_FOUND: 404,
  E_NOT_SPAWNED: 404,
  E_REF_AMBIGUOUS: 409,
  // nothing was done, and why not
  E_STALE_SNAPSHOT: 409,
  E_GUARD_RUNTIME: 409,
  E_GUARD_STATE: 409,
  E_GUARD_FRESHNESS: 409,
  E_NO_AGENT: 409,
  E_AT_SHELL: 409,
  E_PANE_MODE: 409,
  E_DRAFT: 409,
  E_NOT_DELIVERED: 502,
  E_CURSOR_EXPIRED: 410,
  E_AGENT_ALIVE: 409,
  E_NOT_RESUMABLE: 409,
  E_NO_TMUX_SERVER: 409,
  E_BRANCH_IN_USE: 409,
  E_PATH_EXISTS: 409,
  E_WORKTREE_DIRTY: 409,
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
