import type { Adapter } from "../../core/adapter/adapter.ts";
import { type Excerpt, excerptOf } from "../../core/classify/excerpt.ts";
import { promptFor } from "../../core/classify/prompt.ts";
import { classifyByRules } from "../../core/classify/rules.ts";
import { type ReadVerdict, readVerdict } from "../../core/classify/verdict-text.ts";
import { contentId } from "../../core/engine/content-id.ts";
import { asFault, Fault } from "../../core/protocol/base/fault.ts";
import type { ClassifierName, ClassifierStatus, Verdict } from "../../core/protocol/daemon/classify.ts";
import { isLoopback } from "../../core/protocol/settings/settings-classifier.ts";
import type { Clock } from "../base/clock.ts";
import type { Log } from "../base/log.ts";
import { type Asking, askProvider } from "./ask-provider.ts";
import type { Budget } from "./budget.ts";
import { createProvider, type ProviderPlace, whereOf } from "./create-provider.ts";
import type { Provider } from "./provider.ts";

export interface ClassifierDeps extends ProviderPlace {
  budget: Budget;
  timeoutMs: number;
  pause: Asking["pause"];
  clock: Clock;
  log: Log;
}

/** A verdict on a screen and where it came from. */
export interface Opinion {
  classifier: ClassifierName;
  verdict: Verdict;
  /** From an earlier call for the same screen. */
  cached: boolean;
  /** Why the provider's answer was not used, or the provider not asked. */
  rejected: string | null;
  /** Asking again would give the same result. */
  isFinal: boolean;
}

type ExternalClassifier = Exclude<ClassifierName, "rules">;

const KEPT_ANSWERS = 500;
/** How long a failed provider is not asked; rules alone decide meanwhile. */
const REST_MS = 300_000;
const NOT_KNOWN: Verdict = { state: "unknown", confidence: "low", evidence: [], summary: "The answer was not usable." };

/**
 * Tries rules first: they cost nothing and send nothing anywhere. Only if they do not know, and a provider is
 * configured, a redacted excerpt of the screen is sent to it.
 */
export class Classifier {
  private readonly deps: ClassifierDeps;
  private readonly providers = new Map<ExternalClassifier, Provider>();
  /** Cached answers by screen, usable or not; newest last. */
  private readonly answers = new Map<string, ReadVerdict>();
  /** At most one call at a time per runtime. */
  private readonly asking = new Map<string, Promise<unknown>>();
  private failure: ClassifierStatus["last_failure"] = null;

  constructor(deps: ClassifierDeps) {
    this.deps = deps;
  }

  get isOff(): boolean {
    return this.deps.settings.classifier === "off";
  }

  isAsking(subject: string): boolean {
    return this.asking.has(subject);
  }

  /** By the configured classifier. Rejects only when `signal` aborts: if the provider fails, the rules decide. */
  async classify(shown: Excerpt, adapter: Adapter | null, subject: string, signal: AbortSignal): Promise<Opinion> {
    const excerpt = excerptOf(shown);
    const ruled = rules(excerpt, adapter);
    const { classifier } = this.deps.settings;
    if (ruled.verdict.state !== "unknown" || classifier === "rules" || classifier === "off") return ruled;
    try {
      if (this.rests) throw new Fault("E_CLASSIFIER_FAILED", `not asked again yet: ${this.failure?.why}`);
      const opinion = await this.ask(classifier, excerpt, subject, signal);
      return opinion.rejected === null ? opinion : { ...ruled, rejected: opinion.rejected };
    } catch (error) {
      if (signal.aborted) throw error;
      return { ...ruled, rejected: asFault(error).message, isFinal: false };
    }
  }

  /** By exactly this classifier; throws if it fails. */
  async classifyBy(
    name: ClassifierName,
    shown: Excerpt,
    adapter: Adapter | null,
    subject: string,
    signal: AbortSignal,
  ): Promise<Opinion> {
    const excerpt = excerptOf(shown);
    return name === "rules" ? rules(excerpt, adapter) : this.ask(name, excerpt, subject, signal);
  }

