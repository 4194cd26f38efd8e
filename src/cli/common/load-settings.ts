import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { Fault } from "../../core/protocol/base/fault.ts";
import { readSettings, type SettingRow, type Settings } from "../../core/protocol/settings/settings.ts";
import type { Context } from "./context.ts";
import { agentNames } from "./own-agents.ts";

export interface LoadedSettings {
  filePath: string;
  settings: Settings;
  /** Each setting with its origin. */
  rows: SettingRow[];
}

/** The effective settings; throws a fault that lists every invalid setting. */
export function loadSettings(context: Context): LoadedSettings {
  const flag = { tmux_socket: process.env.AGTMUX_TMUX_SOCKET === context.tmuxSocket ? undefined : context.tmuxSocket };
  return load(context.home, flag, process.env);
}

/** The settings of config.toml alone. */
export function loadFileSettings(home: string): LoadedSettings {
  return load(home, {}, {});
}

/** The settings that a new text of config.toml gives; throws if the daemon would refuse to read it. */
export function checkSettingsText(filePath: string, fileText: string): Settings {
  const agents = agentNames(dirname(filePath));
  const result = readSettings({ flag: {}, environment: {}, fileText, filePath, agents });
  if (!result.ok)
    throw new Fault("E_CONFIG_INVALID", `nothing was written: ${result.faults.join("\n")}`, { faults: result.faults });
  return result.settings;
}

function load(home: string, flag: Record<string, unknown>, environment: NodeJS.ProcessEnv): LoadedSettings {
  const filePath = join(home, "config.toml");
  const agents = agentNames(home);
  const result = readSettings({ flag, environment, fileText: readIfThere(filePath), filePath, agents });
  if (!result.ok) throw new Fault("E_CONFIG_INVALID", result.faults.join("\n"), { faults: result.faults });
  return { filePath, settings: result.settings, rows: result.rows };
}

function readIfThere(path: string): string | null {
  try {
    return readFileSync(path, "utf8");
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code === "ENOENT") return null;
    throw new Fault("E_CONFIG_INVALID", `${path} cannot be read: ${(cause as Error).message}`, { path }, cause);
  }
}
