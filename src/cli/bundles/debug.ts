export { debugCommand } from "../commands/debug.ts";
