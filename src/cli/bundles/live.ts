export { statuslineCommand } from "../commands/statusline.ts";
export { waitCommand } from "../commands/wait.ts";
export { watchCommand } from "../commands/watch.ts";
