import type { SeenRequest } from "../core/protocol/lists/attention-list.ts";
import { type Calls, callsOver } from "./calls.ts";
import type { Transport } from "./transport.ts";

type Explanation = Awaited<ReturnType<Calls["daemon"]["explain"]>>;

/** Older daemons omit `markers`. */
export type Explained = Omit<Explanation, "markers"> & Partial<Pick<Explanation, "markers">>;

export type Client = ReturnType<typeof createClient>;

/** The daemon's API by the names that commands and the page use. */
export function createClient(transport: Transport) {
  const { daemon, lists, events, signals, attention, classify, notify, ...calls } = callsOver(transport);
  const { actions, questions, rules, conversation, usage, audit, spawn, resume, targets, fleet, adapters } = calls;
  const { devices, wakes, queue, mcp } = calls;
  return {
    health: daemon.health,
    explain: (ref: string): Promise<Explained> => daemon.explain([["ref", ref]]),
    register: daemon.register,
    restart: daemon.restart,
    shutdown: daemon.shutdown,

    panes: lists.panes,
    windows: lists.windows,
    sessions: lists.sessions,
    events: events.list,
    signalTimeline: signals.timeline,

    targets: targets.list,
    addTarget: targets.add,
    connectTarget: targets.connect,
    removeTarget: targets.remove,
    doctor: targets.doctor,

    fleet: fleet.status,
    fleetDoctor: fleet.doctor,
    leaveFleet: fleet.leave,
    forgetMember: fleet.forget,
    createBuckets: fleet.createBuckets,

    spawned: spawn.list,
    presets: spawn.presets,
    spawn: spawn.spawn,
    dispose: (ref: string) => spawn.dispose({ ref }),
    tryDispose: (ref: string) => spawn.dispose({ ref, dry_run: true }),
    resumable: resume.list,
    resume: resume.resume,
    queues: queue.list,
    enqueue: queue.add,
    editQueued: queue.edit,
    moveQueued: queue.move,
    removeQueued: queue.remove,
    retryQueued: queue.retry,
    pauseQueue: queue.pause,
    tell: queue.tell,
    wakes: wakes.list,
    wake: wakes.ask,

    /** A tool, called for the agent that this process runs under. */
    callTool: mcp.call,
    toolChanges: mcp.changes,
    mcpStatus: mcp.status,
    pauseMcp: (paused: boolean) => mcp.pause({ paused }),

    adapters: adapters.list,
    enableAdapter: adapters.enable,
    disableAdapter: adapters.disable,

    /** An action snapshot is valid for 30 s. */
    actionSnapshot: (ref: string) => actions.snapshot({ ref }),
    attach: actions.attach,
    viewOutput: actions.viewOutput,
    diff: actions.diff,
    undo: actions.undo,
    finish: actions.finish,
    check: actions.check,
    interrupt: actions.interrupt,
    kill: actions.kill,
    send: actions.send,
    complete: actions.complete,
    conversation: conversation.read,
    search: conversation.search,
    usage: usage.list,
    audit: (since: number) => audit.list([["since", String(since)]]),

    /** Returns open questions, unless the query names states. */
    questions: questions.list,
    answer: questions.answer,

    rules: rules.list,
    addRule: rules.add,
    removeRule: rules.remove,
    pauseRules: (paused: boolean) => rules.pause({ paused }),
    testRules: rules.test,
    proposeRules: (questionId: string) => rules.propose({ question_id: questionId }),
    learnRules: rules.learn,

    attention: attention.open,
    see: (request: Omit<SeenRequest, "action">) => attention.see({ action: "seen", ...request }),
    unsee: (request: Omit<SeenRequest, "action">) => attention.see({ action: "unseen", ...request }),
    snooze: attention.snooze,
    /** Claims the announcement of attentions for this device; returns those that no other device has claimed. */
    claim: (ids: readonly string[]) => attention.claim({ attention_ids: [...ids] }),

    /** Classifies the screen of a pane now; a provider may be slow. */
    classify: classify.classify,
    classifier: classify.status,

    devices: devices.list,
    /** Removes all devices if `id` is null. */
    removeDevices: (id: string | null) => (id === null ? devices.removeAll() : devices.remove(id)),
    allowPairing: (id: string, allowed: boolean) => devices.allowPairing(id, { allowed }),
    allowRules: (id: string, allowed: boolean) => devices.allowRules(id, { allowed }),
    openPairing: devices.openPairing,
    /** Returns a dashboard link for a browser on this machine. */
    openLink: devices.openLink,
    rotateToken: devices.rotateToken,

    notifyStatus: notify.status,
    testChannel: (channel: string) => notify.test({ channel }),
    /** Retries all dead letters if `key` is null. */
    retryNotifications: (key: string | null) => notify.retry(key === null ? { all: true } : { key }),
    /** Returns the key for Web Push subscriptions, and this device's subscriptions. */
    pushState: notify.push,
    subscribePush: notify.subscribe,
    unsubscribePush: (endpoint: string) => notify.unsubscribe({ endpoint }),
  };
}
