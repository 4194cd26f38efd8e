import { randomUUID } from "node:crypto";
import type { Client } from "../../client/client.ts";
import type { DeliveryPhase } from "../../core/protocol/actions/actions.ts";
import { asFault } from "../../core/protocol/base/fault.ts";
import type { Effect, Progress } from "./model.ts";
import { callOf } from "./rows.ts";

type Sent = Extract<Effect, { type: "answer" | "send" | "interrupt" }>;
type Sender = Pick<Client, "answer" | "send" | "interrupt">;

const PHASES: Record<DeliveryPhase["phase"], string> = { typed: "sent", submitted: "submitted", accepted: "accepted" };

/** Sends what the person answered, guarded by what they were shown, and says what became of it. */
export async function perform(effect: Sent, client: Sender, at: () => number): Promise<Progress> {
  const { what, row } = effect;
  const call = callOf(row);
  try {
    return { phase: "told", what, call, words: await send(effect, client), at: at() };
  } catch (error) {
    return { phase: "refused", what, call, words: asFault(error).message };
  }
}

async function send(effect: Sent, client: Sender): Promise<string> {
  const { ref, runtime_id, state } = effect.row.item;
  const guards = { ...(runtime_id !== null && { if_runtime: runtime_id }), if_state: [state] };
  switch (effect.type) {
    case "answer":
      return phaseWords(await answer(effect, client));
    case "send":
      return phaseWords(await client.send({ ref, text: effect.text, guards, idempotency_key: randomUUID() }));
    case "interrupt": {
      const { ended } = await client.interrupt({ ref, guards });
      return ended ? "its turn has ended" : "its turn was not seen to end";
    }
    default:
      return effect satisfies never;
  }
}

function phaseWords({ phases }: { phases: readonly DeliveryPhase[] }): string {
  return phases.map(({ phase }) => PHASES[phase]).join(", ");
}

function answer({ question, answer }: Extract<Sent, { type: "answer" }>, client: Pick<Client, "answer">) {
  const said =
    "text" in answer
      ? { answer: answer.text, as_text: true }
      : answer.choices.length === 1
        ? { answer: answer.choices[0] as string }
        : { choices: [...answer.choices] };
  const { question_id, revision } = question;
  return client.answer({ question_id, if_revision: revision, ...said, idempotency_key: randomUUID() });
}
