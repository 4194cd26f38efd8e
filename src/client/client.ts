import type {
  AttachReport,
  AttachRequest,
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
} from "../core/protocol/actions.ts";
import type { AdapterItem, AdapterList } from "../core/protocol/adapters.ts";
import type { AttentionList, ClaimReport, SeenReport, SeenRequest } from "../core/protocol/attention-list.ts";
import type { ClassifierStatus, ClassifyReport, ClassifyRequest } from "../core/protocol/classify.ts";
import type { DaemonStatus } from "../core/protocol/daemon.ts";
import type { DeviceList, DevicesRemoved, PairingLink } from "../core/protocol/devices.ts";
import type { Resolution } from "../core/protocol/explain.ts";
import type { PaneItem, PaneList } from "../core/protocol/lists.ts";
import type { SessionList, WindowList } from "../core/protocol/lists-rollups.ts";
import type { NotifyRetried, NotifyStatus, NotifyTested, PushState, PushSubscribe } from "../core/protocol/notify.ts";
import type { AnswerReport, AnswerRequest, QuestionList } from "../core/protocol/questions.ts";
import type { ResumableList, ResumeReport, ResumeRequest } from "../core/protocol/resume.ts";
import type { SignalTimeline } from "../core/protocol/signals.ts";
import type { Disposed, Spawned, SpawnedList, SpawnRequest } from "../core/protocol/spawn.ts";
import type { SquadSignal } from "../core/protocol/squad.ts";
import type { DoctorReport, NewTarget, TargetItem, TargetList } from "../core/protocol/targets.ts";
import type { EventList } from "../core/protocol/watch-event.ts";

/** How requests reach the daemon: a unix socket for commands, fetch in a browser. Rejects with the daemon's own error. */
export type Transport = (
  method: "GET" | "POST" | "DELETE",
  path: string,
  request?: { body?: string; timeoutMs?: number },
) => Promise<unknown>;

/** Where the daemon itself has to wait for another machine, which it does for less than this. */
const FAR_MS = 90_000;

/** What follows the question mark; a name may have several values. */
export type Query = readonly (readonly [name: string, value: string])[];

export interface Explained {
  schema_version: 1;
  pane: PaneItem;
  resolution: Resolution | null;
  /** What the agent last signalled in squad's words. */
  signal: SquadSignal | null;
}

export interface Client {
  health(): Promise<DaemonStatus>;
  panes(query?: Query): Promise<PaneList>;
  windows(query?: Query): Promise<WindowList>;
  sessions(query?: Query): Promise<SessionList>;
  events(query?: Query): Promise<EventList>;
  explain(ref: string): Promise<Explained>;
  register(registration: object): Promise<void>;
  shutdown(): Promise<void>;
  targets(): Promise<TargetList>;
  addTarget(target: NewTarget): Promise<TargetItem>;
  connectTarget(name: string): Promise<TargetItem>;
  removeTarget(name: string): Promise<void>;
  doctor(name: string): Promise<DoctorReport>;
  spawned(): Promise<SpawnedList>;
  spawn(request: Partial<SpawnRequest>): Promise<Spawned>;
  dispose(ref: string): Promise<Disposed>;
  resumable(): Promise<ResumableList>;
  resume(request: ResumeRequest): Promise<ResumeReport>;
  adapters(): Promise<AdapterList>;
  enableAdapter(name: string): Promise<AdapterItem>;
  disableAdapter(name: string): Promise<AdapterItem>;
  /** What is there now, to be acted on within half a minute. */
  actionSnapshot(ref: string): Promise<SnapshotReport>;
  attach(request: AttachRequest): Promise<AttachReport>;
  viewOutput(request: ViewOutputRequest): Promise<ViewOutputReport>;
  kill(request: KillRequest): Promise<KillReport>;
  send(request: SendRequest): Promise<SendReport>;
  complete(request: CompleteRequest): Promise<CompleteReport>;
  audit(since: number): Promise<AuditList>;
  /** The last squad signals of a tmux session, oldest first. */
  signalTimeline(target: string, session: string): Promise<SignalTimeline>;
  /** Open ones, unless states are named. */
  questions(query?: Query): Promise<QuestionList>;
  answer(request: AnswerRequest): Promise<AnswerReport>;
  attention(): Promise<AttentionList>;
  see(request: Omit<SeenRequest, "action">): Promise<SeenReport>;
  /** Takes it on this device to tell a person; those that another one has not told yet. */
  claim(attentionIds: readonly string[]): Promise<ClaimReport>;
  /** Has the screen of a pane read now; a provider may take its time. */
  classify(request: ClassifyRequest): Promise<ClassifyReport>;
  classifier(): Promise<ClassifierStatus>;
  devices(): Promise<DeviceList>;
  /** All of them where none is named. */
  removeDevices(id: string | null): Promise<DevicesRemoved>;
  openPairing(): Promise<PairingLink>;
  notifyStatus(): Promise<NotifyStatus>;
  testChannel(channel: string): Promise<NotifyTested>;
  /** All dead letters where none is named. */
  retryNotifications(key: string | null): Promise<NotifyRetried>;
  /** The key with which a browser subscribes to Web Push, and what this device has subscribed. */
  pushState(): Promise<PushState>;
  subscribePush(subscription: PushSubscribe): Promise<PushState>;
  unsubscribePush(endpoint: string): Promise<PushState>;
}

