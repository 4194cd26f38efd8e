import { describe, expect, it } from "vitest";
import type { EventEnvelope } from "../../core/protocol/events/event.ts";
import type { Store } from "./store.ts";
import { anEvent, aQuestion } from "./test-rows.ts";

/** Store contract: questions. */
export function describeQuestions(name: string, open: () => Store): void {
  describe(`${name}: questions`, () => {
    it("[SQ16] a question is kept whole, told anew when it has ended, and listed by when it was asked", () => {
      const store = open();
      store.saveQuestion(aQuestion());
      store.saveQuestion(aQuestion({ question_id: "q2", asked_at: 500 }));
      expect(store.openQuestions().map(({ question_id }) => question_id)).toEqual(["q2", "q1"]);
      const answered = aQuestion({ state: "answered", settled_at: 2000, answer: "Red", correlation_id: "c1" });
      store.saveQuestion(answered);
      expect(store.question("q1")).toEqual(answered);
      expect(store.question("q3")).toBeNull();
      expect(store.openQuestions().map(({ question_id }) => question_id)).toEqual(["q2"]);
      expect(store.questions(0, 10).map(({ question_id }) => question_id)).toEqual(["q1", "q2"]);
      expect(store.questions(600, 10).map(({ question_id }) => question_id)).toEqual(["q1"]);
      expect(store.questions(0, 1)).toEqual([answered]);
    });

    it("[SQ16] what has ended is removed with the events of its time, what is open is not", () => {
      const store = open();
      store.saveQuestion(aQuestion());
      store.saveQuestion(aQuestion({ question_id: "q2", state: "gone", settled_at: 1100 }));
      store.saveQuestion(aQuestion({ question_id: "q3", state: "gone", asked_at: 70_000 }));
      store.prune(0, 60_000);
      expect(store.questions(0, 10).map(({ question_id }) => question_id)).toEqual(["q3", "q1"]);
    });

    it("[SQ18] what a runtime asks is found by when it was asked, told and shown apart, however much it has said since", () => {
      const store = open();
      const ask = (text: string, at: number, source: EventEnvelope["source"], runtime_id = "r1") => {
        const question = { kind: "text" as const, text };
        const key = `${source}${at}${runtime_id}`;
        const event = { event_id: key, dedupe_key: key, event_time: at, ingested_at: at, clock_offset: 0 };
        store.appendEvent(anEvent({ ...event, source, runtime_id, question }), "bound");
      };
      ask("old", 100, "hook");
      ask("told", 200, "hook");
      ask("shown", 210, "screen");
      ask("another's", 220, "hook", "r2");
      for (let index = 0; index < 60; index += 1)
        store.appendEvent(
          anEvent({ event_id: `n${index}`, dedupe_key: `n${index}`, event_time: 300, ingested_at: 300 }),
          "bound",
        );
      const { told, shown } = store.askedSince("r1", 150);
      expect([told?.words.text, told?.at]).toEqual(["told", 200]);
      expect([shown?.words.text, shown?.at]).toEqual(["shown", 210]);
      expect(store.askedSince("r1", 205).told).toBeNull();
      expect(store.askedSince("r1", 250)).toEqual({ told: null, shown: null });
    });

    it("[DB7, DB21] what an event asks is read back as it was given, and goes with its payload", () => {
      const store = open();
      const question = { kind: "approval" as const, text: "Bash: make", detail: "make" };
      store.appendEvent(anEvent({ question, payload: { a: 1 } }), "bound");
      expect(store.eventsOf("r1", 1)[0]?.question).toEqual(question);
      store.prune(60_000, 0);
      expect(store.eventsOf("r1", 1)[0]?.question).toBeUndefined();
    });
  });
}
