import type { Question } from "../../core/classify/prompt.ts";
import type { ClassifierName } from "../../core/protocol/daemon/classify.ts";

/** An external classifier. One call returns one text, which the caller validates. */
export interface Provider {
  name: ClassifierName;
  /** Rejects with a ProviderFailure. */
  classify(question: Question, signal: AbortSignal): Promise<string>;
  /** Throws if its key cannot be read. */
  check?(): void;
}

/** Why there is no answer. The message never contains a key or screen text. */
export class ProviderFailure extends Error {
  /** A retry may succeed. */
  readonly isPassing: boolean;
  /** Delay that the provider asked for, milliseconds. */
  readonly retryAfterMs: number | null;

  constructor(message: string, how: { isPassing?: boolean; retryAfterMs?: number | null; cause?: unknown } = {}) {
    super(message, how.cause === undefined ? undefined : { cause: how.cause });
    this.name = "ProviderFailure";
    this.isPassing = how.isPassing ?? false;
    this.retryAfterMs = how.retryAfterMs ?? null;
  }
}
