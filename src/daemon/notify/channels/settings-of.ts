import type { ChannelKind } from "../../../core/protocol/notify/notify.ts";
import type { ChannelSettings } from "../../../core/protocol/settings/settings-notify.ts";

/** Settings of a channel of that kind. */
export type SettingsOf<Kind extends ChannelKind> = Extract<ChannelSettings, { kind: Kind }>;
