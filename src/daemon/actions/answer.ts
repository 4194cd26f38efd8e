import { setTimeout as sleep } from "node:timers/promises";
import type { Goal } from "../../core/actions/answer-plan.ts";
import type { Adapter } from "../../core/adapter/adapter.ts";
import { type Dialog, wordsOf } from "../../core/adapter/dialog.ts";
import type { ReadScreen } from "../../core/adapter/screen-reader.ts";
import type { Wait } from "../../core/protocol/actions/actions.ts";
import type { AnswerReport, KeptQuestion, QuestionWords } from "../../core/protocol/actions/questions.ts";
import { Fault } from "../../core/protocol/base/fault.ts";
import type { Phase, State } from "../../core/protocol/base/state.ts";
import type { PaneItem } from "../../core/protocol/lists/lists.ts";
import { isDifferentQuestion, screenTextChanged } from "../../core/questions/is-different-question.ts";
import type { RuntimeRow } from "../store/store.ts";
import { answerNatively } from "./answer-natively.ts";
import { goalFor, type Said, textFor } from "./answer-words.ts";
import { awaitAnswer } from "./await-answer.ts";
import { Delivery } from "./delivery.ts";
import { DialogDriver, type ScreenSnapshot } from "./dialog-driver.ts";
import type { GuardedPane } from "./guarded-pane.ts";
import { type SendDeps, type SendEvents, send, withPhases } from "./send.ts";

export interface Answering extends Said {
  question: KeptQuestion;
  wait?: Wait | undefined;
  timeout_ms?: number | undefined;
}

export interface AnswerEvents extends SendEvents {
  /** The whole question is answered, with this text. */
  onAnswered(words: readonly string[], at: number): void;
}

/** One answer: its pane, question and callbacks. */
export interface AnswerWork {
  deps: SendDeps;
  guardedPane: GuardedPane & { runtime: RuntimeRow };
  item: PaneItem;
  answering: Answering;
  correlationId: string;
  events: AnswerEvents;
  signal: AbortSignal;
}

/** Some agents lose keys that come sooner after a dialog has appeared. */
const DIALOG_READY_MS = 800;
/** How much later than its event a dialog may be painted. */
const PAINTED_MS = 2_500;
/** How long to wait for the prompt. */
const PROMPT_MS = 4_000;
const LOOK_MS = 100;
const MAX_PARTS = 20;

export type Outcome = Pick<AnswerReport, "by" | "channel" | "answered" | "phases" | "state" | "next" | "notes">;
type KeysOutcome = Omit<Outcome, "channel">;
type OpenDialog = ScreenSnapshot & { dialog: Dialog };

/**
 * Answers a question: through the agent's own channel where it has one, else by keys in its dialog, else as text at the
 * prompt; each step is confirmed by evidence.
 */
export async function answer(work: AnswerWork): Promise<Outcome> {
  return (await answerNatively(work)) ?? { ...(await answerByKeys(work)), channel: "keys" };
}

async function answerByKeys(work: AnswerWork): Promise<KeysOutcome> {
  const { deps, guardedPane, answering } = work;
  const { question } = answering;
  const adapter = guardedPane.target.adapterOf(guardedPane.runtime.agent_type);
  const delivery = new Delivery({
    guardedPane,
    clock: deps.clock,
    typing: adapter?.typing ?? {},
    readScreen: adapter?.readScreen,
  });
  await sleep(Math.min(DIALOG_READY_MS, Math.max(0, question.asked_at + DIALOG_READY_MS - deps.clock.now())));
  if (adapter?.readDialog === undefined) return atPrompt(work, textFor(answering, question));
  const driver = new DialogDriver({ guardedPane, delivery, clock: deps.clock, readDialog: adapter.readDialog });
  // a declared question may have no dialog
  const isDeclared = work.item.attention?.source === "agent";
  const snapshot = isDeclared ? await driver.look() : await driver.await(PAINTED_MS);
  const { dialog } = snapshot;
  if (dialog !== null) return inDialog(work, driver, delivery, { ...snapshot, dialog });
  requirePrompt(work, snapshot, adapter);
  return atPrompt(work, textFor(answering, question));
}

