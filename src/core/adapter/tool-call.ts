import type { DoingNews } from "../protocol/events/doing-news.ts";
import { firstLine } from "./last-message.ts";
import { given, textAt } from "./payload.ts";

/** Fields in which tools say what they are about to do, most informative first. */
const TELLING = ["command", "file_path", "filePath", "path", "url", "pattern", "query", "plan", "message", "prompt"];

/** A tool call in one line, for the person who is asked about it: `Bash: rm -rf build`. */
export function describeCall(tool: string | undefined, input: unknown): string {
  const question = textAt(input, "questions", 0, "question") ?? textAt(input, "question");
  if (question !== undefined) return firstLine(question);
  return [tool, firstLine(argumentOf(input))].filter(Boolean).join(": ");
}

/** A call that begins. */
export function callBegan(id: string | undefined, tool: string | undefined, input: unknown): { doing?: DoingNews } {
  if (id === undefined || tool === undefined) return {};
  return { doing: { began: [{ id, tool, ...given({ argument: argumentOf(input) }) }] } };
}

export function callEnded(id: string | undefined): { doing?: DoingNews } {
  return id === undefined ? {} : { doing: { ended: [id] } };
}

/** The prompt that an agent was given. */
export function taskOf(prompt: string | undefined): { doing?: DoingNews } {
  return prompt === undefined ? {} : { doing: { task: prompt } };
}

/** The most telling argument of a call. */
export function argumentOf(input: unknown): string | undefined {
  return TELLING.map((name) => textAt(input, name)).find((text) => text !== undefined);
}
