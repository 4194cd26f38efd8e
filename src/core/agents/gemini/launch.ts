import type { Launch, OwnSettings } from "../../adapter/launch.ts";
import { contextFileNames } from "../../integrate/context-file-names.ts";

const SETTINGS = ["./.gemini/settings.json", "~/.gemini/settings.json"];

export const LAUNCH: Launch = {
  program: "gemini",
  prompt: (text) => [`--prompt-interactive=${text}`],
  settings: SETTINGS,
  reads: (settings) => [fileNames(settings)],
  instructions: { by: "file", own: ".gemini/GEMINI.md", names: fileNames },
};

function fileNames(settings: OwnSettings): readonly string[] {
  return contextFileNames(settings, SETTINGS, ["GEMINI.md"]);
}
