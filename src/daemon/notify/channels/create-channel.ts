import type { ChannelSettings } from "../../../core/protocol/settings/settings-notify.ts";
import type { Channel, ChannelDeps } from "./channel.ts";
import { createDesktop } from "./desktop.ts";
import { createDiscord } from "./discord.ts";
import { createNtfy } from "./ntfy.ts";
import { createSlack } from "./slack.ts";
import { createTelegram } from "./telegram.ts";
import { createTmux } from "./tmux.ts";
import { createWebhook } from "./webhook.ts";

/** Creates a channel from its settings. Push channels are created per device (push.ts). */
export function createChannel(
  name: string,
  settings: Exclude<ChannelSettings, { kind: "push" }>,
  deps: ChannelDeps,
): Channel {
  switch (settings.kind) {
    case "desktop":
      return createDesktop(name, settings);
    case "tmux":
      return createTmux(name, settings, deps);
    case "webhook":
      return createWebhook(name, settings, deps);
    case "slack":
      return createSlack(name, settings, deps);
    case "discord":
      return createDiscord(name, settings, deps);
    case "telegram":
      return createTelegram(name, settings, deps);
    case "ntfy":
      return createNtfy(name, settings, deps);
    default:
      return settings satisfies never;
  }
}
