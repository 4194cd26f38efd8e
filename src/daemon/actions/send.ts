import { planKeys, planText, type Typing } from "../../core/actions/delivery-plan.ts";
import { answersAnother, type Seen } from "../../core/actions/enter-guard.ts";
import { SHELL } from "../../core/agents/screen-reader.ts";
import { GENERIC } from "../../core/engine/bind.ts";
import type { DeliveryPhase, SendReport } from "../../core/protocol/actions.ts";
import { Fault } from "../../core/protocol/fault.ts";
import type { PaneItem } from "../../core/protocol/lists.ts";
import type { State } from "../../core/protocol/state.ts";
import type { Clock } from "../clock.ts";
import type { Fleet } from "../fleet.ts";
import type { RuntimeRow, Store } from "../store/store.ts";
import { awaitAcceptance } from "./await-acceptance.ts";
import { Delivery } from "./delivery.ts";
import type { PaneHold } from "./pane-hold.ts";

const ACCEPTED_MS = 30_000;
const STATE_MS = 600_000;

export interface Sending {
  text?: string | undefined;
  keys?: string[] | undefined;
  enter: boolean;
  wait?: "accepted" | State | undefined;
  timeout_ms?: number | undefined;
  over_draft: boolean;
  allow_changes?: boolean | undefined;
  /** The caller has said that it knows what state the agent is in. */
  knowsState: boolean;
}

export interface SendDeps {
  store: Store;
  fleet: Fleet;
  clock: Clock;
}

/** What is told of a send while it is done. */
export interface SendEvents {
  /** From now on something may have been typed. */
  onTouch(): void;
  /** Nothing was, after all. */
  onUntouched(): void;
  onPhases(phases: readonly DeliveryPhase[]): void;
  /** All is typed: what is left is to wait. */
  onTyped(): void;
}

/** Types a text or keys for one agent and reports how far they came, each step from evidence. */
export async function send(
  deps: SendDeps,
  hold: PaneHold & { runtime: RuntimeRow },
  item: PaneItem,
  sending: Sending,
  correlationId: string,
  events: SendEvents,
  signal: AbortSignal,
): Promise<Pick<SendReport, "phases" | "state" | "notes">> {
  const { runtime, target } = hold;
  const adapter = target.adapterOf(runtime.agent_type);
  const typing = adapter?.typing ?? {};
  const plan = planOf(sending, typing);
  if (runtime.agent_type === GENERIC && SHELL.test(hold.pane.command)) throw atShell(hold);
  requireNoDialog(item, sending);
  const notes = plan.by === "named keys" ? [] : [...plan.notes];
  const delivery = new Delivery({ hold, clock: deps.clock, typing, readScreen: adapter?.readScreen });
  const draft = await delivery.draft();
  if (draft !== null && plan.by !== "named keys" && !sending.over_draft) throw draftThere(draft, hold);
  const picks = sending.enter && isPick(item, sending);
  if (picks)
    notes.push(`no Enter was pressed: in a dialog one character picks by itself (--keys "… Enter" presses it)`);
  const before = itemNow(deps, item);
  events.onTouch();
  let pressedAt: number | null = null;
  try {
    if (plan.by === "named keys") {
      const startedAt = deps.clock.now();
      await delivery.keys(plan.keys);
      if (plan.hasEnter) pressedAt = startedAt;
      if (plan.hasEnter) delivery.reach("submitted", "tmux");
    } else if (picks) {
      pressedAt = deps.clock.now();
      await delivery.type(plan.text, plan.by);
    } else {
      await delivery.type(plan.text, plan.by);
      const seen = await delivery.look(plan.text);
      if (seen === "text") await delivery.tidy(plan.text);
      if (sending.enter)
        pressedAt = await delivery.enter(plan.text, () => requireSameAsk(item, before, itemNow(deps, item), seen));
    }
  } catch (error) {
    // the guard went with the keys: where it refused the first of them, nothing was typed
    if (delivery.phases.length === 0 && isRefusal(error)) events.onUntouched();
    throw withPhases(error, delivery.phases);
  } finally {
    events.onPhases(delivery.phases);
    if (delivery.phases.some(({ phase }) => phase === "submitted"))
      target.noteTyped(runtime, pressedAt ?? deps.clock.now(), correlationId);
  }
  events.onTyped();
  const { wait } = sending;
  if (wait === undefined) return { phases: delivery.phases, state: itemNow(deps, item).state, notes };
  const state = await awaitAcceptance(
    deps,
    {
      item,
      runtimeId: runtime.runtime_id,
      since: pressedAt ?? deps.clock.now(),
      wait,
      timeoutMs: sending.timeout_ms ?? (wait === "accepted" ? ACCEPTED_MS : STATE_MS),
      onAccepted({ source, event_type, ingested_at }) {
        delivery.reach("accepted", `${source} ${event_type}`, ingested_at);
        events.onPhases(delivery.phases);
      },
    },
    signal,
  ).catch((error: unknown) => {
    throw withPhases(error, delivery.phases);
  });
  return { phases: delivery.phases, state, notes };
}

