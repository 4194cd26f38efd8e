import { acceptance } from "../../core/actions/acceptance.ts";
import { isSameText } from "../../core/actions/shown-text.ts";
import { type Seen, wouldAnswerAnother } from "../../core/actions/would-answer-another.ts";
import type { Adapter } from "../../core/adapter/adapter.ts";
import { planKeys, planText, type Typing } from "../../core/adapter/delivery-plan.ts";
import type { ReadDialog } from "../../core/adapter/dialog.ts";
import type { ReadScreen } from "../../core/adapter/screen-reader.ts";
import { SHELL } from "../../core/adapter/shell-names.ts";
import { GENERIC } from "../../core/engine/bind.ts";
import type { Actor, DeliveryPhase, SendReport, Wait } from "../../core/protocol/actions/actions.ts";
import { Fault } from "../../core/protocol/base/fault.ts";
import { phaseOf } from "../../core/protocol/base/state.ts";
import type { PaneItem } from "../../core/protocol/lists/lists.ts";
import type { Clock } from "../base/clock.ts";
import type { Fleet } from "../publish/fleet.ts";
import type { RuntimeRow, Store } from "../store/store.ts";
import { awaitState } from "./await-state.ts";
import { asksOn, Delivery } from "./delivery.ts";
import type { GuardedPane } from "./guarded-pane.ts";

const ACCEPTED_MS = 30_000;
const STATE_MS = 600_000;
const NEWEST = 40;

/**
 * How a prompt is sent: by a person who looks at the pane (`watched`), or by a queue, an agent or somebody who may not
 * answer there (`unwatched`), which is refused if the screen asks something. `finishing` is as that, where the text is
 * in the box already and only gets its Enter.
 */
export type Manner = "watched" | "unwatched" | "finishing";

/** Who sends a prompt, and how. */
export interface Sender {
  actor: Actor;
  manner: Manner;
}

export interface Sending {
  text?: string | undefined;
  keys?: string[] | undefined;
  enter: boolean;
  wait?: Wait | undefined;
  timeout_ms?: number | undefined;
  over_draft: boolean;
  allow_changes?: boolean | undefined;
  /** The text is meant for an open dialog, or the caller knows that none is open. */
  into_dialog: boolean;
  manner: Manner;
}

export interface SendDeps {
  store: Store;
  fleet: Fleet;
  clock: Clock;
}

/** Callbacks for the progress of a send. */
export interface SendEvents {
  /** From now on something may have been typed. */
  onTouch(): void;
  /** Nothing was typed after all. */
  onUntouched(): void;
  onPhases(phases: readonly DeliveryPhase[]): void;
  /** Everything is typed; only waiting remains. */
  onTyped(): void;
}

/** One send: its pane, what to type, and callbacks. */
export interface SendWork {
  deps: SendDeps;
  guardedPane: GuardedPane & { runtime: RuntimeRow };
  item: PaneItem;
  sending: Sending;
  correlationId: string;
  events: SendEvents;
  signal: AbortSignal;
}

type Sent = Pick<SendReport, "phases" | "state" | "message" | "notes">;

/** Types text or keys for one agent and reports how far they came, each step confirmed by evidence. */
export async function send(work: SendWork): Promise<Sent> {
  const { deps, guardedPane, item, sending, events } = work;
  const adapter = guardedPane.target.adapterOf(guardedPane.runtime.agent_type);
  const typing = adapter?.typing ?? {};
  const readScreen = adapter?.readScreen;
  const plan = planOf(sending, item, typing);
  const delivery = new Delivery({ guardedPane, clock: deps.clock, typing, readScreen });
  await requireFree(work, plan, delivery, adapter);
  const pressedAt = await press(work, plan, delivery);
  events.onTyped();
  return { ...(await awaited(work, delivery, pressedAt ?? deps.clock.now())), notes: plan.notes };
}

type Plan = { notes: string[] } & (
  | { press: "named keys"; keys: string[]; hasEnter: boolean }
  | { press: "text"; text: string; by: "keys" | "paste" }
  /** One character in a dialog, without an Enter. */
  | { press: "choice"; text: string; by: "keys" | "paste" }
  /** For a text that is in the box already. */
  | { press: "enter"; text: string }
);