  status(): ClassifierStatus {
    const { settings, budget } = this.deps;
    const { classifier, classifier_model } = settings;
    const isOutside = classifier !== "rules" && classifier !== "off";
    const where = whereOf(settings);
    const leaves = !isOutside
      ? "nothing"
      : classifier === "command"
        ? "to_a_command"
        : isLoopback(where ?? "")
          ? "to_this_machine"
          : "to_another_machine";
    return {
      schema_version: 1,
      classifier,
      where,
      model: isOutside && classifier !== "command" ? classifier_model : null,
      leaves,
      fault: isOutside ? this.faultOf(classifier) : null,
      budget: { per_hour: budget.perHour, spent: budget.spent },
      last_failure: this.failure,
    };
  }

  private get rests(): boolean {
    return this.failure !== null && this.deps.clock.now() - this.failure.at < REST_MS;
  }

  private async ask(
    name: ExternalClassifier,
    excerpt: Excerpt,
    subject: string,
    signal: AbortSignal,
  ): Promise<Opinion> {
    const question = promptFor(excerpt);
    const { classifier_url, classifier_model } = this.deps.settings;
    const key = contentId(name, classifier_url, classifier_model, question.system, question.user);
    const known = this.answers.get(key);
    if (known !== undefined) return opinionOf(name, known, true);
    const turn = this.inTurn(subject, async () => {
      const answer = await askProvider(this.providerOf(name), question, this.askOptions(), signal);
      return readVerdict(answer, excerpt);
    });
    try {
      const read = await turn;
      this.keep(key, read);
      this.failure = null;
      if (!read.ok) this.deps.log.info({ classifier: name, why: read.why }, "the classifier's answer was not taken");
      return opinionOf(name, read, false);
    } catch (error) {
      const { code, message } = asFault(error);
      // a spent budget is not the provider's failure
      if (!signal.aborted && code !== "E_CLASSIFIER_BUDGET") {
        this.failure = { at: this.deps.clock.now(), why: message };
        this.deps.log.warn({ classifier: name, why: message }, "the classifier did not answer");
      }
      throw error;
    }
  }

  private async inTurn<T>(subject: string, work: () => Promise<T>): Promise<T> {
    const before = this.asking.get(subject) ?? Promise.resolve();
    const mine = before.then(work, work);
    this.asking.set(subject, mine);
    try {
      return await mine;
    } finally {
      if (this.asking.get(subject) === mine) this.asking.delete(subject);
    }
  }

  private askOptions(): Asking {
    const { budget, timeoutMs, pause } = this.deps;
    return { take: () => budget.take(), timeoutMs, pause };
  }

  private providerOf(name: ExternalClassifier): Provider {
    const provider = this.providers.get(name) ?? createProvider(name, this.deps);
    this.providers.set(name, provider);
    return provider;
  }

  private faultOf(name: ExternalClassifier): string | null {
    try {
      createProvider(name, this.deps).check?.();
      return null;
    } catch (error) {
      return asFault(error).message;
    }
  }

  private keep(key: string, answer: ReadVerdict): void {
    this.answers.delete(key);
    this.answers.set(key, answer);
    for (const oldest of this.answers.keys()) {
      if (this.answers.size <= KEPT_ANSWERS) break;
      this.answers.delete(oldest);
    }
  }
}

function rules(excerpt: Excerpt, adapter: Adapter | null): Opinion {
  const verdict = classifyByRules(excerpt, adapter);
  return { classifier: "rules", verdict, cached: false, rejected: null, isFinal: true };
}

function opinionOf(classifier: ClassifierName, read: ReadVerdict, cached: boolean): Opinion {
  if (read.ok) return { classifier, verdict: read.verdict, cached, rejected: null, isFinal: true };
  return { classifier, verdict: NOT_KNOWN, cached, rejected: `${classifier}: ${read.why}`, isFinal: true };
}
