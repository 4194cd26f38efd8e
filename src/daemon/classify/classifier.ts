import type { Adapter } from "../../core/agents/adapter.ts";
import { type Excerpt, excerptOf } from "../../core/classify/excerpt.ts";
import { promptFor } from "../../core/classify/prompt.ts";
import { classifyByRules } from "../../core/classify/rules.ts";
import { type ReadVerdict, readVerdict } from "../../core/classify/verdict-text.ts";
import { contentId } from "../../core/engine/content-id.ts";
import type { ClassifierName, ClassifierStatus, Verdict } from "../../core/protocol/classify.ts";
import { asFault, Fault } from "../../core/protocol/fault.ts";
import { isLoopback } from "../../core/protocol/settings-classifier.ts";
import type { Clock } from "../clock.ts";
import type { Log } from "../log.ts";
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

/** What somebody made of a screen. */
export interface Opinion {
  classifier: ClassifierName;
  verdict: Verdict;
  /** From an earlier look at the same screen. */
  cached: boolean;
  /** Why the provider's word was not taken, or not asked for. */
  rejected: string | null;
  /** Nothing else would come of asking once more. */
  isFinal: boolean;
}

type Outside = Exclude<ClassifierName, "rules">;

const KEPT_ANSWERS = 500;
/** A provider that failed is left alone for so long; rules do meanwhile. */
const REST_MS = 300_000;
const NOT_KNOWN: Verdict = { state: "unknown", confidence: "low", evidence: [], summary: "The answer was not usable." };

/**
 * Asks rules first: they cost nothing and tell nobody. Only where they do not know, and somebody is configured who may, a
 * redacted excerpt of the screen goes there.
 */
export class Classifier {
  private readonly deps: ClassifierDeps;
  private readonly providers = new Map<Outside, Provider>();
  /** What was answered about a screen, usable or not; the newest last. */
  private readonly answers = new Map<string, ReadVerdict>();
  /** One call at a time about each runtime. */
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

  /** By whoever is configured. Never rejects but for `signal`: where the provider fails, rules have the last word. */
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

  /** By exactly this one; faults where it cannot tell. */
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

  private async ask(name: Outside, excerpt: Excerpt, subject: string, signal: AbortSignal): Promise<Opinion> {
    const question = promptFor(excerpt);
    const { classifier_url, classifier_model } = this.deps.settings;
    const key = contentId(name, classifier_url, classifier_model, question.system, question.user);
    const known = this.answers.get(key);
    if (known !== undefined) return opinionOf(name, known, true);
    const turn = this.inTurn(subject, async () => {
      const answer = await askProvider(this.providerOf(name), question, this.manner(), signal);
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
      // a spent budget is no fault of the provider's
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

  private manner(): Asking {
    const { budget, timeoutMs, pause } = this.deps;
    return { take: () => budget.take(), timeoutMs, pause };
  }

  private providerOf(name: Outside): Provider {
    const provider = this.providers.get(name) ?? createProvider(name, this.deps);
    this.providers.set(name, provider);
    return provider;
  }

  private faultOf(name: Outside): string | null {
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