async function inDialog(
  work: AnswerWork,
  driver: DialogDriver,
  delivery: Delivery,
  first: OpenDialog,
): Promise<KeysOutcome> {
  const { answering, events, deps, guardedPane } = work;
  requireAsked(answering.question, wordsOf(first.dialog), guardedPane);
  let said: Said = answering;
  let snapshot: OpenDialog = first;
  const answered: string[] = [];
  let prompt: string | null = null;
  let pressedAt = deps.clock.now();
  try {
    for (let part = 0; part < MAX_PARTS; part += 1) {
      const { goal, rest } = goalFor(said, snapshot.dialog, answering.question);
      if (part === 0) events.onTouch();
      if (goal.type === "write" && takesPrompt(snapshot.dialog)) prompt = goal.text;
      const { after, at } = await driver.answerDialog(goal, snapshot);
      pressedAt = at;
      answered.push(...(goal.type === "pick" ? [goal.label] : goal.type === "tick" ? goal.labels : [goal.text]));
      requireOwnReview(goal, snapshot.dialog, after, guardedPane);
      const next = await handedIn(driver, after, snapshot);
      if (next === null) return await finished(work, delivery, { answered, pressedAt, prompt });
      if (rest.length === 0) return await halfway(work, delivery, answered, wordsOf(next.dialog));
      said = { ...answering, words: rest };
      snapshot = next;
    }
    throw new Fault("E_NOT_DELIVERED", "the dialog did not close", { guard: "dialog" });
  } catch (error) {
    if (delivery.phases.length === 0 && error instanceof Fault && error.details.guard !== undefined)
      events.onUntouched();
    throw withPhases(error, delivery.phases);
  } finally {
    events.onPhases(delivery.phases);
  }
}

/** Confirms review screens; returns the next part of the same question, if any. */
async function handedIn(driver: DialogDriver, after: ScreenSnapshot, before: OpenDialog): Promise<OpenDialog | null> {
  let snapshot = after;
  for (let review = snapshot.dialog?.review; review !== undefined; review = snapshot.dialog?.review)
    snapshot = (await driver.confirm(review, snapshot)).after;
  const { dialog } = snapshot;
  const isPart = dialog?.part !== undefined && before.dialog.part?.of === dialog.part.of;
  return dialog !== null && isPart ? { ...snapshot, dialog } : null;
}

/** After an approval, refuses a review screen that is not of the answer given: it is of `always`, or marked as a denial's. */
function requireOwnReview(
  goal: Goal,
  { kind, options }: Dialog,
  { dialog }: ScreenSnapshot,
  { pane }: GuardedPane,
): void {
  if (dialog?.review === undefined || kind !== "approval") return;
  const picked = options.find(({ label, words }) =>
    goal.type === "pick" ? label === goal.label : words !== undefined,
  );
  if (picked?.means === (dialog.reviewsDenial ? "no" : "always")) return;
  throw new Fault("E_NOT_DELIVERED", `pane ${pane.pane_id} asks to confirm something else: ${dialog.text}`, {
    guard: "dialog",
    pane: pane.pane_id,
  });
}

/** One part is answered and the next one is asked: the question stays open. */
async function halfway(
  work: AnswerWork,
  delivery: Delivery,
  answered: string[],
  next: QuestionWords,
): Promise<KeysOutcome> {
  work.events.onTyped();
  const state = stateNow(work);
  return { by: "dialog", answered, phases: delivery.phases, state, next, notes: [] };
}

