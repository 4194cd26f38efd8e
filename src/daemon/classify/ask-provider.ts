import type { Question } from "../../core/classify/prompt.ts";
import { asFault, Fault } from "../../core/protocol/fault.ts";
import { type Provider, ProviderFailure } from "./provider.ts";

const MOST_ATTEMPTS = 3;
const FIRST_PAUSE_MS = 1_000;
/** A provider that wants to be left alone for longer is left alone. */
const LONGEST_PAUSE_MS = 20_000;

export interface Asking {
  timeoutMs: number;
  /** False where nothing may be asked any more. */
  take(): boolean;
  /** Rejects when `signal` does. */
  pause(ms: number, signal: AbortSignal): Promise<void>;
}

/** The provider's answer, after a few attempts where the first ones failed in passing. Rejects with a Fault that says why. */
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
      // what is wrong with the settings is told as it is
      if (!(error instanceof ProviderFailure)) throw asFault(error);
      const wait = error.retryAfterMs ?? FIRST_PAUSE_MS * 2 ** (attempt - 1);
      if (!error.isPassing || attempt === MOST_ATTEMPTS || wait > LONGEST_PAUSE_MS)
        throw new Fault("E_CLASSIFIER_FAILED", `${provider.name}: ${error.message}`, {}, error);
      await pause(wait, signal);
    }
  }
}
