export { configCommand } from "../commands/config.ts";
export { hasFleetTable, planFleetTable, removeFleetTable } from "../commands/fleet-table.ts";
export { addChannel, CHANNEL_NEEDS, removeChannel } from "../commands/notify-channels.ts";
