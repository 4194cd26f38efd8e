import type { z } from "zod";
import { Attention } from "./attention.ts";
import { DaemonStatus } from "./daemon.ts";
import { ErrorBody } from "./errors.ts";
import { EventEnvelope } from "./event.ts";
import { Resolution } from "./explain.ts";
import { PaneItem, PaneList } from "./lists.ts";
import { StreamMessage } from "./stream.ts";
import { DoctorReport, NewTarget, TargetItem, TargetList } from "./targets.ts";

/** What other programs may rely on, by the name of its file in schemas/. */
export const SCHEMAS: Record<string, z.ZodType> = {
  attention: Attention,
  "daemon-status": DaemonStatus,
  "doctor-report": DoctorReport,
  error: ErrorBody,
  "event-envelope": EventEnvelope,
  "new-target": NewTarget,
  "pane-item": PaneItem,
  "pane-list": PaneList,
  resolution: Resolution,
  "stream-message": StreamMessage,
  "target-item": TargetItem,
  "target-list": TargetList,
};
