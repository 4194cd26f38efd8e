export { logCommand } from "../commands/log.ts";
export { searchCommand } from "../commands/search.ts";
export { statuslineCommand } from "../commands/statusline.ts";
export { waitCommand } from "../commands/wait.ts";
export { watchCommand } from "../commands/watch.ts";
