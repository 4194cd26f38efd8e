import type { Launch, OwnSettings } from "../../adapter/launch.ts";
import { nodeAt, plainValue } from "../../integrate/json-value.ts";
import { parseJsonc } from "../../integrate/jsonc.ts";

const [OF_WORKSPACE, OF_USER] = ["./.gemini/settings.json", "~/.gemini/settings.json"] as const;

export const LAUNCH: Launch = {
  program: "gemini",
  prompt: (text) => [`--prompt-interactive=${text}`],
  settings: [OF_WORKSPACE, OF_USER],
  reads: (settings) => [fileNames(settings)],
  instructions: { by: "file", own: ".gemini/GEMINI.md", names: fileNames },
};

/** Users may configure other instruction files; paths that lead out of the workspace are not used. */
function fileNames(settings: OwnSettings): readonly string[] {
  for (const path of [OF_WORKSPACE, OF_USER]) {
    const parsed = parseJsonc(settings.get(path) ?? "");
    if (!parsed.ok) continue;
    const node = nodeAt(parsed.json.root, "context", "fileName") ?? nodeAt(parsed.json.root, "contextFileName");
    const names = [node === undefined ? [] : plainValue(node)]
      .flat()
      .filter((name) => typeof name === "string")
      .filter((name) => /^[^/\n]+$/.test(name) && name !== "..");
    if (names.length > 0) return names;
  }
  return ["GEMINI.md"];
}
