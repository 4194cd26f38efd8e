import type { Question } from "../../core/classify/prompt.ts";
import { asFault, Fault } from "../../core/protocol/base/fault.ts";
import { doubling } from "../../core/retry/backoff.ts";
import { type Provider, ProviderFailure } from "./provider.ts";

const MAX_ATTEMPTS = 3;
const FIRST_PAUSE_MS = 1_000;
/** If a provider asks for a longer pause, it is not retried. */
const LONGEST_PAUSE_MS = 20_000;

export interface Asking {
  timeoutMs: number;
  /** Consumes one call of the budget; false if none is left. */
  take(): boolean;
  /** Rejects when `signal` aborts. */
  pause(ms: number, signal: AbortSignal): Promise<void>;
}

/** The provider's answer; retries transient failures. Rejects with a Fault that says why. */
export async function askProvider(
  provider: Provider,
  question: Question,
  { timeoutMs, take, pause }: Asking,
  signal: AbortSignal,
): Promise<string> {
  for (let attempt = 1; ; attempt += 1) {
    if (!take()) throw new Fault("E_CLASSIFIER_BUDGET", "the calls of this hour are spent (classifier_budget)");
    const deadline = AbortSignal.timeout(timeoutMs);
    try {
      return await provider.classify(question, AbortSignal.any([signal, deadline]));
    } catch (error) {
      if (signal.aborted) throw signal.reason;
      if (deadline.aborted)
        throw new Fault("E_CLASSIFIER_FAILED", `${provider.name} did not answer within ${timeoutMs / 1_000} s`);
      // configuration errors are passed on unchanged
      if (!(error instanceof ProviderFailure)) throw asFault(error);
      const wait = error.retryAfterMs ?? doubling(attempt - 1, FIRST_PAUSE_MS, LONGEST_PAUSE_MS);
      if (!error.isPassing || attempt === MAX_ATTEMPTS || wait > LONGEST_PAUSE_MS)
        throw new Fault("E_CLASSIFIER_FAILED", `${provider.name}: ${error.message}`, {}, error);
      await pause(wait, signal);
    }
  }
}
