import type { Client } from "../../client/client.ts";
import { callName } from "../../core/notify/same-call.ts";
import type { DeliveryPhase } from "../../core/protocol/actions/actions.ts";
import type { Question } from "../../core/protocol/actions/questions.ts";
import type { ErrorCode } from "../../core/protocol/base/error-codes.ts";
import { asFault, type Fault } from "../../core/protocol/base/fault.ts";
import type { Attention } from "../../core/protocol/events/attention.ts";
import type { PaneItem } from "../../core/protocol/lists/lists.ts";
import type { DeviceKey } from "./device-key.ts";
import { paneKey } from "./fleet.ts";
import { createStore, type Store } from "./store.ts";
import { textGuards } from "./text-guards.ts";

const MAX_REMEMBERED = 200;

/** Progress of one action on one attention; `words` is what was written or picked, if the button does not say it. */
export type ActionProgress = { what: string; words?: string } & (
  | { phase: "sending" }
  | { phase: "told"; phases: DeliveryPhase[] }
  | { phase: "refused"; fault: Fault }
);

/**
 * Picked choices of a question, free text for it, text for a pane that had no known question when the text was begun (`now`
 * is the pane at the time of sending), marking as seen or taking that back, or putting off (0 ms ends that).
 */
export type Act =
  | { type: "pick"; question: Question; choices: string[]; what: string }
  | { type: "say"; question: Question; text: string; what: string }
  | { type: "send"; text: string; now: PaneItem; what: string }
  | { type: "seen" | "unseen"; what: string }
  | { type: "snooze"; forMs: number; what: string };

export type WaitingPane = PaneItem & { attention: Attention };

/** Identifies the question; each part of a multi-part question has its own id. */
export function actionKey({ attention }: WaitingPane, question: Question | null): string {
  if (question === null) return callName(attention);
  return question.part === undefined ? question.question_id : `${question.question_id} part ${question.part.n}`;
}

/** The id under which the answer to a whole call is noted; each part of a question is answered for itself. */
export function progressKey(pane: WaitingPane, question: Question | null): string {
  return question?.part === undefined ? callName(pane.attention) : actionKey(pane, question);
}

export interface Acting {
  /** By `actionKey`, and by the call name of the attention. */
  progressById: Store<ReadonlyMap<string, ActionProgress>>;
  /** The id of the last action by pane, also if the pane asks something else since. */
  lastByPane: Store<ReadonlyMap<string, string>>;
  /** Resolves when the daemon has answered: true if the action was done. */
  act(pane: WaitingPane, act: Act): Promise<boolean>;
  /** Clears a refusal and reloads the questions. */
  lookAgain(id: string): Promise<void>;
}

export interface ActingParts {
  client: Pick<Client, "answer" | "send" | "see" | "unsee" | "snooze">;
  key: Pick<DeviceKey, "state" | "drop">;
  /** Reloads the open questions. */
  refresh(): Promise<void>;
  /** A unique id: a request sent twice is performed once. */
  newId(): string;
}

const CHANGED: ReadonlySet<ErrorCode> = new Set(["E_QUESTION_CHANGED", "E_STALE_SNAPSHOT", "E_NO_QUESTION"]);

/** Binds an answer to the question and revision that were shown. */
function shownOf({ question_id, revision }: Question): { question_id: string; if_revision: string } {
  return { question_id, if_revision: revision };
}

function isAnswer({ type }: Act): boolean {
  return type === "pick" || type === "say" || type === "send";
}

function wordsOf(act: Act): { words?: string } {
  if (act.type === "say" || act.type === "send") return { words: act.text };
  if (act.type !== "pick" || act.choices.length < 2) return {};
  const labelOf = (choice: string) => act.question.options?.find(({ value }) => value === choice)?.label ?? choice;
  return { words: act.choices.map(labelOf).join(", ") };
}

export function createActing({ client, key, refresh, newId }: ActingParts): Acting {
  const progressById = createStore<ReadonlyMap<string, ActionProgress>>(new Map());
  const lastByPane = createStore<ReadonlyMap<string, string>>(new Map());
  const note = (ids: readonly string[], progress: ActionProgress | null) => {
    const others = [...progressById.get()].filter(([other]) => !ids.includes(other)).slice(-MAX_REMEMBERED);
    const noted = progress === null ? [] : ids.map((id) => [id, progress] as const);
    progressById.set(new Map([...others, ...noted]));
  };

  async function perform(pane: WaitingPane, act: Act): Promise<DeliveryPhase[]> {
    switch (act.type) {
      case "pick": {
        const shown = shownOf(act.question);
        const [answer = "", ...more] = act.choices;
        const picked = more.length === 0 ? { answer } : { choices: act.choices };
        return (await client.answer({ ...shown, ...picked, idempotency_key: newId() })).phases;
      }
      case "say": {
        const shown = shownOf(act.question);
        return (await client.answer({ ...shown, answer: act.text, as_text: true, idempotency_key: newId() })).phases;
      }
      case "send": {
        const guards = textGuards(pane, act.now);
        return (await client.send({ ref: pane.ref, text: act.text, guards, idempotency_key: newId() })).phases;
      }
      case "seen":
        await client.see({ attention_ids: [pane.attention.attention_id], through: pane.attention.raised_at });
        return [];
      case "unseen":
        await client.unsee({ attention_ids: [pane.attention.attention_id] });
        return [];
      case "snooze":
        await client.snooze({ attention_ids: [pane.attention.attention_id], for_ms: act.forMs });
        return [];
      default:
        return act satisfies never;
    }
  }

  return {
    progressById,
    lastByPane,
    async act(pane, act) {
      const ids = [callName(pane.attention), ...("question" in act ? [actionKey(pane, act.question)] : [])];
      if (progressById.get().get(ids.at(-1) ?? "")?.phase === "sending") return false;
      lastByPane.set(new Map([...lastByPane.get(), [paneKey(pane.identity), ids.at(-1) ?? ""]]));
      const done = { what: act.what, ...wordsOf(act) };
      note(ids, { phase: "sending", ...done });
      try {
        const phases = await perform(pane, act);
        // what was put away is no answer: if it comes back, it waits again
        note(ids, isAnswer(act) ? { phase: "told", ...done, phases } : null);
        // a multi-part question now asks its next part
        void refresh();
        return true;
      } catch (error) {
        const fault = asFault(error);
        if (fault.code === "E_UNAUTHORIZED" && key.state.get().phase === "held") key.drop(fault.message);
        note(ids, { phase: "refused", ...done, fault });
        // show the current question with the refusal
        if (CHANGED.has(fault.code)) void refresh();
        return false;
      }
    },
    async lookAgain(id) {
      const refused = progressById.get().get(id);
      const same = [...progressById.get()].filter(([, progress]) => progress === refused);
      note(
        same.map(([other]) => other),
        null,
      );
      await refresh();
    },
  };
}