async function finished(
  work: AnswerWork,
  delivery: Delivery,
  { answered, pressedAt, prompt }: { answered: string[]; pressedAt: number; prompt: string | null },
): Promise<KeysOutcome> {
  const { guardedPane, correlationId, events } = work;
  events.onPhases(delivery.phases);
  events.onAnswered(answered, pressedAt);
  if (prompt !== null) {
    await untilPrompt(work);
    const sent = await sentText(work, prompt);
    return { by: "dialog", answered, next: null, ...sent, phases: [...sent.phases] };
  }
  guardedPane.target.noteTyped(guardedPane.runtime, pressedAt, correlationId);
  events.onTyped();
  const state = await awaitAnswer(work, pressedAt, delivery);
  return { by: "dialog", answered, phases: delivery.phases, state, next: null, notes: [] };
}

async function atPrompt(work: AnswerWork, text: string): Promise<KeysOutcome> {
  const sent = await sentText(work, text);
  work.events.onAnswered([text], sent.phases.find(({ phase }) => phase === "submitted")?.at ?? work.deps.clock.now());
  const notes = [...sent.notes, `sent as text: ${JSON.stringify(text.length > 80 ? `${text.slice(0, 80)}…` : text)}`];
  return { by: "text", answered: [text], next: null, ...sent, notes };
}

function sentText(work: AnswerWork, text: string) {
  const { wait, timeout_ms } = work.answering;
  const sending = {
    text,
    enter: true,
    over_draft: false,
    into_dialog: true,
    manner: "watched" as const,
    wait,
    timeout_ms,
  };
  return send({ ...work, sending });
}

/** The denied turn ends first. If that is not seen, `send` checks by itself where it types. */
async function untilPrompt({ deps, guardedPane }: AnswerWork): Promise<void> {
  const { readScreen } = guardedPane.target.adapterOf(guardedPane.runtime.agent_type) ?? {};
  for (const deadline = deps.clock.now() + PROMPT_MS; deps.clock.now() < deadline; await sleep(LOOK_MS))
    if (phaseOn(await guardedPane.screen(), readScreen) === "rest") return;
}

/** The option ends the turn; its text is the next prompt. */
function takesPrompt({ options }: Dialog): boolean {
  return options.find(({ words }) => words !== undefined)?.words?.by === "prompt";
}

/** Refuses if the dialog is not the one that was answered. */
function requireAsked(question: KeptQuestion, shown: QuestionWords, { pane }: GuardedPane): void {
  if (!isDifferentQuestion(question, shown) && !screenTextChanged(question, shown)) return;
  throw new Fault("E_STALE_SNAPSHOT", `pane ${pane.pane_id} asks something else by now: ${shown.text}`, {
    guard: "dialog",
    pane: pane.pane_id,
  });
}

/** Without a dialog, text may be typed only where a prompt waits for it. */
function requirePrompt(
  { item, guardedPane, answering }: AnswerWork,
  { lines }: ScreenSnapshot,
  { readScreen, label }: Adapter,
): void {
  const isDeclared = item.attention?.source === "agent";
  const isAsking = phaseOn(lines, readScreen) === "ask";
  if (!isAsking && (isDeclared || answering.question.kind !== "approval")) return;
  const { pane_id } = guardedPane.pane;
  const words = `${label} asks in pane ${pane_id}, but no dialog that agtmux knows is on its screen: nothing was pressed; 'agtmux attach ${guardedPane.ref}' shows it`;
  throw new Fault("E_NOT_DELIVERED", words, { guard: "dialog", pane: pane_id });
}

function phaseOn(lines: readonly string[], readScreen: ReadScreen | undefined): Phase | null {
  const seen = readScreen?.({ lines });
  if (seen?.type !== "read") return null;
  const { evidence } = seen.reading;
  return evidence.kind === "level" ? evidence.phase : null;
}

function stateNow({ deps, item }: AnswerWork): State {
  return (deps.fleet.item(item.identity.target, item.identity.pane_id) ?? item).state;
}
