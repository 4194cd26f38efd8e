import { createHash } from "node:crypto";
import type { z } from "zod";
import { describePane, matchRef } from "../../core/actions/match-ref.ts";
import type {
  Actor,
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
} from "../../core/protocol/actions.ts";
import { Fault } from "../../core/protocol/fault.ts";
import type { PaneItem } from "../../core/protocol/lists.ts";
import type { ActionsBackend } from "../server/actions-api.ts";
import type { RuntimeRow, Store } from "../store/store.ts";
import { attachPlan } from "./attach.ts";
import { AuditBook, brief } from "./audit-book.ts";
import { type Deed, Deeds, type DeedsDeps } from "./deeds.ts";
import { firstOutcome } from "./first-outcome.ts";
import { killAgent } from "./kill.ts";
import type { PaneHold } from "./pane-hold.ts";
import { findPane } from "./refs.ts";
import { type Sending, send } from "./send.ts";
import { Snapshots } from "./snapshots.ts";
import { viewOutput } from "./view-output.ts";

export interface ActionsDeps extends Omit<DeedsDeps, "snapshots" | "audit"> {
  store: Store;
  snapshotTtlMs: number;
  /** A file for `ssh -F`; empty for the user's own. */
  sshConfig: string;
  /** What tells an agent to bring its task to an end. */
  completeText: string;
  /** Says ahead of it that it is about to. */
  announceCompletion(item: PaneItem, runtimeId: string): void;
}

type Held = PaneHold & { runtime: RuntimeRow };

/** So long a second call with the same key reports the first one's outcome. */
const KEY_MS = 24 * 3_600_000;

/** What people do to agents. */
export class Actions implements ActionsBackend {
  private readonly deps: ActionsDeps;
  private readonly snapshots: Snapshots;
  private readonly audit: AuditBook;
  readonly deeds: Deeds;
  /** By idempotency key, while they are under way. */
  private readonly sends = new Map<string, { asked: Keyed; report: Promise<SendReport> }>();

  constructor(deps: ActionsDeps) {
    const { store, fleet, clock, snapshotTtlMs: ttlMs } = deps;
    this.deps = deps;
    this.snapshots = new Snapshots({ store, fleet, clock, ttlMs });
    this.audit = new AuditBook(store, clock);
    this.deeds = new Deeds({ ...deps, snapshots: this.snapshots, audit: this.audit });
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
    return this.deeds.perform({ action: "attach", actor, request }, subject, async ({ hold }) => ({
      action: "attach" as const,
      ...attachPlan(hold, inside_server_pid ?? null, this.deps.sshConfig),
    }));
  }

  async viewOutput(asked: z.output<typeof ViewOutputRequest>, actor: Actor): Promise<ViewOutputReport> {
    const { lines, ansi, ...subject } = asked;
    const request = { lines, ansi };
    return this.deeds.perform({ action: "view-output", actor, request }, subject, async ({ hold }) => ({
      action: "view-output" as const,
      lines: await viewOutput(hold, lines, ansi),
    }));
  }

  async kill(asked: z.output<typeof KillRequest>, actor: Actor): Promise<KillReport> {
    const { signal, ...subject } = asked;
    return this.deeds.perform({ action: "kill", actor, request: { signal } }, subject, async ({ hold, touch }) => ({
      action: "kill" as const,
      ...(await killAgent(hold, signal, touch)),
    }));
  }

  async send(asked: z.output<typeof SendRequest>, actor: Actor, signal: AbortSignal): Promise<SendReport> {
    const { idempotency_key: key } = asked;
    if (key === undefined) return this.sendNow(asked, actor, signal);
    const mine = { digest: digestOf(asked), ...this.addressee(asked) };
    const underWay = this.sends.get(key);
    if (underWay !== undefined) {
      requireSame(underWay.asked, mine);
      return { ...(await underWay.report), repeated: true };
    }
    const first = this.deps.store.auditByKey(key, this.deps.clock.now() - KEY_MS);
    if (first !== null) {
      requireSame(keyedOf(first), mine);
      return { action: "send", ...firstOutcome(first) };
    }
    const report = this.sendNow(asked, actor, signal).finally(() => this.sends.delete(key));
    this.sends.set(key, { asked: mine, report });
    return report;
  }

