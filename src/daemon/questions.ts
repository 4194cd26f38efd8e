import { isDeepStrictEqual } from "node:util";
import type { Attention } from "../core/protocol/attention.ts";
import { stampOf } from "../core/protocol/event.ts";
import { messageOf } from "../core/protocol/fault.ts";
import type { PaneItem } from "../core/protocol/lists.ts";
import { type Question, type QuestionList, QuestionState, QuestionWords } from "../core/protocol/questions.ts";
import { asksOther } from "../core/questions/asks-other.ts";
import { mergeWords } from "../core/questions/merge-words.ts";
import type { Clock } from "./clock.ts";
import type { Fleet, FleetChange } from "./fleet.ts";
import { Listeners } from "./listeners.ts";
import type { Log } from "./log.ts";
import { StagedMap } from "./store/staged-map.ts";
import type { Store } from "./store/store.ts";

export interface QuestionBookDeps {
  store: Pick<Store, "transact" | "unit" | "saveQuestion" | "question" | "openQuestions" | "questions" | "eventsOf">;
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

/** One ask is told by several sources; so far apart they may be, and it is still the same. */
const SAME_ASK_MS = 1_500;
const NEWEST = 40;
const MOST_LISTED = 500;

type Asking = PaneItem & { attention: Attention; runtime_id: string };

/** What agents ask of people: open while their pane calls for an input or an approval, and what became of each. */
export class QuestionBook {
  private readonly deps: QuestionBookDeps;
  /** The open one of each runtime. */
  private readonly open: StagedMap<string, Question>;
  /** The last one of each runtime that is over. */
  private readonly over: StagedMap<string, Question>;
  private readonly listeners: Listeners<void>;
  /** Something could not be stored: everything is compared anew. */
  private isBehind = true;

  constructor(deps: QuestionBookDeps) {
    this.deps = deps;
    const { unit } = deps.store;
    this.open = new StagedMap(unit);
    this.over = new StagedMap(unit);
    this.listeners = new Listeners((error) => deps.onFault(error));
    for (const question of deps.store.openQuestions()) this.open.set(question.runtime_id, question);
    for (const question of deps.store.questions(0, MOST_LISTED).reverse())
      if (question.state !== "open") this.over.set(question.runtime_id, question);
    this.follow({ changed: [], removed: [] });
  }

  /** Calls when one begins, ends or has other words. */
  onChange(listener: () => void): () => void {
    return this.listeners.add(listener);
  }

  /** Time passes, and screens are read. */
  tick(): void {
    this.expire();
    this.refresh();
  }

  /** Panes have changed: questions begin and end with their attention. */
  follow({ changed, removed }: FleetChange): void {
    const { fleet } = this.deps;
    const items = this.isBehind ? fleet.all() : changed;
    const gone = this.isBehind
      ? [...this.open.values()].filter(({ target, pane_id }) => fleet.item(target, pane_id) === undefined)
      : removed.flatMap(({ target, pane_id }) => this.openAt(target, pane_id));
    const isQuiet = gone.length === 0 && items.every((item) => askOf(item) === null && this.heldAt(item).length === 0);
    if (isQuiet) {
      this.isBehind = false;
      return;
    }
    this.isBehind = !this.store(() => {
      for (const question of gone) this.end(question, "gone");
      for (const item of items) this.look(item);
    });
  }

  /** Those that nobody wants an answer to any more. */
  expire(): void {
    const late = [...this.open.values()].filter((question) => isLate(question, this.deps.clock.now()));
    if (late.length > 0)
      this.store(() => {
        for (const question of late) this.end(question, "expired");
      });
    if (this.isBehind) this.follow({ changed: [], removed: [] });
  }

  list({ states = ["open"], target }: QuestionFilter): QuestionList {
    const { store, clock } = this.deps;
    this.expire();
    this.refresh();
    const isOpenOnly = states.every((state) => state === "open");
    const kept = isOpenOnly ? [...this.open.values()] : store.questions(0, MOST_LISTED).reverse();
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
      items: items.sort((a, b) => a.asked_at - b.asked_at || (a.question_id < b.question_id ? -1 : 1)),
    };
  }

  find(questionId: string): Question | null {
    this.expire();
    this.refresh();
    return (
      [...this.open.values()].find((each) => each.question_id === questionId) ?? this.deps.store.question(questionId)
    );
  }

  /** What is asked there now. */
  openOf({ runtime_id }: PaneItem): Question | null {
    this.expire();
    this.refresh();
    return this.open.get(runtime_id ?? "") ?? null;
  }

  /** `at`: when the answer was given; the next question may be asked before anybody has seen that. */
  answered(question: Question, answer: string, correlationId: string, at: number): void {
    const held = this.open.get(question.runtime_id);
    const isHeld = held?.question_id === question.question_id;
    this.deps.store.transact(() =>
      this.end({ ...(isHeld ? held : question), answer, correlation_id: correlationId }, "answered", at),
    );
  }

