import type { z } from "zod";
import {
  AttachReport,
  AttachRequest,
  AuditEntry,
  AuditList,
  CompleteReport,
  CompleteRequest,
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
import { AttentionItem, AttentionList, ClaimReport, ClaimRequest, SeenReport, SeenRequest } from "./attention-list.ts";
import { CheckUp } from "./check-up.ts";
import { ClassifierStatus, ClassifyReport, ClassifyRequest } from "./classify.ts";
import { DaemonStatus } from "./daemon.ts";
import { DeviceItem, DeviceList, DevicesRemoved, Paired, PairingLink, PairRequest } from "./devices.ts";
import { ErrorBody } from "./errors.ts";
import { EventEnvelope } from "./event.ts";
import { Resolution } from "./explain.ts";
import { IntegrationReport } from "./integration.ts";
import { PaneItem, PaneList } from "./lists.ts";
import { SessionList, WindowList } from "./lists-rollups.ts";
import {
  ChannelItem,
  Delivery,
  Notification,
  NotifyRetried,
  NotifyRetryRequest,
  NotifyStatus,
  NotifyTested,
  NotifyTestRequest,
  PushState,
  PushSubscribe,
  PushUnsubscribe,
} from "./notify.ts";
import { AnswerReport, AnswerRequest, Question, QuestionList } from "./questions.ts";
import { ResumableList, ResumeReport, ResumeRequest } from "./resume.ts";
import { SessionSignal, SignalReport, SignalTimeline } from "./signals.ts";
import { Disposed, DisposeRequest, Spawned, SpawnedList, SpawnRequest } from "./spawn.ts";
import { SquadSignal } from "./squad.ts";
import { SquadTypedSignal } from "./squad-typed-signal.ts";
import { StreamMessage } from "./stream.ts";
import { DoctorReport, NewTarget, TargetItem, TargetList } from "./targets.ts";
import { EventList, WatchEvent } from "./watch-event.ts";

/** What other programs may rely on, by the name of its file in schemas/. */
export const SCHEMAS: Record<string, z.ZodType> = {
  "adapter-item": AdapterItem,
  "adapter-list": AdapterList,
  "answer-report": AnswerReport,
  "answer-request": AnswerRequest,
  "attach-report": AttachReport,
  "attach-request": AttachRequest,
  attention: Attention,
  "attention-item": AttentionItem,
  "attention-list": AttentionList,
  "claim-report": ClaimReport,
  "claim-request": ClaimRequest,
  "audit-entry": AuditEntry,
  "audit-list": AuditList,
  "check-up": CheckUp,
  "classifier-status": ClassifierStatus,
  "classify-report": ClassifyReport,
  "classify-request": ClassifyRequest,
  "channel-item": ChannelItem,
  "daemon-status": DaemonStatus,
  delivery: Delivery,
  "device-item": DeviceItem,
  "device-list": DeviceList,
  "devices-removed": DevicesRemoved,
  "dispose-request": DisposeRequest,
  disposed: Disposed,
  "doctor-report": DoctorReport,
  error: ErrorBody,
  "event-envelope": EventEnvelope,
  "event-list": EventList,
  "integration-report": IntegrationReport,
  "complete-report": CompleteReport,
  "complete-request": CompleteRequest,
  "kill-report": KillReport,
  "kill-request": KillRequest,
  "new-target": NewTarget,
  "pair-request": PairRequest,
  paired: Paired,
  "pairing-link": PairingLink,
  notification: Notification,
  "notify-retried": NotifyRetried,
  "notify-retry-request": NotifyRetryRequest,
  "notify-status": NotifyStatus,
  "notify-test-request": NotifyTestRequest,
  "notify-tested": NotifyTested,
  "push-state": PushState,
  "push-subscribe": PushSubscribe,
  "push-unsubscribe": PushUnsubscribe,
  "pane-item": PaneItem,
  "pane-list": PaneList,
  question: Question,
  "question-list": QuestionList,
  resolution: Resolution,
  "resumable-list": ResumableList,
  "resume-report": ResumeReport,
  "resume-request": ResumeRequest,
  "seen-report": SeenReport,
  "seen-request": SeenRequest,
  "send-report": SendReport,
  "send-request": SendRequest,
  "session-list": SessionList,
  "session-signal": SessionSignal,
  "signal-report": SignalReport,
  "signal-timeline": SignalTimeline,
  "snapshot-report": SnapshotReport,
  "spawn-request": SpawnRequest,
  spawned: Spawned,
  "spawned-list": SpawnedList,
  "squad-signal": SquadSignal,
  "squad-signal-schema": SquadTypedSignal,
  "stream-message": StreamMessage,
  "target-item": TargetItem,
  "target-list": TargetList,
  "view-output-report": ViewOutputReport,
  "view-output-request": ViewOutputRequest,
  "watch-event": WatchEvent,
  "window-list": WindowList,
};

/** Requests are given, and may leave out what has a default; everything else is got. */
export function directionOf(name: string): "input" | "output" {
  return name.endsWith("-request") || name.startsWith("new-") ? "input" : "output";
}
