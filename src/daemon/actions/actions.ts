import type { z } from "zod";
import { describePane, matchRef } from "../../core/actions/match-ref.ts";
import type {
  Actor,
  AttachReport,
  AttachRequest,
  AuditList,
  CompleteReport,
  CompleteRequest,
  InterruptReport,
  InterruptRequest,
  KillReport,
  KillRequest,
  SendReport,
  SendRequest,
  SnapshotReport,
  ViewOutputReport,
  ViewOutputRequest,
} from "../../core/protocol/actions/actions.ts";
import type { DiffReport, DiffRequest, UndoReport, UndoRequest } from "../../core/protocol/actions/changes.ts";
import type { FinishReport, FinishRequest } from "../../core/protocol/actions/finish.ts";
import { Fault } from "../../core/protocol/base/fault.ts";
import type { PaneItem } from "../../core/protocol/lists/lists.ts";
import { findPane } from "../publish/refs.ts";
import type { RuntimeRow, Store } from "../store/store.ts";
import { type ActionContext, ActionRunner, type ActionRunnerDeps } from "./action-runner.ts";
import { attachPlan } from "./attach.ts";
import { AuditLog, brief } from "./audit-log.ts";
import type { CheckResults } from "./check-results.ts";
import { diffOf } from "./diff.ts";
import { directoryOf } from "./directory-of.ts";
import { finish, takeBack } from "./finish.ts";
import { firstOutcome } from "./first-outcome.ts";
import type { GuardedPane } from "./guarded-pane.ts";
import { interrupt } from "./interrupt.ts";
import { type Keyed, keyedOf, placeOf, requireSame } from "./keyed.ts";
import { killAgent } from "./kill.ts";
import { digestOf, noteProgress, OncePerKey } from "./once-per-key.ts";
import { type Sender, type SendWork, send } from "./send.ts";
import { Snapshots } from "./snapshots.ts";
import { undo } from "./undo.ts";
import { viewOutput } from "./view-output.ts";

export interface ActionsDeps extends Omit<ActionRunnerDeps, "snapshots" | "audit"> {
  store: Store;
  snapshotTtlMs: number;
  /** What the user's checks said, beside the changes. */
  checkResults: Pick<CheckResults, "in" | "look">;
  /** File for `ssh -F`; empty for the user's own. */
  sshConfig: string;
  /** The prompt that tells an agent to complete its task. */
  completeText: string;
  /** The file with our instructions for the agent, and its text without them; null if there is none. */
  instructionsFor(item: PaneItem): Promise<{ file: string; without: string } | null>;
  /** Reports ahead of the agent that it is about to complete. */
  announceCompletion(item: PaneItem, runtimeId: string): void;
}

type Held = GuardedPane & { runtime: RuntimeRow };

/** Actions on agents. */
export class Actions {
  private readonly deps: ActionsDeps;
  private readonly snapshots: Snapshots;
  private readonly audit: AuditLog;
  readonly runner: ActionRunner;
  private readonly sends: OncePerKey<Keyed, SendReport>;

  constructor(deps: ActionsDeps) {
    const { store, fleet, clock, snapshotTtlMs: ttlMs } = deps;
    this.deps = deps;
    this.snapshots = new Snapshots({ store, fleet, clock, ttlMs });
    this.audit = new AuditLog(store, clock);
    this.runner = new ActionRunner({ ...deps, snapshots: this.snapshots, audit: this.audit });
    this.sends = new OncePerKey({
      store,
      clock,
      askedBy: keyedOf,
      requireSame,
      outcomeOf: (first) => ({ action: "send", ...firstOutcome(first) }),
    });
  }

  snapshot(ref: string): SnapshotReport {
    const item = findPane(ref, this.deps.fleet.all());
    return { schema_version: 1, snapshot: this.snapshots.take(item), ref: item.ref, what: describePane(item) };
  }

  audited(since: number): AuditList {
    return this.audit.list(since);
  }

