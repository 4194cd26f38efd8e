import { LONGEST_QUEUE, MOST_PROMPTS, type Queue, type QueuedPrompt } from "../protocol/actions/queue.ts";
import { Fault } from "../protocol/base/fault.ts";

/** A change of a queue. `begun` to `untouched` tell how the delivery of its first prompt went. */
export type QueueChange =
  | { type: "add"; prompt: QueuedPrompt; place?: number | undefined }
  | { type: "edit"; id: string; text: string }
  | { type: "move"; id: string; place: number }
  | { type: "remove"; id: string }
  | { type: "retry"; id: string }
  | { type: "pause"; paused: boolean }
  /** The agent that a prompt waited for has ended its turn. */
  | { type: "released"; id: string }
  /** Recorded before the first key is pressed. */
  | { type: "begun"; id: string; at: number }
  | { type: "delivered"; id: string }
  /** It is certain that nothing was typed. */
  | { type: "untouched"; id: string }
  /** The delivery failed, and neither the audit nor the agent tells whether the prompt has arrived. */
  | { type: "unsure"; id: string; at: number; why: string };

/** The queue after a change; throws a Fault if the change is not allowed. Only its first prompt is ever being sent. */
export function changeQueue(queue: Queue, change: QueueChange): Queue {
  const { prompts } = queue;
  switch (change.type) {
    case "add":
      return withinLimits({ ...queue, prompts: insert(prompts, change.prompt, change.place ?? prompts.length + 1) });
    case "edit":
      requireIdle(queue, change.id);
      return withinLimits(replace(queue, change.id, { text: change.text }));
    case "move": {
      const prompt = requireIdle(queue, change.id);
      return { ...queue, prompts: insert(without(prompts, change.id), prompt, change.place) };
    }
    case "remove":
      requireIdle(queue, change.id);
      return { ...queue, prompts: without(prompts, change.id) };
    case "retry": {
      const { state } = requireIdle(queue, change.id);
      return state.kind === "held" ? replace(queue, change.id, { state: { kind: "waiting" } }) : queue;
    }
    case "pause":
      return { ...queue, paused: change.paused };
    case "released":
      return replace(queue, change.id, { after: null });
    case "begun":
      return begin(queue, change.id, change.at);
    case "delivered":
      requireSending(queue, change.id);
      return { ...queue, prompts: without(prompts, change.id) };
    case "untouched":
      requireSending(queue, change.id);
      return replace(queue, change.id, { state: { kind: "waiting" } });
    case "unsure":
      requireSending(queue, change.id);
      return replace(queue, change.id, { state: { kind: "held", since: change.at, why: change.why } });
    default:
      return change satisfies never;
  }
}

/** The prompt whose turn it is: the first one, if it waits for nothing but its agent. */
export function nextPrompt({ paused, prompts: [first] }: Queue): QueuedPrompt | null {
  return first === undefined || paused || first.state.kind !== "waiting" || first.after !== null ? null : first;
}

/** The first prompt, if a delivery of it has begun and its outcome is not known. */
export function sendingPrompt({ prompts: [first] }: Queue): SendingPrompt | null {
  return first?.state.kind === "sending" ? { ...first, state: first.state } : null;
}

export type SendingPrompt = QueuedPrompt & { state: Extract<QueuedPrompt["state"], { kind: "sending" }> };

export function findPrompt({ prompts }: Queue, id: string): QueuedPrompt {
  const found = prompts.find((prompt) => prompt.id === id);
  if (found === undefined) throw new Fault("E_QUEUED_NOT_FOUND", `no prompt with the id ${id} waits there`, { id });
  return found;
}

/** A delivery that goes on after a crash counts as one more attempt, and its time stays that of the first. */
function begin(queue: Queue, id: string, at: number): Queue {
  const [first] = queue.prompts;
  if (first?.id !== id || first.state.kind === "held")
    throw new Fault("E_INTERNAL", `prompt ${id} is not the one to be sent`);
  const { attempt, since } = first.state.kind === "sending" ? first.state : { attempt: 0, since: at };
  return replace(queue, id, { state: { kind: "sending", attempt: attempt + 1, since } });
}

/** Nothing comes before the prompt that is being sent. */
function insert(prompts: readonly QueuedPrompt[], prompt: QueuedPrompt, place: number): QueuedPrompt[] {
  const first = prompts[0]?.state.kind === "sending" ? 1 : 0;
  const index = Math.min(Math.max(place - 1, first), prompts.length);
  return prompts.toSpliced(index, 0, prompt);
}

function without(prompts: readonly QueuedPrompt[], id: string): QueuedPrompt[] {
  return prompts.filter((prompt) => prompt.id !== id);
}

function replace(queue: Queue, id: string, change: Partial<QueuedPrompt>): Queue {
  findPrompt(queue, id);
  return { ...queue, prompts: queue.prompts.map((each) => (each.id === id ? { ...each, ...change } : each)) };
}

function requireIdle(queue: Queue, id: string): QueuedPrompt {
  const prompt = findPrompt(queue, id);
  if (prompt.state.kind !== "sending") return prompt;
  throw new Fault("E_QUEUED_SENDING", "this prompt is just being sent: it can no longer be changed", { id });
}

function requireSending(queue: Queue, id: string): void {
  if (sendingPrompt(queue)?.id !== id) throw new Fault("E_INTERNAL", `prompt ${id} is not being sent`);
}

function withinLimits(queue: Queue): Queue {
  const { agent, prompts } = queue;
  if (prompts.length > MOST_PROMPTS)
    throw new Fault("E_QUEUE_FULL", `${MOST_PROMPTS} prompts wait for ${agent} already`);
  if (prompts.reduce((sum, { text }) => sum + text.length, 0) > LONGEST_QUEUE)
    throw new Fault(
      "E_QUEUE_FULL",
      `the prompts that wait for ${agent} would have more than ${LONGEST_QUEUE} characters`,
    );
  return queue;
}
