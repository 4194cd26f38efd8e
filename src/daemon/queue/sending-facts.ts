import { acceptance } from "../../core/actions/acceptance.ts";
import { draftOn, isSameText } from "../../core/actions/shown-text.ts";
import type { Queue } from "../../core/protocol/actions/queue.ts";
import { asFault } from "../../core/protocol/base/fault.ts";
import type { EventEnvelope } from "../../core/protocol/events/event.ts";
import { isReportOf, type SendingFacts } from "../../core/queue/judge-sending.ts";
import type { SendingPrompt } from "../../core/queue/queue.ts";
import { redactText } from "../../core/redact/redact.ts";
import type { ActionTarget } from "../actions/action-target.ts";
import { GuardedPane } from "../actions/guarded-pane.ts";
import type { Clock } from "../base/clock.ts";
import type { Log } from "../base/log.ts";
import type { Fleet } from "../publish/fleet.ts";
import type { Store } from "../store/store.ts";

export interface SendingFactsDeps {
  store: Pick<Store, "auditByKey" | "eventsOf">;
  fleet: Pick<Fleet, "item">;
  targetOf(name: string): ActionTarget;
  clock: Clock;
  log: Log;
}

const NEWEST = 200;

/** Gathers what the audit, the agent's own reports and its screen tell about a delivery that ended half-way. */
export async function sendingFacts(
  deps: SendingFactsDeps,
  prompt: SendingPrompt,
  queue: Queue,
  keys: readonly string[],
): Promise<Omit<SendingFacts, "lookedMs" | "isAtRest">> {
  const { store, fleet } = deps;
  const { since } = prompt.state;
  const sent = keys.map((key) => store.auditByKey(key, 0)).find((entry) => entry !== null) ?? null;
  const box = sent === null ? null : await boxOf(deps, prompt, queue);
  // read after the screen: a prompt that has left the box may be reported by now
  const events = store.eventsOf(queue.runtime_id, NEWEST);
  const task = fleet.item(queue.target, queue.pane_id)?.doing?.task ?? null;
  return {
    sent,
    hasBegun: acceptance(events, since, "rest") !== null,
    isLastPrompt: task === null ? null : isReportOf(task.text, redactText(prompt.text)),
    reportsPrompts: events.some(isPromptReport),
    box,
  };
}

function isPromptReport({ source, evidence }: EventEnvelope): boolean {
  const isOwn = source !== "process" && source !== "daemon";
  return isOwn && evidence.kind === "edge" && evidence.phase === "busy" && evidence.begin === true;
}

async function boxOf(
  { targetOf, clock, log }: SendingFactsDeps,
  { text }: SendingPrompt,
  { target: name, pane_id, runtime_id, agent }: Queue,
): Promise<SendingFacts["box"]> {
  try {
    const target = targetOf(name);
    const runtime = target.runtime(runtime_id);
    const adapter = target.adapterOf(agent);
    if (runtime === null || target.control() === null) return null;
    const lines = await (await GuardedPane.take(target, pane_id, runtime, clock)).screen();
    const draft = draftOn(lines, adapter?.readScreen);
    if (draft === null) return null;
    if (draft === "" || adapter?.typing?.hint?.test(draft)) return "empty";
    return isSameText(draft, text) ? "prompt" : "other";
  } catch (error) {
    log.info({ pane: pane_id, err: asFault(error).message }, "the agent's input could not be read");
    return null;
  }
}
