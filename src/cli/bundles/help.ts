export { completionsCommand } from "../commands/completions.ts";
export { helpCommand } from "../commands/help.ts";
export { suggestion } from "../help/suggestion.ts";
