import type { Launch } from "../../adapter/launch.ts";
import { contextFileNames } from "../../integrate/context-file-names.ts";

const SETTINGS = ["./.qwen/settings.json", "~/.qwen/settings.json"];

export const LAUNCH: Launch = {
  program: "qwen",
  prompt: (text) => [`--prompt-interactive=${text}`],
  settings: SETTINGS,
  // it reads both, so a new QWEN.md hides no AGENTS.md
  reads: (settings) => [contextFileNames(settings, SETTINGS, ["QWEN.md", "AGENTS.md"])],
  instructions: { by: "file", names: (settings) => contextFileNames(settings, SETTINGS, ["QWEN.md"]) },
};
