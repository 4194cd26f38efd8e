import { join } from "node:path";
import { type Agent, type House, NO_HOOKS, NO_SHELLS } from "../agent.ts";
import { writeJson } from "../write-json.ts";

const NO_SUSPENDING = "its Ctrl-Z does nothing";
/** A model whose role is this is what it calls a sub-agent. */
const HELPER = "Helper";

export const continueCli: Agent = {
  name: "continue",
  label: "Continue",
  package: "@continuedev/cli",
  program: "cn",
  version: "1.5.47",
  older: { version: "1.5.45" },
  isOnlySeen: true,
  furnish: (house) => {
    const scripted = { provider: "openai", model: "scripted", apiKey: "dummy", apiBase: `${house.modelUrl}/v1` };
    const helper = { roles: ["subagent"], chatOptions: { baseSystemMessage: "You are a scripted helper." } };
    const models = [
      { name: "Scripted", ...scripted, roles: ["chat", "edit", "apply"], capabilities: ["tool_use"] },
      { name: HELPER, ...scripted, ...helper, capabilities: ["tool_use"] },
    ];
    // JSON is YAML, too
    writeJson(configOf(house), { name: "scripted", version: "1.0.0", schema: "v1", models });
  },
  launch: (house) => ({
    env: { CONTINUE_TELEMETRY_ENABLED: "0" },
    args: ["--config", configOf(house), "--beta-subagent-tool", "--allow", "Subagent"],
  }),
  tool: (use) => {
    switch (use.tool) {
      case "shell":
        return { name: "Bash", args: { command: use.command } };
      case "question":
        return { name: "AskQuestion", args: { question: use.question, options: use.options } };
      case "sub_agent": {
        const what = { description: "Scripted helper", subagent_name: HELPER };
        return { name: "Subagent", args: { ...what, prompt: use.prompt } };
      }
      case "wait_for_sub_agent":
        throw new Error("it waits by itself");
      default:
        return use satisfies never;
    }
  },
  screens: {
    ready: /Ask anything, @ for context/,
    approval: /Would you like to continue\?/,
    question: /↑\/↓ navigate, Enter select/,
  },
  keys: {
    approve: ["Tab"],
    deny: ["Escape"],
    cancelApproval: ["Escape"],
    interrupt: ["Escape"],
    answer: ["Enter"],
    quit: "/exit",
    clear: "/clear",
    compact: "/compact",
  },
  resumes: (args) => [...args, "--resume"],
  blockEnd: null,
  menus: [
    { name: "models", open: "/model", sign: /Select Model/i, close: ["Escape"] },
    { name: "commands", open: ["text:/"], sign: /\/compact/, close: ["Escape", "C-u"] },
  ],
  subAgentsRunAside: false,
  goesOnAfterDenial: false,
  whenCut: "gives-up",
  absent: {
    ...NO_SHELLS,
    ...NO_HOOKS,
    "Ctrl-Z at rest": NO_SUSPENDING,
    "Ctrl-Z in a turn": NO_SUSPENDING,
    "moved into the background": "it has no such view",
  },
  limits: { "marker in a fenced block": "its code blocks look like text, so the marker counts as said" },
};

function configOf({ home }: House): string {
  return join(home, "config.yaml");
}
