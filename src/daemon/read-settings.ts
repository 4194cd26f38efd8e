import { readFileSync } from "node:fs";
import { parse, TomlError } from "smol-toml";
import { Fault } from "../core/protocol/fault.ts";
import { readSettings, type SettingRow, type Settings } from "../core/protocol/settings.ts";

/** The settings in force for this home, and where each comes from. */
export function loadSettings(
  filePath: string,
  environment: Record<string, string | undefined>,
  flag: Record<string, unknown>,
): { settings: Settings; rows: SettingRow[] } {
  const result = readSettings({ flag, environment, file: readToml(filePath), filePath });
  if (!result.ok) throw new Fault("E_CONFIG_INVALID", result.faults.join("\n"), { faults: result.faults });
  return result;
}

function readToml(path: string): Record<string, unknown> {
  try {
    return parse(readFileSync(path, "utf8"));
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code === "ENOENT") return {};
    if (cause instanceof TomlError) {
      throw new Fault(
        "E_CONFIG_INVALID",
        `${path}, line ${cause.line}: ${firstLine(cause.message)}`,
        { path, line: cause.line },
        cause,
      );
    }
    throw new Fault("E_CONFIG_INVALID", `${path} cannot be read: ${(cause as Error).message}`, { path }, cause);
  }
}

function firstLine(text: string): string {
  return text.split("\n")[0] ?? text;
}