  async attach(asked: z.output<typeof AttachRequest>, actor: Actor): Promise<AttachReport> {
    const { inside_server_pid, ...subject } = asked;
    const request = { inside_server_pid: inside_server_pid ?? null };
    return this.runner.perform({ action: "attach", actor, request }, inAnyState(subject), async ({ guardedPane }) => ({
      action: "attach" as const,
      ...attachPlan(guardedPane, inside_server_pid ?? null, this.deps.sshConfig),
    }));
  }

  async viewOutput(asked: z.output<typeof ViewOutputRequest>, actor: Actor): Promise<ViewOutputReport> {
    const { lines, ansi, ...subject } = asked;
    const request = { lines, ansi };
    return this.runner.perform(
      { action: "view-output", actor, request },
      inAnyState(subject),
      async ({ guardedPane }) => ({
        action: "view-output" as const,
        lines: await viewOutput(guardedPane, lines, ansi),
      }),
    );
  }

  async diff(
    { since, context, pictures, only, ...subject }: z.output<typeof DiffRequest>,
    actor: Actor,
  ): Promise<DiffReport> {
    return this.runner.perform({ action: "diff", actor, request: { since } }, inAnyState(subject), async ({ item }) => {
      const { target } = item.identity;
      const { store, checkResults } = this.deps;
      const [shell, directory] = [this.deps.targetOf(target), directoryOf(item)];
      const found = await diffOf(item, shell, { since, context, pictures, only }, store);
      await checkResults.look(target, shell, directory);
      return { action: "diff" as const, ...found, checks: checkResults.in(target, directory) };
    });
  }

  async undo(asked: z.output<typeof UndoRequest>, actor: Actor): Promise<UndoReport> {
    const { confirm, move_head, ...subject } = asked;
    const request = { confirm: confirm ?? null, move_head };
    return this.runner.perform({ action: "undo", actor, request }, subject, async ({ item, touch, entry }) => {
      const { fleet, store, targetOf } = this.deps;
      const target = targetOf(item.identity.target);
      const undoing = { confirm: confirm ?? null, movesHead: move_head, name: entry.correlation_id, onTouch: touch };
      const done = await undo(item, target, { panes: fleet.all(), store }, undoing);
      target.noteChanged(item.identity.pane_id);
      return { action: "undo" as const, ...done };
    });
  }

  async finish(asked: z.output<typeof FinishRequest>, actor: Actor): Promise<FinishReport> {
    const { how, onto = "", push, message = null, confirm = null, undo: isUndo, ...subject } = asked;
    const request = { how, onto, push, confirm, undo: isUndo, message: brief(message ?? "") };
    return this.runner.perform({ action: "finish", actor, request }, subject, async ({ item, touch, entry }) => {
      const { fleet, store, targetOf, instructionsFor } = this.deps;
      const block = isUndo ? null : await instructionsFor(item);
      const finishing = { how, onto, push, message, confirm, block, name: entry.correlation_id, onTouch: touch };
      const act = isUndo ? takeBack : finish;
      const target = targetOf(item.identity.target);
      const done = await act(item, target, { panes: fleet.all(), store }, finishing);
      target.noteChanged(item.identity.pane_id);
      return { action: "finish" as const, ...done };
    });
  }

  async interrupt(
    { timeout_ms: timeoutMs, ...subject }: z.output<typeof InterruptRequest>,
    actor: Actor,
    signal: AbortSignal,
  ): Promise<InterruptReport> {
    const fits = ({ state }: PaneItem) => state === "running";
    return this.runner.perform({ action: "interrupt", actor, request: {} }, { ...subject, fits }, async (context) => {
      const { item, touch, untouch, leave } = context;
      const interrupting = { timeoutMs, onTouch: touch, onUntouched: untouch, onPressed: leave };
      const report = await interrupt(this.deps, requireAgent(context), item, interrupting, signal);
      return { action: "interrupt" as const, ...report };
    });
  }

  async kill(asked: z.output<typeof KillRequest>, actor: Actor): Promise<KillReport> {
    const { signal, ...subject } = asked;
    return this.runner.perform(
      { action: "kill", actor, request: { signal } },
      inAnyState(subject),
      async ({ guardedPane, item, snapshot, touch, untouch }) => {
        const seenAt = asked.guards.force_stale ? Number.POSITIVE_INFINITY : snapshot.observed_at;
        const killing = { signal, item, seenAt, onSignal: touch, onUnsent: untouch };
        return { action: "kill" as const, ...(await killAgent(guardedPane, killing)) };
      },
    );
  }

