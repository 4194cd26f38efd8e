export { adaptersCommand } from "../commands/adapters.ts";
export { debugCommand } from "../commands/debug.ts";