  /** Inside a transaction. */
  private look(item: PaneItem): void {
    const asking = askOf(item);
    for (const held of this.heldAt(item))
      if (held.runtime_id !== item.runtime_id || asking === null) this.end(held, "gone");
    if (asking === null) return;
    const held = this.open.get(asking.runtime_id);
    const last = this.over.get(asking.runtime_id);
    if (held === undefined) {
      // what is raised later than the last one ended is another one, however soon
      const isBefore = last !== undefined && asking.attention.raised_at <= (last.settled_at ?? 0);
      const words = this.wordsFor(asking, isBefore ? 0 : undefined);
      const isLast =
        last !== undefined &&
        (last.attention_id === asking.attention.attention_id ||
          (isBefore && isSameAsk(last, asking) && !asksOther(last, words)));
      if (isLast) {
        // it had only been lost from sight
        if (last.state === "gone") this.put({ ...last, ...placeOf(asking), state: "open", settled_at: null });
        return;
      }
      this.put(begun(asking, words));
      return;
    }
    const words = this.wordsFor(asking);
    if (!isSameAsk(held, asking) || asksOther(held, words)) {
      this.end(held, "superseded");
      const next = begun(asking, words);
      // its id is taken where one level shows both
      this.put(next.question_id === held.question_id ? { ...next, question_id: `${next.question_id}+` } : next);
    } else this.update(held, { ...placeOf(asking), ...words });
  }

  /** The words of what is open grow when a screen is read. */
  private refresh(): void {
    const { fleet } = this.deps;
    for (const held of [...this.open.values()]) {
      const item = fleet.item(held.target, held.pane_id);
      const asking = item === undefined ? null : askOf(item);
      if (asking === null || asking.runtime_id !== held.runtime_id) continue;
      const words = this.wordsFor(asking);
      if (asksOther(held, words)) this.store(() => this.look(asking));
      else if (!isDeepStrictEqual(QuestionWords.parse(held), words))
        this.store(() => this.update(held, { ...placeOf(asking), ...words }));
    }
  }

  /** False: what could not be stored did not happen, and is looked at again. */
  private store(work: () => void): boolean {
    try {
      this.deps.store.transact(work);
      return true;
    } catch (error) {
      this.deps.log.warn({ err: messageOf(error) }, "questions are not stored: later");
      return false;
    }
  }

  /** `before`: what was asked until then has been answered. */
  private wordsFor(
    { runtime_id, attention }: Asking,
    before = this.over.get(runtime_id)?.settled_at ?? 0,
  ): QuestionWords {
    const since = Math.max(attention.raised_at - SAME_ASK_MS, before);
    const events = this.deps.store.eventsOf(runtime_id, NEWEST).filter((event) => stampOf(event) >= since);
    const asked = (isShown: boolean) =>
      events.find(({ question, source }) => question !== undefined && (source === "screen") === isShown)?.question ??
      null;
    const kind = attention.kind === "approval" ? "approval" : "text";
    return (
      mergeWords(asked(false), asked(true)) ?? { kind, text: attention.message, ...(kind === "text" && { free: true }) }
    );
  }

  private update(held: Question, now: Partial<Question>): void {
    const { options: _, detail: __, part: ___, ...rest } = held;
    const next = { ...rest, ...now };
    if (!isDeepStrictEqual(held, next)) this.put(next);
  }

  private put(question: Question): void {
    this.deps.store.saveQuestion(question);
    if (question.state === "open") this.open.set(question.runtime_id, question);
    else this.over.set(question.runtime_id, question);
    this.deps.store.unit.afterCommit(() => this.listeners.publish(), this);
  }

  private end(question: Question, state: Exclude<QuestionState, "open">, at = this.deps.clock.now()): void {
    this.put({ ...question, state, settled_at: at });
    if (this.open.get(question.runtime_id)?.question_id === question.question_id) this.open.delete(question.runtime_id);
  }

  private heldAt({ identity }: PaneItem): Question[] {
    return this.openAt(identity.target, identity.pane_id);
  }

  private openAt(target: string, paneId: string): Question[] {
    if (this.open.size === 0) return [];
    return [...this.open.values()].filter((each) => each.target === target && each.pane_id === paneId);
  }
}

function askOf(item: PaneItem): Asking | null {
  const { attention, runtime_id } = item;
  const asks = attention?.kind === "input" || attention?.kind === "approval";
  return asks && attention !== null && runtime_id !== null ? { ...item, attention, runtime_id } : null;
}

function placeOf({ identity, ref, agent, runtime_id, attention }: Asking) {
  const { target, session_name, pane_id } = identity;
  return { ref, target, session_name, pane_id, runtime_id, agent, attention_id: attention.attention_id };
}

function begun(item: Asking, words: QuestionWords): Question {
  const asked_at = item.attention.raised_at;
  return {
    question_id: item.attention.attention_id,
    ...placeOf(item),
    ...words,
    state: "open",
    asked_at,
    expires_at: words.timeout_ms === undefined ? null : asked_at + words.timeout_ms,
    settled_at: null,
    answer: null,
    correlation_id: null,
  };
}

/** By its id, or because it was raised at the same moment by another source. */
function isSameAsk({ attention_id, asked_at }: Question, { attention }: Asking): boolean {
  return attention_id === attention.attention_id || Math.abs(asked_at - attention.raised_at) <= SAME_ASK_MS;
}

function isLate({ expires_at }: Question, now: number): boolean {
  return expires_at !== null && expires_at <= now;
}
