import type { QueueItem, QueueList, QueueReport, TellReport } from "../../core/protocol/actions/queue.ts";
import { plain } from "./words.ts";

const LONGEST = 100;

/** One paragraph for each agent, with a numbered line for each prompt. */
export function renderQueues({ items }: QueueList): string {
  const shown = items.filter(({ prompts, paused }) => prompts.length > 0 || paused);
  return shown.length === 0 ? "No prompts wait." : shown.map(queueLines).join("\n\n");
}

/** Tells of a new prompt: its place, and what it waits for. */
export function renderAdded({ queue, prompt_id }: QueueReport): string {
  const place = queue.prompts.findIndex(({ id }) => id === prompt_id) + 1;
  const why = queue.waits_for === "" ? "" : `; the first one waits: ${plain(queue.waits_for)}`;
  return `${headOf(queue)}: added as ${prompt_id}, at place ${place} of ${queue.prompts.length}${why}`;
}

/** Tells which way was taken. */
export function renderTold(report: TellReport): string {
  if (report.channel === "prompt") return `${headOf(report.queue)} rests: it is sent now`;
  if (report.channel === "inbox") return `by its inbox file: ${renderAdded(report)}`;
  return `by its queue: ${renderAdded(report)}`;
}

function queueLines(queue: QueueItem): string {
  const why = queue.waits_for === "" ? "" : ` (${plain(queue.waits_for)})`;
  const head = queue.prompts.length === 0 && queue.paused ? " (the queue is paused, and empty)" : why;
  return [`${headOf(queue)}${head}`, ...queue.prompts.map(promptLine)].join("\n");
}

function headOf({ agent, pane_id }: QueueItem): string {
  return plain(`${agent} in ${pane_id}`);
}

function promptLine({ id, text, state, after, keep, channel }: QueueItem["prompts"][number], index: number): string {
  const words = plain(text.replaceAll(/\s+/g, " "));
  const short = words.length > LONGEST ? `${words.slice(0, LONGEST)}…` : words;
  const notes = [
    ...(state.kind === "waiting" ? [] : [state.kind]),
    ...(after === null ? [] : [`after ${plain(after.what)}`]),
    ...(channel === "inbox" ? ["for its inbox"] : []),
    ...(keep ? ["kept for the next agent"] : []),
  ];
  return `  ${index + 1}. ${id}  ${short}${notes.length === 0 ? "" : `  [${notes.join(", ")}]`}`;
}
