import { Fault } from "../../core/protocol/fault.ts";
import type { Context } from "../context.ts";
import { readOptions } from "../options.ts";
import { renderQuestions } from "../render/questions.ts";

/** What agents ask of people, wherever they are. */
export async function questionsCommand(args: string[], context: Context): Promise<void> {
  const { positionals, values } = readOptions("questions", args, {
    allowPositionals: true,
    options: { all: { type: "boolean" }, target: { type: "string" }, json: { type: "boolean" } },
  });
  if (positionals.length > 0) throw new Fault("E_USAGE", `questions wants no words, not "${positionals[0]}"`);
  const list = await context.client.questions([
    ...(values.all ? [["state", "all"] as const] : []),
    ...(values.target === undefined ? [] : [["target", values.target] as const]),
  ]);
  if (values.json) return context.out(JSON.stringify(list));
  if (list.items.length === 0) return context.out(values.all ? "nobody has asked anything" : "nobody asks anything");
  context.out(renderQuestions(list, context));
  if (!values.all) context.note(`\nagtmux answer <ref> <number|yes|no|words> answers one of them`);
}
