import { setTimeout as sleep } from "node:timers/promises";
import type { Goal } from "../../core/actions/answer-plan.ts";
import type { Adapter } from "../../core/agents/adapter.ts";
import { type Dialog, wordsOf } from "../../core/agents/dialog.ts";
import type { ReadScreen } from "../../core/agents/screen-reader.ts";
import { Fault } from "../../core/protocol/fault.ts";
import type { PaneItem } from "../../core/protocol/lists.ts";
import type { AnswerReport, Question, QuestionWords } from "../../core/protocol/questions.ts";
import type { Phase, State } from "../../core/protocol/state.ts";
import { asksOther } from "../../core/questions/asks-other.ts";
import type { RuntimeRow } from "../store/store.ts";
import { goalFor, type Said, textFor } from "./answer-words.ts";
import { awaitAnswer } from "./await-answer.ts";
import { Delivery } from "./delivery.ts";
import { DialogHands, type Sight } from "./dialog-hands.ts";
import type { PaneHold } from "./pane-hold.ts";
import { type SendDeps, type SendEvents, send, withPhases } from "./send.ts";

export interface Answering extends Said {
  question: Question;
  wait?: "accepted" | State | undefined;
  timeout_ms?: number | undefined;
}

export interface AnswerEvents extends SendEvents {
  /** All of it is answered, in these words. */
  onAnswered(words: readonly string[], at: number): void;
}

/** Whom it is about, and who is told. */
export interface AnswerWork {
  deps: SendDeps;
  hold: PaneHold & { runtime: RuntimeRow };
  item: PaneItem;
  answering: Answering;
  correlationId: string;
  events: AnswerEvents;
  signal: AbortSignal;
}

/** Keys that come sooner after a dialog has appeared are lost on some agents. */
const RIPE_MS = 800;
/** What is told may be painted so much later. */
const PAINTED_MS = 2_500;
/** Until then a prompt should be back. */
const PROMPT_MS = 4_000;
const LOOK_MS = 100;
const MOST_PARTS = 20;

type Outcome = Pick<AnswerReport, "by" | "answered" | "phases" | "state" | "next" | "notes">;
type Standing = Sight & { dialog: Dialog };

/** Answers what an agent asks: in its dialog by keys, else as a text at its prompt; each step from evidence. */
export async function answer(work: AnswerWork): Promise<Outcome> {
  const { deps, hold, answering } = work;
  const { question } = answering;
  const adapter = hold.target.adapterOf(hold.runtime.agent_type);
  const delivery = new Delivery({
    hold,
    clock: deps.clock,
    typing: adapter?.typing ?? {},
    readScreen: adapter?.readScreen,
  });
  await sleep(Math.min(RIPE_MS, Math.max(0, question.asked_at + RIPE_MS - deps.clock.now())));
  if (adapter?.readDialog === undefined) return atPrompt(work, textFor(answering, question));
  const hands = new DialogHands({ hold, delivery, clock: deps.clock, readDialog: adapter.readDialog });
  // what was declared may have no dialog at all
  const isDeclared = work.item.attention?.source === "agent";
  const sight = isDeclared ? await hands.look() : await hands.await(PAINTED_MS);
  const { dialog } = sight;
  if (dialog !== null) return inDialog(work, hands, delivery, { ...sight, dialog });
  requirePrompt(work, sight, adapter);
  return atPrompt(work, textFor(answering, question));
}

async function inDialog(work: AnswerWork, hands: DialogHands, delivery: Delivery, first: Standing): Promise<Outcome> {
  const { answering, events, deps, hold } = work;
  requireAsked(answering.question, wordsOf(first.dialog), hold);
  let said: Said = answering;
  let sight: Standing = first;
  const answered: string[] = [];
  let prompt: string | null = null;
  let pressedAt = deps.clock.now();
  try {
    for (let part = 0; part < MOST_PARTS; part += 1) {
      const { goal, rest } = goalFor(said, sight.dialog, answering.question);
      if (part === 0) events.onTouch();
      if (goal.type === "write" && takesPrompt(sight.dialog)) prompt = goal.text;
      const { after, at } = await hands.pursue(goal, sight);
      pressedAt = at;
      answered.push(...(goal.type === "pick" ? [goal.label] : goal.type === "tick" ? goal.labels : [goal.text]));
      requireOwnReview(goal, sight.dialog, after, hold);
      const next = await handedIn(hands, after, sight);
      if (next === null) return await finished(work, delivery, { answered, pressedAt, prompt });
      if (rest.length === 0) return await halfway(work, delivery, answered, wordsOf(next.dialog));
      said = { ...answering, words: rest };
      sight = next;
    }
    throw new Fault("E_NOT_DELIVERED", "the dialog has no end", { guard: "dialog" });
  } catch (error) {
    if (delivery.phases.length === 0 && error instanceof Fault && error.details.guard !== undefined)
      events.onUntouched();
    throw withPhases(error, delivery.phases);
  } finally {
    events.onPhases(delivery.phases);
  }
}

