import type { Context } from "../common/context.ts";
import { readOptions } from "../common/options.ts";
import { renderQuestions } from "../render/questions.ts";
import { QUESTIONS } from "../tables/questions.ts";

/** Lists the questions of agents on all targets. */
export async function questionsCommand(args: string[], context: Context): Promise<void> {
  const { values } = readOptions(QUESTIONS, args);
  const list = await context.client.questions([
    ...(values.all ? [["state", "all"] as const] : []),
    ...(values.target === undefined ? [] : [["target", values.target] as const]),
  ]);
  if (values.json) return context.out(JSON.stringify(list));
  if (list.items.length === 0) return context.out(values.all ? "nobody has asked anything" : "nobody asks anything");
  context.out(renderQuestions(list, context));
  if (!values.all) context.note(`\nagtmux answer <ref> <number|yes|no|words> answers one of them`);
}
