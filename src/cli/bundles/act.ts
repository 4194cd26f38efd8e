export { attachCommand } from "../commands/attach.ts";
export { auditCommand } from "../commands/audit.ts";
export { killCommand } from "../commands/kill.ts";
export { nextCommand } from "../commands/next.ts";
export { sendCommand } from "../commands/send.ts";
export { viewOutputCommand } from "../commands/view-output.ts";
