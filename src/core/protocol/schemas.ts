import type { z } from "zod";
import {
  AttachReport,
  AttachRequest,
  AuditEntry,
  AuditList,
  KillReport,
  KillRequest,
  SendReport,
  SendRequest,
  SnapshotReport,
  ViewOutputReport,
  ViewOutputRequest,
} from "./actions.ts";
import { AdapterItem, AdapterList } from "./adapters.ts";
import { Attention } from "./attention.ts";
import { CheckUp } from "./check-up.ts";
import { DaemonStatus } from "./daemon.ts";
import { ErrorBody } from "./errors.ts";
import { EventEnvelope } from "./event.ts";
import { Resolution } from "./explain.ts";
import { IntegrationReport } from "./integration.ts";
import { PaneItem, PaneList } from "./lists.ts";
import { SessionList, WindowList } from "./lists-rollups.ts";
import { ResumableList, ResumeReport, ResumeRequest } from "./resume.ts";
import { Disposed, DisposeRequest, Spawned, SpawnedList, SpawnRequest } from "./spawn.ts";
import { StreamMessage } from "./stream.ts";
import { DoctorReport, NewTarget, TargetItem, TargetList } from "./targets.ts";
import { EventList, WatchEvent } from "./watch-event.ts";

/** What other programs may rely on, by the name of its file in schemas/. */
export const SCHEMAS: Record<string, z.ZodType> = {
  "adapter-item": AdapterItem,
  "adapter-list": AdapterList,
  "attach-report": AttachReport,
  "attach-request": AttachRequest,
  attention: Attention,
  "audit-entry": AuditEntry,
  "audit-list": AuditList,
  "check-up": CheckUp,
  "daemon-status": DaemonStatus,
  "dispose-request": DisposeRequest,
  disposed: Disposed,
  "doctor-report": DoctorReport,
  error: ErrorBody,
  "event-envelope": EventEnvelope,
  "event-list": EventList,
  "integration-report": IntegrationReport,
  "kill-report": KillReport,
  "kill-request": KillRequest,
  "new-target": NewTarget,
  "pane-item": PaneItem,
  "pane-list": PaneList,
  resolution: Resolution,
  "resumable-list": ResumableList,
  "resume-report": ResumeReport,
  "resume-request": ResumeRequest,
  "send-report": SendReport,
  "send-request": SendRequest,
  "session-list": SessionList,
  "snapshot-report": SnapshotReport,
  "spawn-request": SpawnRequest,
  spawned: Spawned,
  "spawned-list": SpawnedList,
  "stream-message": StreamMessage,
  "target-item": TargetItem,
  "target-list": TargetList,
  "view-output-report": ViewOutputReport,
  "view-output-request": ViewOutputRequest,
  "watch-event": WatchEvent,
  "window-list": WindowList,
};
