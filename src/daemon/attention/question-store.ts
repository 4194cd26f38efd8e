import { isDeepStrictEqual } from "node:util";
import {
  type KeptQuestion,
  type QuestionList,
  QuestionState,
  QuestionWords,
} from "../../core/protocol/actions/questions.ts";
import { messageOf } from "../../core/protocol/base/fault.ts";
import type { Attention } from "../../core/protocol/events/attention.ts";
import type { PaneItem } from "../../core/protocol/lists/lists.ts";
import { isDifferentQuestion } from "../../core/questions/is-different-question.ts";
import { mergeAsked } from "../../core/questions/merge-asked.ts";
import type { Clock } from "../base/clock.ts";
import { Listeners } from "../base/listeners.ts";
import type { Log } from "../base/log.ts";
import type { Fleet, FleetChange } from "../publish/fleet.ts";
import { StagedMap } from "../store/staged-map.ts";
import type { Store } from "../store/store.ts";
import { type Asking, askOf, begun, isLate, isSameAsk, placeOf, SAME_ASK_MS } from "./asking.ts";
import { revisionOf } from "./revision-of.ts";

export interface QuestionStoreDeps {
  store: Pick<Store, "transact" | "unit" | "saveQuestion" | "question" | "openQuestions" | "questions" | "askedSince">;
  fleet: Pick<Fleet, "all" | "item">;
  clock: Clock;
  log: Log;
  /** A listener has thrown. */
  onFault(error: unknown): void;
}

export interface QuestionFilter {
  states?: readonly QuestionState[] | undefined;
  target?: string | undefined;
}

const MAX_LISTED = 500;

/** Agents' questions: open while their pane has attention for an input or an approval, then stored with the outcome. */
export class QuestionStore {
  private readonly deps: QuestionStoreDeps;
  /** The open question of each runtime. */
  private readonly open: StagedMap<string, KeptQuestion>;
  /** The last closed question of each runtime. */
  private readonly over: StagedMap<string, KeptQuestion>;
  private readonly listeners: Listeners<void>;
  /** A write failed: compare everything again. */
  private isBehind = true;

  constructor(deps: QuestionStoreDeps) {
    this.deps = deps;
    const { unit } = deps.store;
    this.open = new StagedMap(unit);
    this.over = new StagedMap(unit);
    this.listeners = new Listeners((error) => deps.onFault(error));
    for (const question of deps.store.openQuestions()) this.open.set(question.runtime_id, question);
    for (const question of deps.store.questions(0, MAX_LISTED).reverse())
      if (question.state !== "open") this.over.set(question.runtime_id, question);
    this.follow({ changed: [], removed: [] });
  }

  /** Calls `listener` when a question begins, ends or changes; returns how to unsubscribe. */
  onChange(listener: () => void): () => void {
    return this.listeners.add(listener);
  }

  /** Expires questions and updates their texts from the screens. */
  tick(): void {
    this.expire();
    this.refresh();
  }

  /** Begins and ends questions with the attention of changed panes. */
  follow({ changed, removed }: FleetChange): void {
    const { fleet } = this.deps;
    const items = this.isBehind ? fleet.all() : changed;
    const gone = this.isBehind
      ? [...this.open.values()].filter(({ target, pane_id }) => fleet.item(target, pane_id) === undefined)
      : removed.flatMap((identity) => this.openAt(identity));
    const isQuiet =
      gone.length === 0 && items.every((item) => askOf(item) === null && this.openAt(item.identity).length === 0);
    if (isQuiet) {
      this.isBehind = false;
      return;
    }
    this.isBehind = !this.store(() => {
      for (const question of gone) this.end(question, "gone");
      for (const item of items) this.look(item);
    });
  }

  /** Closes questions past their expiry. */
  expire(): void {
    if (this.isBehind) this.follow({ changed: [], removed: [] });
    const late = [...this.open.values()].filter((question) => isLate(question, this.deps.clock.now()));
    if (late.length > 0)
      this.store(() => {
        for (const question of late) this.end(question, "expired");
      });
  }

  list({ states = ["open"], target }: QuestionFilter): QuestionList {
    const { store, clock } = this.deps;
    this.expire();
    this.refresh();
    const isOpenOnly = states.every((state) => state === "open");
    const kept = isOpenOnly ? [...this.open.values()] : store.questions(0, MAX_LISTED).reverse();
    const items = kept.filter(
      (each) => states.includes(each.state) && (target === undefined || each.target === target),
    );
    const by_state = Object.fromEntries(
      QuestionState.options.map((state) => [state, items.filter((item) => item.state === state).length]),
    ) as QuestionList["summary"]["by_state"];
    return {
      schema_version: 1,
      generated_at: clock.now(),
      filters: { state: [...states], ...(target !== undefined && { target }) },
      summary: { open: by_state.open, by_state },
      items: items
        .sort((a, b) => a.asked_at - b.asked_at || (a.question_id < b.question_id ? -1 : 1))
        .map((item) => ({ ...item, revision: revisionOf(item) })),
    };
  }

  find(questionId: string): KeptQuestion | null {
    this.expire();
    this.refresh();
    return (
      [...this.open.values()].find((each) => each.question_id === questionId) ?? this.deps.store.question(questionId)
    );
  }

  /** The open question of a pane. */
  openOf({ runtime_id }: PaneItem): KeptQuestion | null {
    this.expire();
    this.refresh();
    return this.open.get(runtime_id ?? "") ?? null;
  }