  async send(asked: z.output<typeof SendRequest>, sender: Sender, signal: AbortSignal): Promise<SendReport> {
    return this.sends.run(
      asked.idempotency_key,
      () => ({ digest: digestOf(contentOf(asked)), ...this.addressee(asked) }),
      () => this.sendNow(asked, sender, signal),
    );
  }

  /** As `send`, also if the idempotency key was used before: under it a queue finishes what it has typed. */
  async sendNow(asked: z.output<typeof SendRequest>, sender: Sender, signal: AbortSignal): Promise<SendReport> {
    const { ref, snapshot, guards, idempotency_key, ...sending } = asked;
    const { text, keys, enter, wait } = sending;
    const { actor, manner } = sender;
    const request = {
      ...(text !== undefined && { text: brief(text), characters: text.length, enter }),
      ...(keys !== undefined && { keys }),
      ...(wait !== undefined && { wait }),
      digest: digestOf(contentOf(asked)),
    };
    const subject = { ref, snapshot, guards };
    return this.runner.perform({ action: "send", actor, request }, subject, async (context) => {
      const progress = noteProgress(context, idempotency_key ?? null);
      const sent = await send({ ...this.workOf(context, signal), sending: { ...sending, manner }, events: progress });
      return { action: "send" as const, repeated: false, ...sent };
    });
  }

  /** The announced completion shows at once; the agent's own signals then replace it. */
  async complete(
    asked: z.output<typeof CompleteRequest>,
    { actor, manner }: Sender,
    signal: AbortSignal,
  ): Promise<CompleteReport> {
    const { wait, timeout_ms, ...subject } = asked;
    const { completeText: text, announceCompletion } = this.deps;
    const sending = { text, enter: true, over_draft: false, into_dialog: false, manner, wait, timeout_ms };
    return this.runner.perform({ action: "complete", actor, request: { text } }, subject, async (context) => {
      const work = this.workOf(context, signal);
      const progress = noteProgress(context, null);
      const onTouch = () => {
        progress.onTouch();
        announceCompletion(work.item, work.guardedPane.runtime.runtime_id);
      };
      const sent = await send({ ...work, sending, events: { ...progress, onTouch } });
      return { action: "complete" as const, text, ...sent };
    });
  }

  private workOf(context: ActionContext, signal: AbortSignal): Omit<SendWork, "sending" | "events"> {
    const { entry, item } = context;
    return { deps: this.deps, guardedPane: requireAgent(context), item, correlationId: entry.correlation_id, signal };
  }

  private addressee({ ref, snapshot }: z.output<typeof SendRequest>): Pick<Keyed, "words" | "place"> {
    const { fleet, store } = this.deps;
    if (snapshot !== undefined) {
      const shown = store.snapshot(snapshot.snapshot_id);
      return { words: snapshot.snapshot_id, place: shown === null ? null : placeOf(shown) };
    }
    const match = matchRef(ref ?? "", fleet.all());
    const place = match.status === "found" ? placeOf({ ...match.item.identity, ...match.item }) : null;
    return { words: brief(ref ?? ""), place };
  }
}

function requireAgent({ guardedPane }: ActionContext): Held {
  const { runtime, pane } = guardedPane;
  if (runtime !== null) return Object.assign(guardedPane, { runtime });
  const words = `there is no agent in pane ${pane.pane_id}: ${pane.command} runs there`;
  throw new Fault("E_NO_AGENT", words, { guard: "agent" });
}

function contentOf({ text, keys, enter }: z.output<typeof SendRequest>): unknown[] {
  return [text ?? null, keys ?? null, enter];
}

/** For looking at an agent and ending it: a person who was not shown its state means it in any state. */
const inAnyState = <Subject extends object>(subject: Subject) => ({ ...subject, unchanged: "program" as const });
