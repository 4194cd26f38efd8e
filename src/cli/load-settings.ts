import { readFileSync } from "node:fs";
import { join } from "node:path";
import { AGENTS } from "../core/agents/registry.ts";
import { Fault } from "../core/protocol/fault.ts";
import { readSettings, type SettingRow, type Settings } from "../core/protocol/settings.ts";
import type { Context } from "./context.ts";

/** The settings in force, with their origins; refuses, with every fault named, what does not fit. */
export function loadSettings(context: Context): { filePath: string; settings: Settings; rows: SettingRow[] } {
  const filePath = join(context.home, "config.toml");
  const flag = { tmux_socket: process.env.AGTMUX_TMUX_SOCKET === context.tmuxSocket ? undefined : context.tmuxSocket };
  const result = readSettings({
    flag,
    environment: process.env,
    fileText: readIfThere(filePath),
    filePath,
    agents: AGENTS.map(({ name }) => name),
  });
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
