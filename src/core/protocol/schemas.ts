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
} from "./actions/actions.ts";
import { DiffReport, DiffRequest, UndoReport, UndoRequest } from "./actions/changes.ts";
import { CheckReport, CheckRequest } from "./actions/checks.ts";
import { FinishReport, FinishRequest } from "./actions/finish.ts";
import { AnswerReport, AnswerRequest, Question, QuestionList } from "./actions/questions.ts";
import {
  QueueAddRequest,
  QueueEditRequest,
  QueueList,
  QueueMoveRequest,
  QueuePauseRequest,
  QueueReport,
  TellReport,
  TellRequest,
} from "./actions/queue.ts";
import { ResumableList, ResumeReport, ResumeRequest } from "./actions/resume.ts";
import { Disposed, DisposeRequest, Spawned, SpawnedList, SpawnRequest } from "./actions/spawn.ts";
import { WakeList, WakeReport, WakeRequest } from "./actions/wake.ts";
import { ErrorBody } from "./base/errors.ts";
import { ConversationReport, ConversationRequest } from "./conversation/conversation.ts";
import { AdapterItem, AdapterList } from "./daemon/adapters.ts";
import { CheckUp } from "./daemon/check-up.ts";
import { ClassifierStatus, ClassifyReport, ClassifyRequest } from "./daemon/classify.ts";
import { DaemonStatus } from "./daemon/daemon.ts";
import { DeviceItem, DeviceList, DevicesRemoved, Paired, PairingLink, PairRequest } from "./daemon/devices.ts";
import { IntegrationReport } from "./daemon/integration.ts";
import { ServiceReport } from "./daemon/service.ts";
import { DoctorReport, NewTarget, TargetItem, TargetList } from "./daemon/targets.ts";
import { UninstallReport } from "./daemon/uninstall.ts";
import { Attention } from "./events/attention.ts";
import { EventEnvelope } from "./events/event.ts";
import { Resolution } from "./events/explain.ts";
import {
  AttentionItem,
  AttentionList,
  ClaimReport,
  ClaimRequest,
  SeenReport,
  SeenRequest,
} from "./lists/attention-list.ts";
import { PaneItem, PaneList } from "./lists/lists.ts";
import { SessionList, WindowList } from "./lists/lists-rollups.ts";
import { SessionSignal, SignalReport, SignalTimeline } from "./lists/signals.ts";
import { StreamMessage } from "./lists/stream.ts";
import { UsageList } from "./lists/usage.ts";
import { EventList, WatchEvent } from "./lists/watch-event.ts";
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
} from "./notify/notify.ts";
import { RuleList, RuleProposal, RuleProposals, RuleReport, RuleRequest, RuleTestReport } from "./rules/rules.ts";
import { SearchReport } from "./search/search.ts";
import { SquadSignal } from "./squad/squad.ts";
import { SquadTypedSignal } from "./squad/squad-typed-signal.ts";

/** The public schemas, by the names of their files in schemas/. */
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
  "check-report": CheckReport,
  "check-request": CheckRequest,
  "check-up": CheckUp,
  "classifier-status": ClassifierStatus,
  "classify-report": ClassifyReport,
  "classify-request": ClassifyRequest,
  "channel-item": ChannelItem,
  "conversation-report": ConversationReport,
  "search-report": SearchReport,
  "conversation-request": ConversationRequest,
  "daemon-status": DaemonStatus,
  delivery: Delivery,
  "device-item": DeviceItem,
  "device-list": DeviceList,
  "devices-removed": DevicesRemoved,
  "diff-report": DiffReport,
  "diff-request": DiffRequest,
  "dispose-request": DisposeRequest,
  disposed: Disposed,
  "doctor-report": DoctorReport,
  error: ErrorBody,
  "event-envelope": EventEnvelope,
  "event-list": EventList,
  "finish-report": FinishReport,
  "finish-request": FinishRequest,
  "integration-report": IntegrationReport,
  "service-report": ServiceReport,
  "uninstall-report": UninstallReport,
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
  "rule-list": RuleList,
  "rule-proposal": RuleProposal,
  "rule-proposals": RuleProposals,
  "rule-report": RuleReport,
  "rule-request": RuleRequest,
  "rule-test-report": RuleTestReport,
  "resume-request": ResumeRequest,
  "queue-add-request": QueueAddRequest,
  "queue-edit-request": QueueEditRequest,
  "queue-list": QueueList,
  "queue-move-request": QueueMoveRequest,
  "queue-pause-request": QueuePauseRequest,
  "queue-report": QueueReport,
  "tell-report": TellReport,
  "tell-request": TellRequest,
  "wake-list": WakeList,
  "wake-report": WakeReport,
  "wake-request": WakeRequest,
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
  "undo-report": UndoReport,
  "undo-request": UndoRequest,
  "view-output-report": ViewOutputReport,
  "view-output-request": ViewOutputRequest,
  "usage-list": UsageList,
  "watch-event": WatchEvent,
  "window-list": WindowList,
};

/** Requests are inputs, which may omit fields with defaults; everything else is output. */
export function directionOf(name: string): "input" | "output" {
  return name.endsWith("-request") || name.startsWith("new-") ? "input" : "output";
}