type Plan =
  | { by: "named keys"; keys: string[]; hasEnter: boolean }
  | { by: "keys" | "paste"; text: string; notes: string[] };

function planOf({ text, keys, allow_changes }: Sending, typing: Typing): Plan {
  if (keys !== undefined) {
    const plan = planKeys(keys);
    if (!plan.ok) throw new Fault("E_INVALID_INPUT", plan.fault);
    return { by: "named keys", keys: plan.keys, hasEnter: plan.hasEnter };
  }
  const plan = planText(text ?? "", typing, allow_changes);
  if (!plan.ok) throw new Fault("E_INVALID_INPUT", plan.fault, plan.isChange ? { guard: "changes" } : {});
  return plan;
}

/** In a dialog one character is a choice: an Enter behind it would answer what comes next. */
function isPick({ state }: PaneItem, { text }: Sending): boolean {
  return state === "waiting_approval" && text !== undefined && [...text].length === 1;
}

/** Enter is for who was typed to: a dialog that has opened since would take it for an answer. */
function requireSameAsk(shot: PaneItem, before: PaneItem, now: PaneItem, seen: Seen): void {
  if (!answersAnother(shot.state, before, now, seen)) return;
  const pane = now.identity.pane_id;
  const words = `the text is typed in pane ${pane} and not sent: ${now.agent} has begun to ask for something else, which Enter would have answered`;
  throw new Fault("E_NOT_DELIVERED", words, { guard: "dialog", pane, state: now.state });
}

/** In a dialog letters and digits are keys: a text could press Yes. */
function requireNoDialog(item: PaneItem, sending: Sending): void {
  const { state, agent } = item;
  const { text, knowsState } = sending;
  if (state !== "waiting_approval" || knowsState || text === undefined || isPick(item, sending)) return;
  const words = `${agent} waits for an approval, where a text would press its choices: answer with --keys, or say --if-state waiting_approval`;
  throw new Fault("E_GUARD_STATE", words, { guard: "dialog", state });
}

function draftThere(draft: string, hold: PaneHold): Fault {
  const shown = draft.length > 60 ? `${draft.slice(0, 60)}…` : draft;
  const words = `somebody has typed "${shown}" in pane ${hold.pane.pane_id} and not sent it; --over-draft types behind it`;
  return new Fault("E_DRAFT", words, { guard: "draft", pane: hold.pane.pane_id });
}

function atShell({ pane }: PaneHold): Fault {
  const words = `a shell (${pane.command}) has pane ${pane.pane_id}, and no agent`;
  return new Fault("E_AT_SHELL", words, { guard: "process", pane: pane.pane_id });
}

function isRefusal(error: unknown): boolean {
  return error instanceof Fault && error.details.guard !== undefined && error.code !== "E_TARGET_UNREACHABLE";
}

/** What was half done is said to be so. */
export function withPhases(error: unknown, phases: readonly DeliveryPhase[]): unknown {
  if (!(error instanceof Fault) || phases.length === 0) return error;
  const reached = phases.map(({ phase }) => phase).join(", ");
  const message = `${error.message} (${reached} before that)`;
  return new Fault(error.code, message, { ...error.details, phases }, error);
}

function itemNow({ fleet }: SendDeps, item: PaneItem): PaneItem {
  return fleet.item(item.identity.target, item.identity.pane_id) ?? item;
}
