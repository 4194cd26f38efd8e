import { ACTION_ROUTES } from "./actions-api.ts";
import { ADAPTER_ROUTES } from "./adapters-api.ts";
import { ATTENTION_ROUTES } from "./attention-api.ts";
import { AUDIT_ROUTES } from "./audit-api.ts";
import { CLASSIFY_ROUTES } from "./classify-api.ts";
import { DAEMON_ROUTES } from "./daemon-routes.ts";
import { DEVICE_ROUTES } from "./devices-api.ts";
import { EVENT_ROUTES } from "./events-api.ts";
import { LIST_ROUTES } from "./lists-api.ts";
import { NOTIFY_ROUTES } from "./notify-api.ts";
import { QUESTION_ROUTES } from "./questions-api.ts";
import { RESUME_ROUTES } from "./resume-api.ts";
import type { Route } from "./route.ts";
import { SIGNAL_ROUTES } from "./signals-api.ts";
import { SPAWN_ROUTES } from "./spawn-api.ts";
import { STREAM_ROUTES } from "./stream.ts";
import { TARGET_ROUTES } from "./targets-api.ts";
import { TERMINAL_ROUTES } from "./terminal.ts";

/** Every route that there is, by what it is about; a test misses whatever is mounted and not told here. */
export const ROUTES: Record<string, Record<string, Route>> = {
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
  audit: AUDIT_ROUTES,
  spawn: SPAWN_ROUTES,
  resume: RESUME_ROUTES,
  targets: TARGET_ROUTES,
  adapters: ADAPTER_ROUTES,
  devices: DEVICE_ROUTES,
};
