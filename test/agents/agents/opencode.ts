import { cpSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pluginFor } from "../../../src/core/agents/opencode/plugin.ts";
import { type Agent, NO_SHELLS } from "../agent.ts";
import { companionFolder } from "../install.ts";
import { writeJson } from "../write-json.ts";

export const opencode: Agent = {
  name: "opencode",
  label: "OpenCode",
  package: "opencode-ai",
  version: "1.18.33",
  older: { version: "1.18.16" },
  // it fetches this into its settings when it starts, and draws nothing until it has it
  companion: { package: "@opencode-ai/plugin" },
  furnish: furnishAs("opencode"),
  launch: () => ({ env: switchesOff("OPENCODE"), args: [] }),
  // it waits as long as the answer says, and calls less than a minute no limit
  limit: { lastsMs: 100_000, tellsReset: true, goesOn: true },
  tool: (use) => {
    switch (use.tool) {
      case "shell":
        return { name: "bash", args: { command: use.command, description: "Scripted command" } };
      case "question": {
        const options = use.options.map((label) => ({ label, description: `Take ${label}` }));
        return { name: "question", args: { questions: [{ question: use.question, header: "Choice", options }] } };
      }
      case "sub_agent": {
        const what = { description: "Scripted helper", subagent_type: "general" };
        return { name: "task", args: { ...what, prompt: use.prompt } };
      }
      case "wait_for_sub_agent":
        throw new Error("it waits by itself");
      default:
        return use satisfies never;
    }
  },
  screens: { ready: /ctrl\+p commands/, approval: /Permission required/, question: /enter submit/ },
  keys: {
    approve: ["Enter"],
    deny: ["Right", "Right", "Enter"],
    cancelApproval: ["Escape"],
    interrupt: ["Escape", "Escape"],
    answer: ["Enter"],
    quit: "/exit",
    clear: "/new",
    compact: "/compact",
  },
  resumes: (args) => [...args, "--continue"],
  blockEnd: null,
  menus: [
    { name: "models", open: "/models", sign: /Select model {3,}esc/, close: ["Escape"] },
    { name: "sessions", open: "/sessions", sign: /Sessions(?: \(current worktree\))? {3,}esc/, close: ["Escape"] },
    { name: "themes", open: "/themes", sign: /Themes {3,}esc/, close: ["Escape"] },
    { name: "commands", open: ["C-p"], sign: /Commands {3,}esc/, close: ["Escape"] },
    { name: "status", open: "/status", sign: /Status {3,}esc/, close: ["Escape"] },
  ],
  subAgentsRunAside: false,
  goesOnAfterDenial: false,
  whenCut: "asks-again",
  absent: {
    ...NO_SHELLS,
    "Stop hook of 2 s": "its plugins are told of an end and cannot hold it up",
    "Stop hook of 3 min": "its plugins are told of an end and cannot hold it up",
    "moved into the background": "it has no such view",
    "Stop hook that blocks once": "its plugins are told of an end and cannot hold it up",
  },
};

/** Writes the settings of OpenCode, or of a program made from it: their folder and file have its name. */
export function furnishAs(name: string): Agent["furnish"] {
  return ({ home, installed, modelUrl, isHooked }) => {
    const settings = join(home, ".config", name);
    cpSync(companionFolder(installed), settings, { recursive: true, verbatimSymlinks: true });
    writeJson(join(settings, `${name}.json`), {
      model: "scripted/scripted",
      small_model: "scripted/scripted",
      autoupdate: false,
      share: "disabled",
      permission: { bash: "ask", edit: "ask" },
      provider: {
        scripted: {
          npm: "@ai-sdk/openai-compatible",
          name: "Scripted",
          options: { baseURL: `${modelUrl}/v1`, apiKey: "dummy" },
          models: { scripted: { name: "Scripted", tool_call: true, limit: { context: 100_000, output: 4_096 } } },
        },
      },
    });
    if (!isHooked) return;
    mkdirSync(join(settings, "plugin"), { recursive: true });
    writeFileSync(join(settings, "plugin", "agtmux.js"), pluginFor(name));
  };
}

/** Variables that keep it from fetching anything. */
export function switchesOff(prefix: string): Record<string, string> {
  const names = ["AUTOUPDATE", "MODELS_FETCH", "LSP_DOWNLOAD", "DEFAULT_PLUGINS"];
  return Object.fromEntries(names.map((name) => [`${prefix}_DISABLE_${name}`, "1"]));
}
