export { configCommand } from "../commands/config.ts";
export { addChannel, CHANNEL_NEEDS, removeChannel } from "../commands/notify-channels.ts";
