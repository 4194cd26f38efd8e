import { Hono } from "hono";
import { Fault } from "../../core/protocol/base/fault.ts";
import { statusOf } from "../../core/protocol/base/status-of.ts";
import type { DaemonStatus } from "../../core/protocol/daemon/daemon.ts";
import type { RestartRequest } from "../../core/protocol/daemon/restart.ts";
import type { MarkerReading, Resolution } from "../../core/protocol/events/explain.ts";
import type { PaneItem } from "../../core/protocol/lists/lists.ts";
import { DAEMON_ROUTES } from "../../core/protocol/routes/daemon-routes.ts";
import { ROUTES } from "../../core/protocol/routes/routes.ts";
import type { SquadSignal } from "../../core/protocol/squad/squad.ts";
import { misplacedStatusFile, type Registration } from "../../core/spool/registration.ts";
import { findPane } from "../publish/refs.ts";
import { type ActionsBackend, type ChecksBackend, mountActions } from "./actions-api.ts";
import { type AdaptersBackend, mountAdapters } from "./adapters-api.ts";
import { type AttentionBackend, mountAttention } from "./attention-api.ts";
import { type AuditBackend, mountAudit } from "./audit-api.ts";
import { type ClassifyBackend, mountClassify } from "./classify-api.ts";
import { type ConversationBackend, mountConversation, type SearchBackend } from "./conversation-api.ts";
import { type DevicesBackend, mountDevices } from "./devices-api.ts";
import { type EventsBackend, mountEvents } from "./events-api.ts";
import { type FleetBackend, mountFleet } from "./fleet-api.ts";
import { mountForwarding } from "./forward-api.ts";
import { mountLists } from "./lists-api.ts";
import { type McpBackend, type McpHttp, mountMcp } from "./mcp-api.ts";
import { mountNotify, type NotifyBackend } from "./notify-api.ts";
import { openApi } from "./openapi.ts";
import { mountQuestions, type QuestionsBackend } from "./questions-api.ts";
import { mountQueue, type QueueBackend } from "./queue-api.ts";
import { mountResume, type ResumeBackend } from "./resume-api.ts";
import { serve, serveResponse } from "./route.ts";
import { mountRules, type RulesBackend } from "./rules-api.ts";
import { mountSignals, type SignalsBackend } from "./signals-api.ts";
import { mountSpawn, type SpawnBackend } from "./spawn-api.ts";
import { mountTargets, type TargetsBackend } from "./targets-api.ts";
import { mountUsage, type UsageBackend } from "./usage-api.ts";
import { mountWakes, type WakesBackend } from "./wakes-api.ts";

const METRICS_TYPE = "text/plain; version=0.0.4; charset=utf-8";

/** Everything the API calls in the daemon. */
export interface Backend {
  status(): DaemonStatus;
  /** In Prometheus' text format. */
  metrics(): string;
  /** Our own, without those of other members. */
  panes(): PaneItem[];
  events: EventsBackend;
  explain(item: PaneItem): { resolution: Resolution; signal: SquadSignal | null; markers: MarkerReading | null };
  signals: SignalsBackend;
  register(registration: Registration): Promise<void>;
  /** Starts the next daemon and stops this one; resolves to the next one's pid. */
  restart(request: RestartRequest): Promise<number | null>;
  shutdown(): void;
  targets: TargetsBackend;
  adapters: AdaptersBackend;
  actions: ActionsBackend & AuditBackend;
  checks: ChecksBackend;
  questions: QuestionsBackend;
  rules: RulesBackend;
  conversations: ConversationBackend;
  search: SearchBackend;
  usage: UsageBackend;
  spawner: SpawnBackend;
  resume: ResumeBackend;
  queues: QueueBackend;
  wakes: WakesBackend;
  attention: AttentionBackend;
  classify: ClassifyBackend;
  mcp: McpBackend;
  mcpHttp: McpHttp;
  notify: NotifyBackend;
  devices: DevicesBackend;
  /** Null if the daemon is in no fleet. */
  fleet: FleetBackend | null;
  now(): number;
}

/** The daemon's HTTP API; the same over the unix socket and over TCP. */
export function createApi(backend: Backend, version: string): Hono {
  const api = new Hono();
  api.use(async (context, next) => {
    await next();
    context.header("agtmux-version", version);
    context.header("cache-control", "no-store");
  });
  if (backend.fleet) mountForwarding(api, backend.fleet);
  serve(api, DAEMON_ROUTES.health, () => backend.status());
  serve(api, DAEMON_ROUTES.openapi, () => openApi(ROUTES));
  serveResponse(api, DAEMON_ROUTES.metrics, ({ context }) =>
    context.text(backend.metrics(), 200, { "content-type": METRICS_TYPE }),
  );
  mountLists(api, backend.events);
  mountEvents(api, backend.events);
  serve(api, DAEMON_ROUTES.explain, ({ context }) => {
    const pane = findPane(context.req.query("ref") ?? "", backend.panes());
    const nothing = { resolution: null, signal: null, markers: null };
    const explained = pane.runtime_id === null ? nothing : backend.explain(pane);
    return { schema_version: 1 as const, pane, ...explained };
  });
  serve(api, DAEMON_ROUTES.register, async ({ body }) => {
    const fault = misplacedStatusFile(body);
    if (fault !== null) throw new Fault("E_INVALID_INPUT", fault);
    await backend.register(body);
    return body;
  });
  serve(api, DAEMON_ROUTES.restart, async ({ body }) => ({ next: await backend.restart(body) }));
  serve(api, DAEMON_ROUTES.shutdown, () => {
    backend.shutdown();
    return { stopping: true as const };
  });
  mountTargets(api, backend.targets);
  mountSignals(api, backend.signals);
  mountAdapters(api, backend.adapters);
  mountActions(api, backend.actions, backend.checks);
  mountAudit(api, backend.actions);
  mountQuestions(api, backend.questions);
  mountRules(api, backend.rules, backend.devices);
  mountConversation(api, backend.conversations, backend.search);
  mountUsage(api, backend.usage);
  mountSpawn(api, backend.spawner);
  mountResume(api, backend.resume);
  mountQueue(api, backend.queues);
  mountWakes(api, backend.wakes);
  mountAttention(api, backend.attention);
  mountClassify(api, backend.classify);
  mountNotify(api, backend.notify);
  mountDevices(api, backend.devices);
  mountMcp(api, backend.mcp, backend.mcpHttp);
  mountFleet(api, backend.fleet, backend.now);
  api.notFound((context) => context.json(new Fault("E_NOT_FOUND", `no such path: ${context.req.path}`).toBody(), 404));
  api.onError((error, context) => {
    const fault = error instanceof Fault ? error : new Fault("E_INTERNAL", error.message, {}, error);
    return context.json(fault.toBody(), statusOf(fault));
  });
  return api;
}
