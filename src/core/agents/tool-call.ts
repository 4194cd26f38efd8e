import { firstLine } from "./last-message.ts";
import { textAt } from "./payload.ts";

/** Where tools keep what they are about to do, most telling first. */
const TELLING = ["command", "file_path", "filePath", "path", "url", "pattern", "query", "plan", "message", "prompt"];

/** A tool call in one line, for the person who is asked about it: `Bash: rm -rf build`. */
export function describeCall(tool: string | undefined, input: unknown): string {
  const question = textAt(input, "questions", 0, "question") ?? textAt(input, "question");
  if (question !== undefined) return firstLine(question);
  const found = TELLING.map((name) => textAt(input, name)).find((text) => text !== undefined);
  return [tool, firstLine(found)].filter(Boolean).join(": ");
}