/** What is left to hand in is handed in; a further part of the same question is returned. */
async function handedIn(hands: DialogHands, after: Sight, before: Standing): Promise<Standing | null> {
  let sight = after;
  for (let review = sight.dialog?.review; review !== undefined; review = sight.dialog?.review)
    sight = (await hands.confirm(review, sight)).after;
  const { dialog } = sight;
  const isPart = dialog?.part !== undefined && before.dialog.part?.of === dialog.part.of;
  return dialog !== null && isPart ? { ...sight, dialog } : null;
}

/** Answers are handed in once they are all given. After an approval only `always` is asked about again. */
function requireOwnReview(goal: Goal, { kind, options }: Dialog, { dialog }: Sight, { pane }: PaneHold): void {
  if (dialog?.review === undefined || kind !== "approval") return;
  const picked = goal.type === "pick" ? options.find(({ label }) => label === goal.label) : undefined;
  if (picked?.means === "always") return;
  throw new Fault("E_NOT_DELIVERED", `pane ${pane.pane_id} asks to confirm something else: ${dialog.text}`, {
    guard: "dialog",
    pane: pane.pane_id,
  });
}

/** One part is answered, and the next one is asked: the question stays open. */
async function halfway(
  work: AnswerWork,
  delivery: Delivery,
  answered: string[],
  next: QuestionWords,
): Promise<Outcome> {
  work.events.onTyped();
  const state = stateNow(work);
  return { by: "dialog", answered, phases: delivery.phases, state, next, notes: [] };
}

async function finished(
  work: AnswerWork,
  delivery: Delivery,
  { answered, pressedAt, prompt }: { answered: string[]; pressedAt: number; prompt: string | null },
): Promise<Outcome> {
  const { hold, correlationId, events } = work;
  events.onPhases(delivery.phases);
  events.onAnswered(answered, pressedAt);
  if (prompt !== null) {
    await untilPrompt(work);
    const sent = await sentText(work, prompt);
    return { by: "dialog", answered, next: null, ...sent, phases: [...sent.phases] };
  }
  hold.target.noteTyped(hold.runtime, pressedAt, correlationId);
  events.onTyped();
  const state = await awaitAnswer(work, pressedAt, delivery);
  return { by: "dialog", answered, phases: delivery.phases, state, next: null, notes: [] };
}

async function atPrompt(work: AnswerWork, text: string): Promise<Outcome> {
  const sent = await sentText(work, text);
  work.events.onAnswered([text], sent.phases.find(({ phase }) => phase === "submitted")?.at ?? work.deps.clock.now());
  const notes = [...sent.notes, `sent as text: ${JSON.stringify(text.length > 80 ? `${text.slice(0, 80)}…` : text)}`];
  return { by: "text", answered: [text], next: null, ...sent, notes };
}

function sentText({ deps, hold, item, answering, correlationId, events, signal }: AnswerWork, text: string) {
  const { wait, timeout_ms } = answering;
  const sending = { text, enter: true, over_draft: false, knowsState: true, wait, timeout_ms };
  return send(deps, hold, item, sending, correlationId, events, signal);
}

/** The denied turn ends first. Where that is not seen, the send looks for itself where it types. */
async function untilPrompt({ deps, hold }: AnswerWork): Promise<void> {
  const { readScreen } = hold.target.adapterOf(hold.runtime.agent_type) ?? {};
  for (const deadline = deps.clock.now() + PROMPT_MS; deps.clock.now() < deadline; await sleep(LOOK_MS))
    if (phaseOn(await hold.screen(), readScreen) === "rest") return;
}

/** Picked, it ends the turn; what it takes words for is the next prompt. */
function takesPrompt({ options }: Dialog): boolean {
  return options.find(({ words }) => words !== undefined)?.words?.by === "prompt";
}

/** The dialog must be the one that was asked about. */
function requireAsked(question: Question, shown: QuestionWords, { pane }: PaneHold): void {
  if (!asksOther(question, shown)) return;
  throw new Fault("E_STALE_SNAPSHOT", `pane ${pane.pane_id} asks something else by now: ${shown.text}`, {
    guard: "dialog",
    pane: pane.pane_id,
  });
}

/** Without a dialog a text may be typed where a prompt waits for one. */
function requirePrompt({ item, hold, answering }: AnswerWork, { lines }: Sight, { readScreen, label }: Adapter): void {
  const isDeclared = item.attention?.source === "agent";
  const isAsking = phaseOn(lines, readScreen) === "ask";
  if (!isAsking && (isDeclared || answering.question.kind !== "approval")) return;
  const { pane_id } = hold.pane;
  const words = `${label} asks in pane ${pane_id}, but no dialog that agtmux knows is on its screen: nothing was pressed; 'agtmux attach ${pane_id}' shows it`;
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
