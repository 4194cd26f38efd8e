export { completionsCommand } from "../commands/completions.ts";
export { helpCommand } from "../commands/help.ts";
