import { join } from "node:path";
import { DIALECT } from "../../../src/core/agents/gemini/events.ts";
import { type Agent, tellingEvents } from "../agent.ts";
import { writeJson } from "../write-json.ts";

export const gemini: Agent = {
  name: "gemini",
  label: "Gemini CLI",
  package: "@google/gemini-cli",
  version: "0.61.0",
  furnish: ({ home, hook }) => {
    const hooked = tellingEvents(DIALECT).map((event) => [
      event,
      [{ matcher: "*", hooks: [{ name: "agtmux", type: "command", command: hook(event), timeout: 10_000 }] }],
    ]);
    writeJson(join(home, ".gemini", "settings.json"), {
      security: { auth: { selectedType: "gemini-api-key" }, folderTrust: { enabled: false } },
      general: { enableAutoUpdate: false, disableUpdateNag: true, checkpointing: { enabled: false } },
      privacy: { usageStatisticsEnabled: false },
      telemetry: { enabled: false },
      ui: { hideTips: true, theme: "Default" },
      model: { name: "gemini-2.5-flash" },
      hooksConfig: { enabled: true },
      hooks: Object.fromEntries(hooked),
    });
  },
  launch: ({ modelUrl }) => ({
    env: { GEMINI_API_KEY: "dummy", GOOGLE_GEMINI_BASE_URL: modelUrl, GEMINI_CLI_NO_RELAUNCH: "true" },
    args: [],
  }),
  tool: (use) => {
    switch (use.tool) {
      case "shell":
        return { name: "run_shell_command", args: { command: use.command, description: "Scripted command" } };
      case "question": {
        const options = use.options.map((label) => ({ label, description: `Take ${label}` }));
        const question = { question: use.question, header: "Choice", type: "choice", options };
        return { name: "ask_user", args: { questions: [question] } };
      }
      case "sub_agent":
        return { name: "invoke_agent", args: { agent_name: "generalist", prompt: use.prompt } };
      case "wait_for_sub_agent":
        throw new Error("it waits by itself");
      default:
        return use satisfies never;
    }
  },
  screens: { ready: /Type your message/, approval: /Allow execution of/, question: /Answer Questions/ },
  keys: {
    approve: ["Enter"],
    deny: /(\d)\. No, suggest changes/,
    cancelApproval: ["Escape"],
    interrupt: ["Escape"],
    answer: ["Enter"],
    quit: "/quit",
    clear: "/clear",
    compact: "/compress",
  },
  subAgentsRunAside: false,
  goesOnAfterDenial: false,
  absent: {},
};
