import type { z } from "zod";
import { excerptOf } from "../../core/classify/excerpt.ts";
import { extractReply } from "../../core/classify/extract.ts";
import { Fault } from "../../core/protocol/base/fault.ts";
import type { ClassifierStatus, ClassifyReport, ClassifyRequest } from "../../core/protocol/daemon/classify.ts";
import type { PaneItem } from "../../core/protocol/lists/lists.ts";
import type { Clock } from "../base/clock.ts";
import { findPane } from "../publish/refs.ts";
import { captureScreens, type Screen } from "./capture-screens.ts";
import type { Classifier } from "./classifier.ts";
import { excerptFor } from "./excerpt-for.ts";
import type { ScreenTarget } from "./screen-target.ts";

/** Classifies a screen on a person's request. The result is reported and changes no state. */
export class ManualClassifier {
  private readonly deps: {
    panes(): readonly PaneItem[];
    targetOf(name: string): ScreenTarget;
    classifier: Classifier;
    clock: Clock;
  };

  constructor(deps: ManualClassifier["deps"]) {
    this.deps = deps;
  }

  status(): ClassifierStatus {
    return this.deps.classifier.status();
  }

  async classify({ ref, provider }: z.output<typeof ClassifyRequest>, signal: AbortSignal): Promise<ClassifyReport> {
    const { panes, targetOf, classifier, clock } = this.deps;
    if (provider === undefined && classifier.isOff)
      throw new Fault("E_CLASSIFIER_OFF", "the setting classifier is off: name one, such as --provider rules");
    const item = findPane(ref, panes());
    const target = targetOf(item.identity.target);
    const shown = excerptFor(target, item, await capture(target, item));
    const adapter = item.agent === null ? null : target.adapterOf(item.agent);
    const subject = item.runtime_id ?? item.ref;
    const opinion =
      provider === undefined
        ? await classifier.classify(shown, adapter, subject, signal)
        : await classifier.classifyBy(provider, shown, adapter, subject, signal);
    return {
      schema_version: 1,
      generated_at: clock.now(),
      ref: item.ref,
      runtime_id: item.runtime_id,
      classifier: opinion.classifier,
      verdict: opinion.verdict,
      ...extractReply(excerptOf(shown)),
      cached: opinion.cached,
      rejected: opinion.rejected,
    };
  }
}

async function capture(target: ScreenTarget, { identity, ref }: PaneItem): Promise<Screen> {
  const control = target.control();
  const pane = target.pane(identity.pane_id);
  if (control === null || pane === null)
    throw new Fault("E_TARGET_UNREACHABLE", `${target.name} does not answer`, { target: target.name });
  const screen = await captureScreens(control, [pane])
    .then((screens) => screens.get(identity.pane_id))
    .catch((cause: unknown) => {
      throw new Fault("E_TMUX", `${ref} cannot be read: ${(cause as Error).message}`, {}, cause);
    });
  if (screen === undefined) throw new Fault("E_REF_NOT_FOUND", `${ref} is gone`, { ref });
  return screen;
}
