import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { channelText, withoutChannel } from "../../core/notify/channel-text.ts";
import { Fault } from "../../core/protocol/base/fault.ts";
import { type TableFields, withTable } from "../../core/text/toml-tables.ts";
import { checkSettingsText, loadFileSettings } from "../common/load-settings.ts";
import { makePrivateDirectory } from "../common/private-directory.ts";
import { readSettingsFile, writeSettingsFile } from "../machine/settings-file.ts";

/** The settings that each kind of channel needs; the secret ones are kept in files of their own. */
export const CHANNEL_NEEDS: Readonly<Record<string, { needs: readonly string[]; secret: readonly string[] }>> = {
  desktop: { needs: [], secret: [] },
  tmux: { needs: [], secret: [] },
  ntfy: { needs: ["topic"], secret: ["topic", "token"] },
  slack: { needs: ["url"], secret: ["url"] },
  discord: { needs: ["url"], secret: ["url"] },
  telegram: { needs: ["token", "chat_id"], secret: ["token"] },
  webhook: { needs: ["url"], secret: ["token", "secret"] },
};

export interface NewChannel {
  name: string;
  kind: string;
  fields: Readonly<Record<string, string>>;
  /** Conditions of its rule; empty for the usual ones. */
  rule: TableFields;
}

/** Adds a channel at the end of config.toml; everything else there stays. Returns the files that were written. */
export function addChannel(home: string, { name, kind, fields, rule }: NewChannel): string[] {
  const { settings, filePath } = loadFileSettings(home);
  const { channels, rules } = settings.notify;
  if (Object.hasOwn(channels, name))
    throw new Fault("E_USAGE", `there is a channel "${name}" already: --name gives this one another name`);
  const { secret = [] } = CHANNEL_NEEDS[kind] ?? {};
  const secrets = Object.entries(fields).filter(([field, value]) => secret.includes(field) && !REFERENCE.test(value));
  const path = (field: string) => join(home, "secrets", `${name}-${field}`);
  const references = Object.fromEntries(secrets.map(([field]) => [field, `file:${path(field)}`]));
  const isRuled = Object.keys(rule).length > 0;
  // as soon as there is a rule, channels that no rule names get no notifications
  const others = isRuled && rules.length === 0 ? [{ channels: [...Object.keys(channels), "push"] }] : [];
  const own = isRuled || rules.length > 0 ? [{ channels: [name], ...rule }] : [];
  const added = channelText(name, { kind, ...fields, ...references }, [...own, ...others]);
  const file = readSettingsFile(filePath);
  const text = withTable(file.text ?? "", added);
  checkSettingsText(filePath, text);
  if (secrets.length > 0) makePrivateDirectory(join(home, "secrets"));
  for (const [field, value] of secrets) writeFileSync(path(field), value, { mode: 0o600 });
  writeSettingsFile(file, text, { isPrivate: true });
  return [filePath, ...secrets.map(([field]) => path(field))];
}

/** Takes a channel out of config.toml, with the rules and the secrets that are for it alone. */
export function removeChannel(home: string, name: string): string {
  const { settings, filePath } = loadFileSettings(home);
  const names = Object.keys(settings.notify.channels);
  if (!names.includes(name)) {
    const there = names.length === 0 ? "there is none" : `there are ${names.join(", ")}`;
    throw new Fault("E_CHANNEL_NOT_FOUND", `no channel is called "${name}": ${there}`);
  }
  const text = withoutChannel(readFileSync(filePath, "utf8"), name);
  if (text === null)
    throw new Fault(
      "E_CONFIG_INVALID",
      `${filePath} has no table [notify.channels.${name}]: remove the channel there by hand`,
    );
  checkSettingsText(filePath, text);
  writeSettingsFile(readSettingsFile(filePath), text);
  for (const { secret } of Object.values(CHANNEL_NEEDS))
    for (const field of secret) rmSync(join(home, "secrets", `${name}-${field}`), { force: true });
  return filePath;
}

const REFERENCE = /^(?:env|file):/;
