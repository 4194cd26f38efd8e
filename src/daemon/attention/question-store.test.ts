import { describe, expect, it } from "vitest";
import { contentId } from "../../core/engine/content-id.ts";
import type { QuestionWords } from "../../core/protocol/actions/questions.ts";
import type { Attention } from "../../core/protocol/events/attention.ts";
import type { EventEnvelope } from "../../core/protocol/events/event.ts";
import type { PaneItem } from "../../core/protocol/lists/lists.ts";
import { silentLog } from "../base/test-log.ts";
import { Fleet } from "../publish/fleet.ts";
import { openMemoryStore } from "../store/memory-store.ts";
import { anEvent, anItem } from "../store/test-rows.ts";
import { QuestionStore } from "./question-store.ts";

const MAKE: QuestionWords = { kind: "approval", text: "Bash: make", detail: "make" };
const SHOWN: QuestionWords = {
  kind: "approval",
  text: "Do you want to proceed?",
  detail: "make",
  options: [
    { value: "yes", label: "Yes" },
    { value: "no", label: "No" },
  ],
};

/** Id of the question that an attention begins. */
const Q1 = contentId("r1", "a1");
const Q2 = contentId("r1", "a2");
const Q3 = contentId("r1", "a3");

function anAttention(attention_id: string, raised_at: number, change: Partial<Attention> = {}): Attention {
  return {
    attention_id,
    kind: "approval",
    label: "",
    message: "Bash: make",
    source: "hook",
    raised_at,
    ...change,
  };
}

class Scene {
  now = 10_000;
  readonly store;
  readonly fleet = new Fleet("e", 0);
  readonly questions: QuestionStore;

  constructor(store = openMemoryStore()) {
    this.store = store;
    this.questions = this.opened();
  }

  /** The questions as a restarted daemon loads them. */
  opened(): QuestionStore {
    return new QuestionStore({
      store: this.store,
      fleet: this.fleet,
      clock: { now: () => this.now },
      log: silentLog(),
      onFault: (error) => {
        throw error;
      },
    });
  }

  hear(at: number, question: QuestionWords, change: Partial<EventEnvelope> = {}): void {
    const key = `${change.source ?? "hook"}@${at}${question.text}`;
    this.store.appendEvent(
      anEvent({
        event_id: key,
        dedupe_key: key,
        event_time: at,
        ingested_at: at,
        clock_offset: 0,
        question,
        ...change,
      }),
      "bound",
    );
  }

  asks(id: string, at: number, change: Partial<Attention> = {}): void {
    this.shows({ state: "waiting_approval", attention: anAttention(id, at, change) });
  }

  shows(change: Partial<PaneItem>): void {
    const item = anItem({ runtime_id: "r1", ...change });
    const shown = { changed: [item], removed: [] };
    this.fleet.apply(shown, 0);
    this.questions.follow(shown);
  }

  states(): (string | null)[][] {
    const { items } = this.questions.list({ states: ["open", "answered", "gone", "expired", "superseded"] });
    return items.map(({ question_id, state, answer }) =>
      [question_id, state, answer].slice(0, answer === null ? 2 : 3),
    );
  }
}

