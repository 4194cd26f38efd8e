import { identifyBy } from "../../adapter/identify-by.ts";
import type { ProcessFacts } from "../../adapter/process-facts.ts";
import { programOf } from "../../adapter/program.ts";

const looksLikeIt = identifyBy({
  binary: /\/copilot(-(linux|linuxmusl|darwin)-(x64|arm64))?$/,
  script: /\/@github\/copilot\/(npm-loader|index)\.js$/,
  helpers: ["completion", "instruction", "login", "lsp", "mcp", "memories", "plugin", "sandbox", "sessions", "skill"],
  chores: [],
  helperOptions: ["--acp"],
});

/** It takes prompts only as an option, so a first word is a command: its own, or one of AWS's tool of the same name. */
export function identify(process: ProcessFacts): boolean {
  return looksLikeIt(process) && /^(-|$)/.test(programOf(process.argv)?.args[0] ?? "");
}
