import type { Question } from "../../core/classify/prompt.ts";
import type { ClassifierName } from "../../core/protocol/classify.ts";

/** Somebody outside who reads a screen for us. One call, one text: whether it can be believed is found out elsewhere. */
export interface Provider {
  name: ClassifierName;
  /** Rejects with a ProviderFailure. */
  classify(question: Question, signal: AbortSignal): Promise<string>;
  /** Throws where its key cannot be read. */
  check?(): void;
}

/** Why there is no answer. Its message never holds a key, nor what the screen showed. */
export class ProviderFailure extends Error {
  /** Another attempt may go better. */
  readonly isPassing: boolean;
  /** How long the provider itself wants to be left alone. */
  readonly retryAfterMs: number | null;

  constructor(message: string, how: { isPassing?: boolean; retryAfterMs?: number | null; cause?: unknown } = {}) {
    super(message, how.cause === undefined ? undefined : { cause: how.cause });
    this.name = "ProviderFailure";
    this.isPassing = how.isPassing ?? false;
    this.retryAfterMs = how.retryAfterMs ?? null;
  }
}
