import type { z } from "zod";
import { Attention } from "./attention.ts";
import { DaemonStatus } from "./daemon.ts";
import { ErrorBody } from "./errors.ts";
import { EventEnvelope } from "./event.ts";
import { Resolution } from "./explain.ts";
import { PaneItem, PaneList } from "./lists.ts";
import { StreamMessage } from "./stream.ts";

/** What other programs may rely on, by the name of its file in schemas/. */
export const SCHEMAS: Record<string, z.ZodType> = {
  attention: Attention,
  "daemon-status": DaemonStatus,
  error: ErrorBody,
  "event-envelope": EventEnvelope,
  "pane-item": PaneItem,
  "pane-list": PaneList,
  resolution: Resolution,
  "stream-message": StreamMessage,
};