/** As long as the daemon waits for a state where nobody says how long. */
const LONGEST_WAIT_MS = 600_000;

/** To check out a large repository, or to wait for a slow login shell, takes its time. */
const SPAWN_MS = 180_000;

/** The daemon's API with its types. What comes back was made by the same schemas, so it is not checked again. */
export function createClient(transport: Transport): Client {
  const far = { timeoutMs: FAR_MS };
  const act = (action: string, request: object, waitsMs = 0) =>
    transport("POST", `/v1/actions/${action}`, { timeoutMs: FAR_MS + waitsMs, body: JSON.stringify(request) });
  return {
    health: async () => (await transport("GET", "/v1/health")) as DaemonStatus,
    panes: async (query) => (await transport("GET", withQuery("/v1/panes", query))) as PaneList,
    windows: async (query) => (await transport("GET", withQuery("/v1/windows", query))) as WindowList,
    sessions: async (query) => (await transport("GET", withQuery("/v1/sessions", query))) as SessionList,
    events: async (query) => (await transport("GET", withQuery("/v1/events", query))) as EventList,
    explain: async (ref) => (await transport("GET", `/v1/explain?ref=${encodeURIComponent(ref)}`)) as Explained,
    register: async (registration) => {
      await transport("POST", "/v1/register", { body: JSON.stringify(registration) });
    },
    shutdown: async () => {
      await transport("POST", "/v1/shutdown");
    },
    targets: async () => (await transport("GET", "/v1/targets")) as TargetList,
    addTarget: async (target) =>
      (await transport("POST", "/v1/targets", { ...far, body: JSON.stringify(target) })) as TargetItem,
    connectTarget: async (name) => (await transport("POST", `${pathOf(name)}/connect`, far)) as TargetItem,
    removeTarget: async (name) => {
      await transport("DELETE", pathOf(name), far);
    },
    doctor: async (name) => (await transport("GET", `${pathOf(name)}/doctor`, far)) as DoctorReport,
    spawned: async () => (await transport("GET", "/v1/spawn")) as SpawnedList,
    spawn: async (request) =>
      (await transport("POST", "/v1/spawn", { timeoutMs: SPAWN_MS, body: JSON.stringify(request) })) as Spawned,
    dispose: async (ref) =>
      (await transport("POST", "/v1/dispose", { timeoutMs: SPAWN_MS, body: JSON.stringify({ ref }) })) as Disposed,
    resumable: async () => (await transport("GET", "/v1/resumable")) as ResumableList,
    resume: async (request) =>
      (await transport("POST", "/v1/resume", { ...far, body: JSON.stringify(request) })) as ResumeReport,
    adapters: async () => (await transport("GET", "/v1/adapters")) as AdapterList,
    enableAdapter: async (name) => (await transport("POST", `${adapterPath(name)}/enable`)) as AdapterItem,
    disableAdapter: async (name) => (await transport("POST", `${adapterPath(name)}/disable`)) as AdapterItem,
    actionSnapshot: async (ref) => (await act("snapshot", { ref })) as SnapshotReport,
    attach: async (request) => (await act("attach", request)) as AttachReport,
    viewOutput: async (request) => (await act("view-output", request)) as ViewOutputReport,
    kill: async (request) => (await act("kill", request)) as KillReport,
    send: async (request) => {
      const waits = request.wait === undefined ? 0 : (request.timeout_ms ?? LONGEST_WAIT_MS);
      return (await act("send", request, waits)) as SendReport;
    },
    complete: async (request) => {
      const waits = request.wait === undefined ? 0 : (request.timeout_ms ?? LONGEST_WAIT_MS);
      return (await act("complete", request, waits)) as CompleteReport;
    },
    audit: async (since) => (await transport("GET", `/v1/audit?since=${since}`)) as AuditList,
    signalTimeline: async (target, session) =>
      (await transport("GET", `${pathOf(target)}/sessions/${encodeURIComponent(session)}/timeline`)) as SignalTimeline,
    questions: async (query) => (await transport("GET", withQuery("/v1/questions", query))) as QuestionList,
    answer: async (request) => {
      const waits = request.wait === undefined ? 0 : (request.timeout_ms ?? LONGEST_WAIT_MS);
      const body = JSON.stringify(request);
      return (await transport("POST", "/v1/questions/answer", { body, timeoutMs: FAR_MS + waits })) as AnswerReport;
    },
    attention: async () => (await transport("GET", "/v1/attention")) as AttentionList,
    see: async (request) =>
      (await transport("POST", "/v1/attention", {
        body: JSON.stringify({ action: "seen", ...request }),
      })) as SeenReport,
    claim: async (attention_ids) =>
      (await transport("POST", "/v1/attention/claim", { body: JSON.stringify({ attention_ids }) })) as ClaimReport,
    classify: async (request) =>
      (await transport("POST", "/v1/classify", { ...far, body: JSON.stringify(request) })) as ClassifyReport,
    classifier: async () => (await transport("GET", "/v1/classifier")) as ClassifierStatus,
    devices: async () => (await transport("GET", "/v1/devices")) as DeviceList,
    removeDevices: async (id) =>
      (await transport("DELETE", `/v1/devices${id === null ? "" : `/${encodeURIComponent(id)}`}`)) as DevicesRemoved,
    openPairing: async () => (await transport("POST", "/v1/pairing")) as PairingLink,
    notifyStatus: async () => (await transport("GET", "/v1/notify")) as NotifyStatus,
    testChannel: async (channel) =>
      (await transport("POST", "/v1/notify/test", { ...far, body: JSON.stringify({ channel }) })) as NotifyTested,
    retryNotifications: async (key) =>
      (await transport("POST", "/v1/notify/retry", {
        body: JSON.stringify(key === null ? { all: true } : { key }),
      })) as NotifyRetried,
    pushState: async () => (await transport("GET", "/v1/notify/push")) as PushState,
    subscribePush: async (subscription) =>
      (await transport("POST", "/v1/notify/push", { body: JSON.stringify(subscription) })) as PushState,
    unsubscribePush: async (endpoint) =>
      (await transport("DELETE", "/v1/notify/push", { body: JSON.stringify({ endpoint }) })) as PushState,
  };
}

export function withQuery(path: string, query: Query = []): string {
  const words = query.map(([name, value]) => `${name}=${encodeURIComponent(value)}`);
  return words.length === 0 ? path : `${path}?${words.join("&")}`;
}

function pathOf(target: string): string {
  return `/v1/targets/${encodeURIComponent(target)}`;
}

function adapterPath(adapter: string): string {
  return `/v1/adapters/${encodeURIComponent(adapter)}`;
}
