import type { ChannelKind } from "../../../core/protocol/notify.ts";
import type { ChannelSettings } from "../../../core/protocol/settings-notify.ts";

/** What can be said of a channel of that kind. */
export type SettingsOf<Kind extends ChannelKind> = Extract<ChannelSettings, { kind: Kind }>;