  /** `at`: when the answer was given; the next question may be asked before that is noticed. */
  answered(question: KeptQuestion, answer: string, correlationId: string, at: number): void {
    const held = this.open.get(question.runtime_id);
    const isHeld = held?.question_id === question.question_id;
    this.deps.store.transact(() =>
      this.end({ ...(isHeld ? held : question), answer, correlation_id: correlationId }, "answered", at),
    );
  }

  /** Inside a transaction. */
  private look(item: PaneItem): void {
    const asking = askOf(item);
    for (const held of this.openAt(item.identity))
      if (held.runtime_id !== item.runtime_id || asking === null) this.end(held, "gone");
    if (asking === null) return;
    const held = this.open.get(asking.runtime_id);
    const last = this.over.get(asking.runtime_id);
    if (held === undefined) {
      // attention raised after the last question ended is a new question, however soon
      const wasRaisedBefore = last !== undefined && asking.attention.raised_at <= (last.settled_at ?? 0);
      const words = this.wordsFor(asking, wasRaisedBefore ? 0 : undefined);
      const isLast =
        last !== undefined &&
        (last.attention_id === asking.attention.attention_id ||
          (wasRaisedBefore && isSameAsk(last, asking) && !isDifferentQuestion(last, words)));
      if (isLast) {
        // it was only out of sight
        if (last.state === "gone") this.reopen(last, asking);
        return;
      }
      this.put(begun(asking, words));
      return;
    }
    const words = this.wordsFor(asking);
    if (!isSameAsk(held, asking) || isDifferentQuestion(held, words)) {
      this.end(held, "superseded", this.askedOtherAt(asking, held));
      const next = begun(asking, this.wordsFor(asking));
      // two dialogs that one level shows have one attention, from which the id is made
      this.put(next.question_id === held.question_id ? { ...next, question_id: `${next.question_id}+` } : next);
    } else this.update(held, { ...placeOf(asking), ...words });
  }

  /** Updates open questions from what was read since, also off screens. */
  private refresh(): void {
    const { fleet } = this.deps;
    for (const held of [...this.open.values()]) {
      const item = fleet.item(held.target, held.pane_id);
      const asking = item === undefined ? null : askOf(item);
      if (asking === null || asking.runtime_id !== held.runtime_id) continue;
      const words = this.wordsFor(asking);
      if (isDifferentQuestion(held, words)) this.store(() => this.look(asking));
      else if (!isDeepStrictEqual(QuestionWords.parse(held), words))
        this.store(() => this.update(held, { ...placeOf(asking), ...words }));
    }
  }

  /** False if it could not be stored: nothing has changed, and it is tried again. */
  private store(work: () => void): boolean {
    try {
      this.deps.store.transact(work);
      return true;
    } catch (error) {
      this.deps.log.warn({ err: messageOf(error) }, "questions are not stored: later");
      return false;
    }
  }

  /** The words of the question that is asked now; everything asked up to `settledAt` is over. */
  private wordsFor(
    { runtime_id, attention }: Asking,
    settledAt = this.over.get(runtime_id)?.settled_at ?? 0,
  ): QuestionWords {
    const { told, shown } = this.askedSince(runtime_id, attention, settledAt);
    const kind = attention.kind === "approval" ? "approval" : "text";
    return (
      mergeAsked(told, shown) ?? {
        kind,
        text: attention.message,
        ...(kind === "text" && { free: true }),
      }
    );
  }

  /** When words that ask something else than `held` first came: we may notice and store that later. */
  private askedOtherAt({ runtime_id, attention }: Asking, held: KeptQuestion): number {
    const { told, shown } = this.askedSince(runtime_id, attention, this.over.get(runtime_id)?.settled_at ?? 0);
    const times = [told, shown].flatMap((each) =>
      each !== null && isDifferentQuestion(held, each.words) ? [each.at] : [],
    );
    return Math.min(this.deps.clock.now(), times.length > 0 ? Math.min(...times) : attention.raised_at);
  }

  private askedSince(runtimeId: string, { raised_at }: Attention, settledAt: number) {
    return this.deps.store.askedSince(runtimeId, Math.max(raised_at - SAME_ASK_MS, settledAt));
  }

  private update(held: KeptQuestion, now: Partial<KeptQuestion>): void {
    const { options: _, detail: __, part: ___, is_diff: ____, from_screen: _____, ...rest } = held;
    const next = { ...rest, ...now };
    if (!isDeepStrictEqual(held, next)) this.put(next);
  }

  private put(question: KeptQuestion): void {
    this.deps.store.saveQuestion(question);
    if (question.state === "open") this.open.set(question.runtime_id, question);
    else this.over.set(question.runtime_id, question);
    this.deps.store.unit.afterCommit(() => this.listeners.publish(), this);
  }

  /** Opens a question again. The one before it counts as the last again: otherwise this one's words would seem answered. */
  private reopen(question: KeptQuestion, asking: Asking): void {
    this.put({ ...question, ...placeOf(asking), state: "open", settled_at: null });
    const { question_id, runtime_id } = question;
    const before = this.deps.store
      .questions(0, MAX_LISTED)
      .find((each) => each.runtime_id === runtime_id && each.state !== "open" && each.question_id !== question_id);
    if (before === undefined) this.over.delete(runtime_id);
    else this.over.set(runtime_id, before);
  }

  private end(question: KeptQuestion, state: Exclude<QuestionState, "open">, at = this.deps.clock.now()): void {
    this.put({ ...question, state, settled_at: at });
    if (this.open.get(question.runtime_id)?.question_id === question.question_id) this.open.delete(question.runtime_id);
  }

  private openAt({ target, pane_id }: PaneItem["identity"]): KeptQuestion[] {
    if (this.open.size === 0) return [];
    return [...this.open.values()].filter((each) => each.target === target && each.pane_id === pane_id);
  }
}
