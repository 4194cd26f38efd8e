import { type Launch, promptWord } from "../../adapter/launch.ts";
import { tomlString } from "../../adapter/toml-string.ts";
import { parseSettingsFile } from "../../protocol/settings/settings-file.ts";

const CONFIG = "~/.codex/config.toml";

export const LAUNCH: Launch = {
  program: "codex",
  prompt: (text) => ["--", promptWord(text)],
  // its shared server runs the tools of every pane, with the environment of the first one
  variables: (variables) =>
    Object.entries(variables).flatMap(([name, value]) => [
      "-c",
      `shell_environment_policy.set.${name}=${tomlString(value)}`,
    ]),
  settings: [CONFIG],
  reads: () => [["AGENTS.override.md"], ["AGENTS.md"]],
  instructions: {
    by: "words",
    words({ text, settings, args }) {
      if (args.some((arg) => /^(--config=|-c)?developer_instructions\s*=/.test(arg))) return null;
      // our setting replaces the user's, so it includes the user's values
      const own = ownInstructions(settings.get(CONFIG) ?? "");
      return ["-c", `developer_instructions=${tomlString(own === null ? text : `${own}\n\n${text}`)}`];
    },
  },
};

function ownInstructions(config: string): string | null {
  const parsed = parseSettingsFile(config);
  const own = parsed.ok ? parsed.words.developer_instructions : undefined;
  return typeof own === "string" && own.trim() !== "" ? own : null;
}