function planOf({ text, keys, enter, manner, allow_changes }: Sending, item: PaneItem, typing: Typing): Plan {
  if (keys !== undefined) {
    const plan = planKeys(keys);
    if (!plan.ok) throw new Fault("E_INVALID_INPUT", plan.fault);
    return { press: "named keys", keys: plan.keys, hasEnter: plan.hasEnter, notes: [] };
  }
  const plan = planText(text ?? "", typing, allow_changes);
  if (!plan.ok) throw new Fault("E_INVALID_INPUT", plan.fault, plan.isChange ? { guard: "changes" } : {});
  if (enter && isPick(item, text)) return { ...plan, press: "choice", notes: [...plan.notes, NO_ENTER] };
  return { ...plan, press: manner === "finishing" ? "enter" : "text" };
}

const NO_ENTER = `no Enter was pressed: in a dialog one character picks by itself (--keys "… Enter" presses it)`;

/** In a dialog one character is a choice: an Enter after it would answer whatever comes next. */
function isPick({ state }: PaneItem, text: string | undefined): boolean {
  return state === "waiting_approval" && text !== undefined && [...text].length === 1;
}

/** Refuses where the text would do something else, or mix with somebody's own. */
async function requireFree(
  { guardedPane, item, sending }: SendWork,
  plan: Plan,
  delivery: Delivery,
  adapter: Adapter | null,
): Promise<void> {
  if (guardedPane.runtime.agent_type === GENERIC && SHELL.test(guardedPane.pane.command)) throw atShell(guardedPane);
  requireNoDialog(item, sending, guardedPane);
  await requireNoChoices(item, sending, guardedPane, adapter?.readDialog);
  const draft = await delivery.draft();
  if (sending.manner !== "watched") await requireNothingAsked(guardedPane, adapter?.readScreen);
  if (plan.press === "named keys") return;
  if (plan.press === "enter") {
    if (!isSameText(draft ?? "", plan.text)) throw otherDraft(guardedPane);
  } else if (draft !== null && !sending.over_draft) throw draftThere(draft, guardedPane);
}

/** Returns when Enter, or the key of a choice, was pressed; null if none was. */
async function press(work: SendWork, plan: Plan, delivery: Delivery): Promise<number | null> {
  const { deps, guardedPane, item, events, correlationId } = work;
  const { runtime, target } = guardedPane;
  const before = itemNow(deps, item);
  let pressedAt: number | null = null;
  events.onTouch();
  try {
    pressedAt = await pressPlanned(work, plan, delivery, before);
    return pressedAt;
  } catch (error) {
    // the guard is part of the command: if it refused the first keys, nothing was typed
    if (delivery.phases.length === 0 && isRefusal(error)) events.onUntouched();
    throw withPhases(error, delivery.phases);
  } finally {
    events.onPhases(delivery.phases);
    if (delivery.phases.some(({ phase }) => phase === "submitted"))
      target.noteTyped(runtime, pressedAt ?? deps.clock.now(), correlationId);
  }
}

async function pressPlanned(work: SendWork, plan: Plan, delivery: Delivery, before: PaneItem): Promise<number | null> {
  const startedAt = work.deps.clock.now();
  switch (plan.press) {
    case "named keys":
      await delivery.keys(plan.keys);
      if (!plan.hasEnter) return null;
      delivery.reach("submitted", "tmux");
      return startedAt;
    case "choice":
      await delivery.type(plan.text, plan.by);
      return startedAt;
    case "text":
      await delivery.type(plan.text, plan.by);
      return submit(work, plan.text, delivery, before);
    case "enter":
      return submit(work, plan.text, delivery, before);
  }
}

async function submit(
  { deps, item, sending }: SendWork,
  text: string,
  delivery: Delivery,
  before: PaneItem,
): Promise<number | null> {
  const seen = await delivery.look(text);
  if (seen === "text") await delivery.tidy(text);
  if (!sending.enter) return null;
  return delivery.enter(text, (now) => requireSameAsk(item, before, itemNow(deps, item), now ?? seen));
}

/** Waits for what the caller waits for. */
async function awaited(work: SendWork, delivery: Delivery, since: number): Promise<Omit<Sent, "notes">> {
  const { deps, item, sending, events, signal, guardedPane } = work;
  const { wait } = sending;
  if (wait === undefined) return { phases: delivery.phases, state: itemNow(deps, item).state };
  const { runtime_id: runtimeId } = guardedPane.runtime;
  let taken = false;
  const isTaken = () => {
    if (taken) return true;
    const event = acceptance(deps.store.eventsOf(runtimeId, NEWEST), since, phaseOf(item.state));
    if (event === null) return false;
    taken = true;
    delivery.reach("accepted", `${event.source} ${event.event_type}`, event.ingested_at);
    events.onPhases(delivery.phases);
    return true;
  };
  const timeoutMs = sending.timeout_ms ?? (wait === "accepted" ? ACCEPTED_MS : STATE_MS);
  const waiting = { item, runtimeId, since, wait, timeoutMs, isTaken };
  const { state, message } = await awaitState(deps, waiting, signal).catch((error: unknown) => {
    throw withPhases(error, delivery.phases);
  });
  return { phases: delivery.phases, state, message };
}

