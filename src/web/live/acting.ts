import type { Client } from "../../client/client.ts";
import type { DeliveryPhase } from "../../core/protocol/actions.ts";
import type { Attention } from "../../core/protocol/attention.ts";
import { asFault, type Fault } from "../../core/protocol/fault.ts";
import type { PaneItem } from "../../core/protocol/lists.ts";
import type { Question } from "../../core/protocol/questions.ts";
import type { DeviceKey } from "./device-key.ts";
import { createStore, type Store } from "./store.ts";

const MOST_REMEMBERED = 200;

/** What was done about one call for attention, as far as it has come. */
export type Deed =
  | { phase: "sending"; what: string }
  | { phase: "told"; what: string; phases: DeliveryPhase[] }
  | { phase: "refused"; what: string; fault: Fault };

/**
 * Choices of a question, words of one's own for it, words for a pane that asks nothing we know of, or only that it was
 * seen.
 */
export type Act =
  | { type: "pick"; question: Question; choices: string[]; what: string }
  | { type: "say"; question: Question; text: string; what: string }
  | { type: "send"; text: string; what: string }
  | { type: "seen"; what: string };

export type WaitingPane = PaneItem & { attention: Attention };

/** By what is asked; the parts of a question are each asked anew. */
export function deedId({ attention }: WaitingPane, question: Question | null): string {
  if (question === null) return attention.attention_id;
  return question.part === undefined ? question.question_id : `${question.question_id} part ${question.part.n}`;
}

export interface Acting {
  /** By `deedId`, and by the id of the call for attention. */
  deeds: Store<ReadonlyMap<string, Deed>>;
  /** Resolves when the daemon has answered; whether it was done. */
  act(pane: WaitingPane, act: Act): Promise<boolean>;
  /** Forgets a refusal and asks how things stand now. */
  lookAgain(id: string): Promise<void>;
}

export interface ActingParts {
  client: Pick<Client, "answer" | "send" | "see">;
  key: Pick<DeviceKey, "state" | "drop">;
  /** Asks anew what is asked. */
  refresh(): Promise<void>;
  now(): number;
  /** Unlike any other: a request that is sent twice is done once. */
  newId(): string;
}

export function createActing({ client, key, refresh, now, newId }: ActingParts): Acting {
  const deeds = createStore<ReadonlyMap<string, Deed>>(new Map());
  const note = (ids: readonly string[], deed: Deed | null) => {
    const others = [...deeds.get()].filter(([other]) => !ids.includes(other)).slice(-MOST_REMEMBERED);
    const noted = deed === null ? [] : ids.map((id) => [id, deed] as const);
    deeds.set(new Map([...others, ...noted]));
  };

  async function perform(pane: WaitingPane, act: Act): Promise<DeliveryPhase[]> {
    switch (act.type) {
      case "pick": {
        const { question_id } = act.question;
        const [answer = "", ...more] = act.choices;
        const picked = more.length === 0 ? { answer } : { choices: act.choices };
        return (await client.answer({ question_id, ...picked, idempotency_key: newId() })).phases;
      }
      case "say": {
        const { question_id } = act.question;
        return (await client.answer({ question_id, answer: act.text, as_text: true, idempotency_key: newId() })).phases;
      }
      case "send": {
        const { runtime_id, state, ref } = pane;
        const guards = { ...(runtime_id !== null && { if_runtime: runtime_id }), if_state: [state] };
        return (await client.send({ ref, text: act.text, guards, idempotency_key: newId() })).phases;
      }
      case "seen":
        await client.see({ attention_ids: [pane.attention.attention_id] });
        return [{ phase: "accepted", at: now(), evidence: "the daemon" }];
      default:
        return act satisfies never;
    }
  }

  return {
    deeds,
    async act(pane, act) {
      const ids = [pane.attention.attention_id, ...("question" in act ? [deedId(pane, act.question)] : [])];
      if (deeds.get().get(ids.at(-1) ?? "")?.phase === "sending") return false;
      note(ids, { phase: "sending", what: act.what });
      try {
        note(ids, { phase: "told", what: act.what, phases: await perform(pane, act) });
        // a question in parts asks the next one
        void refresh();
        return true;
      } catch (error) {
        const fault = asFault(error);
        if (fault.code === "E_UNAUTHORIZED" && key.state.get().phase === "held") key.drop(fault.message);
        note(ids, { phase: "refused", what: act.what, fault });
        return false;
      }
    },
    async lookAgain(id) {
      const refused = deeds.get().get(id);
      const same = [...deeds.get()].filter(([, deed]) => deed === refused);
      note(
        same.map(([other]) => other),
        null,
      );
      await refresh();
    },
  };
}
