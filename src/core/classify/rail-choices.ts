import type { Line } from "../adapter/screen.ts";
import type { ShownChoices } from "./choices.ts";

const OPTION = /^\s*│\s+[●○◉◯◻◼]\s+(\S.*)$/u;
const CHOSEN = /^\s*│\s+[●◉]\s/u;

/** Prompts with a rail on their left: `◆ Question`, `│ ● One`, `│ ○ Two`, `└`. Their layout implies the keys. */
export function railChoices(rows: readonly Line[]): ShownChoices | null {
  if (!/^\s*└\s*$/u.test(rows.at(-1)?.text ?? "")) return null;
  const top = rows.findLastIndex(({ text }) => /^\s*[◆▲]\s+\S/u.test(text));
  const question = rows[top];
  const body = rows.slice(top + 1, -1);
  if (question === undefined || body.some(({ text }) => !/^\s*│/u.test(text))) return null;
  const options = body.flatMap(({ text }) => OPTION.exec(text)?.slice(1) ?? []);
  const chosen = body.find(({ text }) => CHOSEN.test(text));
  if (options.length < 2 || chosen === undefined) return null;
  return { options: options.map((label) => ({ label })), chosen, question: [question], tellsKeys: true };
}
