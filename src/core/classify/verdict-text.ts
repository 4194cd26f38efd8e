import { phaseOf } from "../protocol/base/state.ts";
import type { Verdict } from "../protocol/daemon/classify.ts";
import { redactText } from "../redact/redact.ts";
import { Answer } from "./answer.ts";
import type { Excerpt } from "./excerpt.ts";
import { isPlainShell } from "./foreground.ts";
import { jsonObjects } from "./json-objects.ts";
import { isOnScreen } from "./on-screen.ts";
import { redactedExcerpt } from "./redacted-excerpt.ts";
import { verdict } from "./verdicts.ts";

export type ReadVerdict = { ok: true; verdict: Verdict } | { ok: false; why: string };

/** Parses a model's answer; accepts it only if it is well formed and quotes the screen it was shown. */
export function readVerdict(text: string, excerpt: Excerpt): ReadVerdict {
  const objects = jsonObjects(text).filter((each) => Object.hasOwn(each, "state"));
  const [first] = objects;
  if (first === undefined) return refused("the answer holds no JSON object with a state");
  if (objects.some((each) => JSON.stringify(each) !== JSON.stringify(first)))
    return refused("the answer holds several verdicts");
  const read = Answer.safeParse(first);
  if (!read.success) {
    const [issue] = read.error.issues;
    return refused(`the answer does not fit: ${[...(issue?.path ?? []), issue?.message].join(": ")}`);
  }
  return believed(read.data, excerpt);
}

function believed({ state, confidence, evidence, summary }: Answer, excerpt: Excerpt): ReadVerdict {
  const shown = redactedExcerpt(excerpt);
  const quotes = evidence.map((quote) => quoteOn(quote, shown));
  if (quotes.includes(null)) return refused("what it quotes is not on the screen");
  if (state !== "unknown" && quotes.length === 0) return refused(`it says ${state} and quotes nothing`);
  const phase = phaseOf(state);
  if ((phase === "ask" || phase === "busy") && isPlainShell(excerpt))
    return refused(`it says ${state} of a shell's prompt`);
  const rows = quotes.map((quote) => ({ row: 0, text: quote ?? "" }));
  // the summary may contain text that is not from this screen
  const words = redactText(summary)
    .replace(/[\s\p{Cc}\p{Cf}]+/gu, " ")
    .trim();
  return { ok: true, verdict: verdict(state, confidence, rows, words) };
}

/** Models may put quotation marks around a quote. */
function quoteOn(quote: string, shown: Excerpt): string | null {
  const bare = /^\s*(["'`])([\s\S]*)\1\s*$/.exec(quote)?.[2];
  return [quote, bare].find((text) => text !== undefined && isOnScreen(text, shown)) ?? null;
}

function refused(why: string): ReadVerdict {
  return { ok: false, why };
}
