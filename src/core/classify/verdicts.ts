import type { Line } from "../adapter/screen.ts";
import type { Confidence, State } from "../protocol/base/state.ts";
import type { Verdict } from "../protocol/daemon/classify.ts";

const MAX_EVIDENCE = 8;
const LONGEST_QUOTE = 500;
const LONGEST_SUMMARY = 300;

/** Rows become verbatim quotes, limited in number and length. */
export function verdict(state: State, confidence: Confidence, rows: readonly Line[], summary: string): Verdict {
  const evidence = rows.map(({ text }) => clipped(text.trim(), LONGEST_QUOTE)).filter((text) => text !== "");
  return { state, confidence, evidence: evidence.slice(0, MAX_EVIDENCE), summary: clipped(summary, LONGEST_SUMMARY) };
}

export function unknown(summary: string, rows: readonly Line[] = []): Verdict {
  return verdict("unknown", "low", rows, summary);
}

/** Never cuts inside a surrogate pair. */
export function clipped(text: string, length: number): string {
  if (text.length <= length) return text;
  const cut = text.slice(0, length);
  return /[\ud800-\udbff]$/.test(cut) ? cut.slice(0, -1) : cut;
}
