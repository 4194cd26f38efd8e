import type { ClassifyReport } from "../../core/protocol/daemon/classify.ts";
import type { Look } from "./panes.ts";
import { paintState, plain, stateSymbol } from "./words.ts";

const REPLY_LINES = 12;

/** Shows the verdict on a screen, which classifier gave it, and the words on the screen that it quotes. */
export function renderVerdict(report: ClassifyReport, { colour }: Pick<Look, "colour">): string {
  const { verdict, classifier, cached, rejected, reply, choices, ref } = report;
  const head = paintState(`${stateSymbol(verdict.state)} ${verdict.state}`, verdict.state, colour);
  const lines = [`${head}  ${plain(ref)}`];
  lines.push(`by ${classifier} · ${verdict.confidence} confidence${cached ? " · as answered before" : ""}`);
  if (verdict.summary !== "") lines.push(plain(verdict.summary));
  if (rejected !== null) lines.push(`not taken: ${plain(rejected)}`);
  if (verdict.evidence.length > 0)
    lines.push("", "on the screen", ...verdict.evidence.map((quote) => `  "${plain(quote)}"`));
  if (reply !== "") lines.push("", "last said", ...tail(reply));
  if (choices.length > 0)
    lines.push("", "choices", ...choices.map((choice, index) => `  ${index + 1}. ${plain(choice)}`));
  return lines.join("\n");
}

function tail(reply: string): string[] {
  const lines = reply.split("\n").map((line) => `  ${plain(line)}`.trimEnd());
  return lines.length > REPLY_LINES ? ["  …", ...lines.slice(-REPLY_LINES)] : lines;
}
