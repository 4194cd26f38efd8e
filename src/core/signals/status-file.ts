import { isSchmuxState, type SchmuxState } from "./schmux-state.ts";

export type StatusFile =
  | { type: "signal"; state: SchmuxState; message: string }
  /** Read between truncation and write: the next change has the state. */
  | { type: "empty" }
  | { type: "invalid"; word: string; line: string };

/** Parses `STATE message` from the first line of a status file. */
export function parseStatusFile(text: string): StatusFile {
  // trim also removes a byte order mark and the CR of a CRLF
  const line = (text.split("\n", 1)[0] ?? "").trim();
  if (line === "") return { type: "empty" };
  const [word = ""] = line.split(/\s/, 1);
  if (!isSchmuxState(word)) return { type: "invalid", word, line };
  return { type: "signal", state: word, message: line.slice(word.length).trim() };
}