/** Refuses Enter if another dialog has opened since: it would take it for an answer. */
function requireSameAsk(shot: PaneItem, before: PaneItem, now: PaneItem, seen: Seen): void {
  if (!wouldAnswerAnother(shot.state, before, now, seen)) return;
  const pane = now.identity.pane_id;
  const words = `the text is typed in pane ${pane} and not sent: ${now.agent} has begun to ask for something else, which Enter would have answered`;
  throw new Fault("E_NOT_DELIVERED", words, { guard: "dialog", pane, state: now.state });
}

/** In a dialog letters and digits are keys: a text could press Yes. */
function requireNoDialog(item: PaneItem, sending: Sending, { ref }: GuardedPane): void {
  const { state, agent } = item;
  const { text, into_dialog } = sending;
  if (state !== "waiting_approval" || into_dialog || text === undefined || isPick(item, text)) return;
  const words = `${agent} waits for an approval, where a text would press its choices: answer with 'agtmux answer ${ref}' or with --keys; --into-dialog types it all the same`;
  throw new Fault("E_GUARD_STATE", words, { guard: "dialog", state });
}

/** A list of choices takes letters and digits for keys, and Enter for the choice under the cursor. */
async function requireNoChoices(
  { agent, state }: PaneItem,
  { text, into_dialog }: Sending,
  guardedPane: GuardedPane,
  readDialog: ReadDialog | undefined,
): Promise<void> {
  if (state !== "waiting_input" || into_dialog || text === undefined) return;
  const dialog = readDialog?.({ lines: await guardedPane.screen() }) ?? null;
  if (dialog === null || dialog.writes || dialog.options.length === 0) return;
  const words = `${agent} asks with a list of choices, which a text would press: 'agtmux answer ${guardedPane.ref}' shows them; --into-dialog types it all the same`;
  throw new Fault("E_GUARD_STATE", words, { guard: "dialog", state });
}

/** A dialog or menu that nothing has reported yet would take the text for an answer. */
async function requireNothingAsked(guardedPane: GuardedPane, readScreen: ReadScreen | undefined): Promise<void> {
  if (!asksOn(await guardedPane.screen(), readScreen)) return;
  const pane = guardedPane.pane.pane_id;
  throw new Fault("E_GUARD_STATE", `pane ${pane} shows a question, which the text would answer`, {
    guard: "dialog",
    pane,
  });
}

function otherDraft({ pane }: GuardedPane): Fault {
  const words = `pane ${pane.pane_id} no longer shows the text that was typed there`;
  return new Fault("E_DRAFT", words, { guard: "draft", pane: pane.pane_id });
}

function draftThere(draft: string, guardedPane: GuardedPane): Fault {
  const shown = draft.length > 60 ? `${draft.slice(0, 60)}…` : draft;
  const words = `somebody has typed "${shown}" in pane ${guardedPane.pane.pane_id} and not sent it; --over-draft types behind it`;
  return new Fault("E_DRAFT", words, { guard: "draft", pane: guardedPane.pane.pane_id });
}

function atShell({ pane, ref }: GuardedPane): Fault {
  const words = `a shell (${pane.command}) has pane ${pane.pane_id}, and no agent; if it has asked something, 'agtmux answer ${ref} --close' closes the question`;
  return new Fault("E_AT_SHELL", words, { guard: "process", pane: pane.pane_id });
}

function isRefusal(error: unknown): boolean {
  return error instanceof Fault && error.details.guard !== undefined && error.code !== "E_TARGET_UNREACHABLE";
}

/** Adds the reached phases to the error. */
export function withPhases(error: unknown, phases: readonly DeliveryPhase[]): unknown {
  if (!(error instanceof Fault) || phases.length === 0) return error;
  const reached = phases.map(({ phase }) => phase).join(", ");
  const message = `${error.message} (${reached} before that)`;
  return new Fault(error.code, message, { ...error.details, phases }, error);
}

function itemNow({ fleet }: SendDeps, item: PaneItem): PaneItem {
  return fleet.item(item.identity.target, item.identity.pane_id) ?? item;
}
