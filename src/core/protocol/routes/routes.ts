import { ACTION_ROUTES } from "./action-routes.ts";
import { ADAPTER_ROUTES } from "./adapter-routes.ts";
import { ATTENTION_ROUTES } from "./attention-routes.ts";
import { AUDIT_ROUTES } from "./audit-routes.ts";
import { CLASSIFY_ROUTES } from "./classify-routes.ts";
import { CONVERSATION_ROUTES } from "./conversation-routes.ts";
import { DAEMON_ROUTES } from "./daemon-routes.ts";
import { DEVICE_ROUTES } from "./device-routes.ts";
import type { ENDPOINTS } from "./endpoints.ts";
import { EVENT_ROUTES } from "./event-routes.ts";
import { FLEET_ROUTES } from "./fleet-routes.ts";
import { LIST_ROUTES } from "./list-routes.ts";
import { MCP_ROUTES } from "./mcp-routes.ts";
import { NOTIFY_ROUTES } from "./notify-routes.ts";
import { QUESTION_ROUTES } from "./question-routes.ts";
import { QUEUE_ROUTES } from "./queue-routes.ts";
import { RESUME_ROUTES } from "./resume-routes.ts";
import type { Route } from "./route.ts";
import { RULE_ROUTES } from "./rule-routes.ts";
import { SIGNAL_ROUTES } from "./signal-routes.ts";
import { SPAWN_ROUTES } from "./spawn-routes.ts";
import { STREAM_ROUTES } from "./stream-routes.ts";
import { TARGET_ROUTES } from "./target-routes.ts";
import { TERMINAL_ROUTES } from "./terminal-routes.ts";
import { USAGE_ROUTES } from "./usage-routes.ts";
import { WAKE_ROUTES } from "./wake-routes.ts";

/** All routes by group; a test fails if a mounted route is missing here. */
export const ROUTES = {
  daemon: DAEMON_ROUTES,
  lists: LIST_ROUTES,
  stream: STREAM_ROUTES,
  terminal: TERMINAL_ROUTES,
  events: EVENT_ROUTES,
  signals: SIGNAL_ROUTES,
  attention: ATTENTION_ROUTES,
  classify: CLASSIFY_ROUTES,
  notify: NOTIFY_ROUTES,
  actions: ACTION_ROUTES,
  questions: QUESTION_ROUTES,
  rules: RULE_ROUTES,
  conversation: CONVERSATION_ROUTES,
  usage: USAGE_ROUTES,
  audit: AUDIT_ROUTES,
  spawn: SPAWN_ROUTES,
  resume: RESUME_ROUTES,
  queue: QUEUE_ROUTES,
  wakes: WAKE_ROUTES,
  mcp: MCP_ROUTES,
  targets: TARGET_ROUTES,
  fleet: FLEET_ROUTES,
  adapters: ADAPTER_ROUTES,
  devices: DEVICE_ROUTES,
} satisfies Record<keyof typeof ENDPOINTS, Record<string, Route>>;
