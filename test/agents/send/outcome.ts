/** The outcome of one text. */
export type Outcome =
  /** The model was told these very words. */
  | { type: "as sent" }
  /** It was told them with a change that the report had named. */
  | { type: "told"; notes: readonly string[] }
  /** It was a command of the agent's own, as the report had said. */
  | { type: "command"; notes: readonly string[] }
  /** Nothing was sent off, and the error said why. */
  | { type: "refused"; why: string }
  | { type: "wrong"; why: string };

export interface Sent {
  text: string;
  /** The exit code of `agtmux send`, and what it printed. */
  code: number;
  error: string;
  notes: readonly string[];
  /** The text that the model received, without the agent's own wrapping. */
  heard: readonly string[];
  /** Whether the agent ran it itself. */
  wasRun: boolean;
}

export function outcomeOf({ text, code, error, notes, heard, wasRun }: Sent): Outcome {
  if (/\[E_(?:INVALID_INPUT|DRAFT)\]|behind what somebody had typed/.test(error))
    return { type: "refused", why: error };
  if (code !== 0) return { type: "wrong", why: error };
  if (wasRun)
    return notes.length > 0 ? { type: "command", notes } : { type: "wrong", why: "it was run, and nobody said so" };
  if (heard.includes(text)) return { type: "as sent" };
  const isAlike = heard.some((each) => alike(each) === alike(text));
  if (isAlike && notes.length > 0) return { type: "told", notes };
  return { type: "wrong", why: `the model was told ${JSON.stringify(heard.map((each) => around(each, text)))}` };
}

/** The text without everything that a report may name as changed: blanks at the ends, marks, invisible signs, completed names. */
function alike(text: string): string {
  return text
    .normalize("NFC")
    .replaceAll("\t", "    ")
    .replaceAll(/\p{Cf}/gu, "")
    .replaceAll(/@READ(?:ME\.md)?/g, "@README.md")
    .trim();
}

/** A long one only where it begins to differ. */
function around(heard: string, text: string): string {
  if (heard.length <= 200) return heard;
  const at = heard.split("").findIndex((unit, index) => unit !== text[index]);
  return `${heard.length} characters, from ${at}: ${heard.slice(Math.max(0, at - 40), at + 80)}`;
}
