import { ERRORS } from "../../core/protocol/base/error-codes.ts";
import { Fault } from "../../core/protocol/base/fault.ts";
import type { Context } from "../common/context.ts";
import { helpText } from "../help/help-text.ts";
import { overviewText } from "../help/overview-text.ts";
import { COMMANDS } from "../tables/command-groups.ts";

const WIDTH = 100;

export function helpCommand([topic]: string[], context: Context): void {
  context.out(helpOn(topic, Math.min(context.columns ?? WIDTH, WIDTH)));
}

function helpOn(topic: string | undefined, width: number): string {
  if (topic === undefined) return overviewText(width);
  if (topic === "exit-codes") return exitCodes();
  const wanted = topic === "--help" || topic === "-h" ? "help" : topic;
  const table = COMMANDS.find(({ name }) => name === wanted);
  if (table === undefined)
    throw new Fault("E_USAGE", `there is no help on "${topic}"; 'agtmux help' lists the commands`);
  return helpText(table, width);
}

function exitCodes(): string {
  const width = Math.max(...Object.keys(ERRORS).map((code) => code.length));
  const row = (exit: number, code: string, means: string) =>
    `${String(exit).padStart(4)}  ${code.padEnd(width)}  ${means}`;
  return [
    row(0, "", "it worked"),
    ...Object.entries(ERRORS).map(([code, { exit, means }]) => row(exit, code, means)),
  ].join("\n");
}
