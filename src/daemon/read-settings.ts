import { readFileSync } from "node:fs";
import { AGENTS } from "../core/agents/registry.ts";
import { Fault } from "../core/protocol/base/fault.ts";
import { readSettings, type Settings } from "../core/protocol/settings/settings.ts";

/** The effective settings of this home; throws with all faults if some are invalid. */
export function loadSettings(
  filePath: string,
  environment: NodeJS.ProcessEnv,
  flag: Record<string, unknown>,
  ownNames: readonly string[] = [],
): Settings {
  const result = readSettings({
    flag,
    environment,
    fileText: readIfThere(filePath),
    filePath,
    agents: [...AGENTS.map(({ name }) => name), ...ownNames],
  });
  if (!result.ok) throw new Fault("E_CONFIG_INVALID", result.faults.join("\n"), { faults: result.faults });
  return result.settings;
}

function readIfThere(path: string): string | null {
  try {
    return readFileSync(path, "utf8");
  } catch (cause) {
    const { code } = cause as NodeJS.ErrnoException;
    // a home that is not a directory is reported when it is locked
    if (code === "ENOENT" || code === "ENOTDIR") return null;
    throw new Fault("E_CONFIG_INVALID", `${path} cannot be read: ${(cause as Error).message}`, { path }, cause);
  }
}
