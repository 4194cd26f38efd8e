import type { OwnSettings } from "../adapter/launch.ts";
import { nodeAt, plainValue } from "./json-value.ts";
import { parseJsonc } from "./jsonc.ts";

/**
 * The instruction files that the settings in these files name, the first one first, else `usual`. Paths that lead out of the
 * workspace are not used.
 */
export function contextFileNames(
  settings: OwnSettings,
  files: readonly string[],
  usual: readonly string[],
): readonly string[] {
  for (const path of files) {
    const parsed = parseJsonc(settings.get(path) ?? "");
    if (!parsed.ok) continue;
    const node = nodeAt(parsed.json.root, "context", "fileName") ?? nodeAt(parsed.json.root, "contextFileName");
    const names = [node === undefined ? [] : plainValue(node)]
      .flat()
      .filter((name) => typeof name === "string")
      .filter((name) => /^[^/\n]+$/.test(name) && name !== "..");
    if (names.length > 0) return names;
  }
  return usual;
}
