import { identifyBy } from "../../adapter/identify-by.ts";

export const identify = identifyBy({
  binary: /\/gemini$/,
  // installed, built, and run from a checkout
  script: /\/gemini-cli\/(bundle\/gemini|(packages\/cli\/)?dist\/index)\.js$/,
  helpers: ["extension", "extensions", "gemma", "hook", "hooks", "mcp", "skill", "skills"],
  chores: ["help"],
  helperOptions: ["--acp", "--experimental-acp"],
});
