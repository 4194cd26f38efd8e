import type { ToldBranch } from "../protocol/lists/doing.ts";
import { redactText } from "../redact/redact.ts";

const LONGEST_NAME = 200;

/** Reads from git's HEAD what is checked out; null if it does not say. */
export function readHead(text: string): Pick<ToldBranch, "name" | "commit"> | null {
  const line = text.split("\n", 1)[0]?.trimEnd() ?? "";
  if (/^[0-9a-f]{40,64}$/.test(line)) return { name: null, commit: line };
  const name = /^ref: refs\/heads\/(?!\.)([^\p{Cc}]+)$/u.exec(line)?.[1];
  return name === undefined || name.length > LONGEST_NAME ? null : { name: redactText(name), commit: null };
}
