export { configCommand } from "../commands/config.ts";
export { hasFleetTable, writeFleetTable } from "../commands/fleet-table.ts";
export { addChannel, CHANNEL_NEEDS, removeChannel } from "../commands/notify-channels.ts";