  /** What the agent is about to do shows at once; what it says itself then takes its place. */
  async complete(asked: z.output<typeof CompleteRequest>, actor: Actor, signal: AbortSignal): Promise<CompleteReport> {
    const { wait, timeout_ms, ...subject } = asked;
    const { completeText: text, announceCompletion } = this.deps;
    const knowsState = asked.guards.if_state !== undefined;
    const sending = { text, enter: true, over_draft: false, wait, timeout_ms, knowsState };
    return this.deeds.perform({ action: "complete", actor, request: { text } }, subject, async (deed) => {
      const sent = await this.type(deed, sending, signal, null, ({ runtime }) =>
        announceCompletion(deed.item, runtime.runtime_id),
      );
      return { action: "complete" as const, text, ...sent };
    });
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

  private sendNow(asked: z.output<typeof SendRequest>, actor: Actor, signal: AbortSignal): Promise<SendReport> {
    const { ref, snapshot, guards, idempotency_key, ...sending } = asked;
    const { text, keys, enter, wait } = sending;
    const request = {
      ...(text !== undefined && { text: brief(text), characters: text.length, enter }),
      ...(keys !== undefined && { keys }),
      ...(wait !== undefined && { wait }),
      digest: digestOf(asked),
    };
    const subject = { ref, snapshot, guards };
    return this.deeds.perform({ action: "send", actor, request }, subject, async (deed) => {
      const knowsState = guards.if_state !== undefined;
      const sent = await this.type(deed, { ...sending, knowsState }, signal, idempotency_key ?? null);
      return { action: "send" as const, repeated: false, ...sent };
    });
  }

  /** From the first key on a failure is no refusal any more, and `onTouch` has been called. */
  private type(deed: Deed, sending: Sending, signal: AbortSignal, key: string | null, onTouch = (_hold: Held) => {}) {
    const { entry, item, hold, touch, untouch, leave } = deed;
    const { runtime, pane } = hold;
    if (runtime === null) {
      const words = `no agent lives in pane ${pane.pane_id}: ${pane.command} runs there`;
      throw new Fault("E_NO_AGENT", words, { guard: "agent" });
    }
    const held = Object.assign(hold, { runtime });
    const events = {
      onTouch: () => {
        entry.idempotency_key = key;
        touch();
        onTouch(held);
      },
      onUntouched: () => {
        entry.idempotency_key = null;
        untouch();
      },
      onPhases: (phases: AuditEntry["phases"]) => {
        entry.phases = [...phases];
      },
      onTyped: leave,
    };
    return send(this.deps, held, item, sending, entry.correlation_id, events, signal);
  }
}

/** Whether two calls ask for the same. */
function digestOf({ text, keys, enter }: z.output<typeof SendRequest>): string {
  return createHash("sha256")
    .update(JSON.stringify([text ?? null, keys ?? null, enter]))
    .digest("hex")
    .slice(0, 16);
}

/** A send with an idempotency key: what it asks for, and of whom. */
interface Keyed {
  digest: string;
  /** As the caller named it. */
  words: string;
  /** Who that was; null where nobody can be told by it any more. */
  place: string | null;
}

function keyedOf({ request, asked_ref, snapshot, target, pane_id, runtime_id }: AuditEntry): Keyed {
  const place = target === null || pane_id === null ? null : placeOf({ target, pane_id, runtime_id });
  return { digest: String(request.digest), words: asked_ref ?? snapshot?.snapshot_id ?? "", place };
}

function placeOf({ target, pane_id, runtime_id }: Pick<AuditEntry, "target" | "pane_id" | "runtime_id">): string {
  return JSON.stringify([target, pane_id, runtime_id]);
}

function requireSame(first: Keyed, mine: Keyed): void {
  const canTell = first.place !== null && mine.place !== null;
  const isToSame = canTell ? first.place === mine.place : first.words === mine.words;
  if (first.digest === mine.digest && isToSame) return;
  const what = isToSame ? "something else" : "another agent";
  throw new Fault("E_INVALID_INPUT", `this idempotency key was used for ${what}: take another one`);
}