describe("QuestionStore", () => {
  it("[SQ17] a call that was read off a screen begins a question with an id like any other, and of its pane alone", () => {
    const scene = new Scene();
    scene.asks("poller:9900", 9_900);
    scene.fleet.apply({ changed: [], removed: [anItem().identity] }, 0);
    scene.shows({ runtime_id: "r2", state: "waiting_approval", attention: anAttention("poller:9900", 9_900) });
    const ids = scene.states().map(([id]) => id);
    expect(new Set(ids).size).toBe(2);
    expect(ids).toEqual(ids.map(() => expect.stringMatching(/^[0-9a-z]{28}$/)));
  });

  it("[SQ16, SQ18] a pane that calls for an answer is an open question, with what the hook tells and the screen shows", () => {
    const scene = new Scene();
    scene.hear(9_900, MAKE);
    scene.asks("a1", 9_900);
    expect(scene.questions.list({}).items).toMatchObject([
      { ...MAKE, question_id: Q1, state: "open", runtime_id: "r1" },
    ]);
    scene.hear(10_200, SHOWN, { source: "screen" });
    const { items, summary } = scene.questions.list({});
    expect(items).toMatchObject([{ ...MAKE, options: SHOWN.options, question_id: Q1 }]);
    expect(summary.open).toBe(1);
  });

  it("[UI26] a question's revision changes exactly with its words", () => {
    const scene = new Scene();
    const revision = () => scene.questions.list({}).items[0]?.revision;
    scene.hear(9_900, MAKE);
    scene.asks("a1", 9_900);
    const [first, again] = [revision(), revision()];
    scene.hear(10_200, SHOWN, { source: "screen" });
    const grown = revision();
    scene.hear(10_300, { ...MAKE, detail: "make && rm -rf /" });
    expect([first === again, first === grown, grown === revision()]).toEqual([true, false, false]);
    expect(first).toMatch(/^[\w-]{20}\.[\w-]{20}$/);
    expect(first?.split(".")[0]).toBe(grown?.split(".")[0]);
  });

  it("[SQ16] a question without words has those of its attention", () => {
    const scene = new Scene();
    scene.asks("a1", 9_900, { kind: "input", message: "Which port?", source: "agent" });
    expect(scene.questions.list({}).items).toMatchObject([{ kind: "text", text: "Which port?", free: true }]);
  });

  it("[SQ16] a question answered elsewhere is gone, and open again if it was only out of sight", () => {
    const scene = new Scene();
    scene.asks("a1", 9_900);
    scene.shows({ state: "running", attention: null });
    expect(scene.states()).toEqual([[Q1, "gone"]]);
    scene.asks("a1", 9_900);
    expect(scene.states()).toEqual([[Q1, "open"]]);
    const { target, session_name, window_id, pane_id } = anItem().identity;
    scene.fleet.apply({ changed: [], removed: [{ target, session_name, window_id, pane_id }] }, 0);
    scene.questions.follow({ changed: [], removed: [{ target, session_name, window_id, pane_id }] });
    expect(scene.states()).toEqual([[Q1, "gone"]]);
  });

  it("[SQ16] a question that was out of sight for a moment has its own words and options again", () => {
    const scene = new Scene();
    scene.hear(9_900, SHOWN);
    scene.asks("a1", 9_900);
    scene.now = 11_000;
    scene.shows({ state: "running", attention: null });
    scene.asks("a1", 9_900);
    scene.questions.tick();
    expect(scene.questions.list({}).items).toMatchObject([{ ...SHOWN, question_id: Q1, state: "open" }]);
  });

  it("[SQ16] a question answered through us stays answered while its attention is still open", () => {
    const scene = new Scene();
    scene.asks("a1", 9_900);
    scene.questions.answered(scene.questions.find(Q1) ?? never(), "Yes", "c1", 10_000);
    scene.asks("a1", 9_900, { message: "again" });
    expect(scene.states()).toEqual([[Q1, "answered", "Yes"]]);
    expect(scene.questions.find(Q1)).toMatchObject({ correlation_id: "c1", settled_at: 10_000 });
  });

  it("[SQ16] a question right after an answer is a new one", () => {
    const scene = new Scene();
    scene.asks("a1", 9_900);
    scene.questions.answered(scene.questions.find(Q1) ?? never(), "Yes", "c1", 10_000);
    scene.asks("a2", 10_050);
    expect(scene.states()).toEqual([
      [Q1, "answered", "Yes"],
      [Q2, "open"],
    ]);
  });

  it("[SQ16] a newer ask supersedes a question; the same one told by another source does not", () => {
    const scene = new Scene();
    scene.asks("a1", 9_000);
    scene.asks("a2", 9_300);
    expect(scene.states()).toEqual([[Q1, "open"]]);
    expect(scene.questions.find(Q1)?.attention_id).toBe("a2");
    scene.asks("a3", 20_000);
    expect(scene.states()).toEqual([
      [Q1, "superseded"],
      [Q3, "open"],
    ]);
  });

  it("[SQ16] another dialog under the same attention is another question", () => {
    const scene = new Scene();
    scene.hear(9_900, SHOWN, { source: "screen" });
    scene.asks("a1", 9_900);
    scene.hear(10_500, { ...SHOWN, detail: "rm -rf /" }, { source: "screen" });
    scene.asks("a2", 9_900);
    expect(new Map(scene.states() as [string, string][])).toEqual(
      new Map([
        [Q1, "superseded"],
        [Q2, "open"],
      ]),
    );
    expect(scene.questions.find(Q2)?.detail).toBe("rm -rf /");
  });

  it("[SQ27] a dialog that was read just after its answer gives nothing to the next question", () => {
    const scene = new Scene();
    scene.hear(9_900, MAKE);
    scene.asks("a1", 9_900);
    const [make] = scene.questions.list({}).items;
    if (make === undefined) throw new Error("nothing is asked");
    scene.questions.answered(make, "yes", "c1", 9_950);
    scene.hear(10_000, SHOWN, { source: "screen" });
    const colour: QuestionWords = { kind: "choice", text: "Which colour?", options: [{ value: "red", label: "Red" }] };
    scene.hear(10_300, colour);
    scene.asks("a2", 10_300, { kind: "input" });
    expect(scene.questions.find(Q2)).toMatchObject({ state: "open", ...colour });
    scene.hear(10_400, colour, { source: "screen" });
    expect(scene.questions.find(Q2)).toMatchObject({ state: "open", ...colour });
    expect(scene.questions.find(Q2)).not.toHaveProperty("detail");
  });

  it("[SQ16] another question keeps its words when it is noticed or stored late", () => {
    const scene = new Scene();
    scene.hear(9_000, { kind: "text", text: "Which port?" });
    scene.asks("a1", 9_000, { kind: "input" });
    scene.hear(9_500, { kind: "confirm", text: "Migrate the database?" }, { source: "squad" });
    scene.asks("a2", 9_000, { kind: "input" });
    scene.now = 12_000;
    scene.questions.tick();
    expect(scene.questions.find(Q1)).toMatchObject({ state: "superseded", settled_at: 9_500 });
    expect(scene.questions.find(Q2)).toMatchObject({ state: "open", text: "Migrate the database?" });
    expect(scene.states()).toHaveLength(2);
  });

  it("[SQ16] a question expires after the time that the asking program set", () => {
    const scene = new Scene();
    scene.hear(9_900, { kind: "text", text: "Which port?", free: true, timeout_ms: 5_000 }, { source: "squad" });
    scene.asks("a1", 9_900, { kind: "input", source: "agent" });
    expect(scene.questions.find(Q1)).toMatchObject({ state: "open", expires_at: 14_900 });
    scene.now = 15_000;
    scene.questions.expire();
    scene.asks("a1", 9_900, { kind: "input", source: "agent", message: "still" });
    expect(scene.states()).toEqual([[Q1, "expired"]]);
  });

  it("[SQ16] an open question survives a restart, and is gone if it ended meanwhile", () => {
    const scene = new Scene();
    scene.hear(9_900, MAKE);
    scene.asks("a1", 9_900);
    expect(scene.opened().list({}).items).toMatchObject([{ ...MAKE, question_id: Q1, state: "open" }]);
    scene.fleet.apply({ changed: [anItem({ runtime_id: "r1", attention: null })], removed: [] }, 0);
    expect(scene.opened().list({}).items).toEqual([]);
  });

  it("[AP9] the list is filtered by state and target", () => {
    const scene = new Scene();
    scene.asks("a1", 9_900);
    expect(scene.questions.list({ target: "elsewhere" }).items).toEqual([]);
    expect(scene.questions.list({ states: ["gone"] }).items).toEqual([]);
    expect(scene.questions.list({ states: ["open"], target: "host" })).toMatchObject({
      schema_version: 1,
      filters: { state: ["open"], target: "host" },
      summary: { open: 1, by_state: { open: 1, gone: 0 } },
    });
  });
});

function never(): never {
  throw new Error("there is no such question");
}
