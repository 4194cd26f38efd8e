import { join } from "node:path";
import { DIALECT } from "../../../src/core/agents/gemini/events.ts";
import { type Agent, informativeEvents, type Limit, NO_SHELLS } from "../agent.ts";
import { writeJson } from "../write-json.ts";

const UNDOES = "its Ctrl-Z takes back what was typed, and stops it only where nothing was typed yet";

const LIMIT: Limit = {
  lastsMs: 600_000,
  tellsReset: false,
  goesOn: false,
  dialog: { sign: /Usage limit reached/, close: ["text:2"] },
};

export const gemini: Agent = {
  name: "gemini",
  label: "Gemini CLI",
  package: "@google/gemini-cli",
  version: "0.61.0",
  // it says "An unknown error occurred."
  older: { version: "0.53.0", limit: { ...LIMIT, isForgotten: true } },
  furnish: ({ home, isHooked, hook, ownEndHook }) => {
    const own = { name: "own", type: "command", command: ownEndHook, timeout: 300_000 };
    const hooks: Record<string, { matcher: string; hooks: object[] }[]> = {
      AfterAgent: [{ matcher: "*", hooks: [own] }],
    };
    for (const event of isHooked ? informativeEvents(DIALECT) : []) {
      const ours = { name: "agtmux", type: "command", command: hook(event), timeout: 10_000 };
      hooks[event] = [...(hooks[event] ?? []), { matcher: "*", hooks: [ours] }];
    }
    writeJson(join(home, ".gemini", "settings.json"), {
      security: { auth: { selectedType: "gemini-api-key" }, folderTrust: { enabled: false } },
      general: { enableAutoUpdate: false, disableUpdateNag: true, checkpointing: { enabled: false } },
      privacy: { usageStatisticsEnabled: false },
      telemetry: { enabled: false },
      ui: { hideTips: true, theme: "Default" },
      model: { name: "gemini-2.5-flash" },
      hooksConfig: { enabled: true },
      hooks,
    });
  },
  launch: ({ modelUrl }) => ({
    env: { GEMINI_API_KEY: "dummy", GOOGLE_GEMINI_BASE_URL: modelUrl, GEMINI_CLI_NO_RELAUNCH: "true" },
    args: [],
  }),
  limit: LIMIT,
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
  resumes: (args) => [...args, "--resume", "latest"],
  blockEnd: (reason) => ({ decision: "deny", reason }),
  menus: [
    { name: "settings", open: "/settings", sign: /Settings/, close: ["Escape"] },
    { name: "models", open: "/model", sign: /Select Model/i, close: ["Escape"] },
    { name: "themes", open: "/theme", sign: /Select Theme/i, close: ["Escape"] },
  ],
  subAgentsRunAside: false,
  compaction: "nothing",
  goesOnAfterDenial: false,
  whenCut: "gives-up",
  absent: {
    ...NO_SHELLS,
    "Ctrl-Z at rest": UNDOES,
    "Ctrl-Z in a turn": UNDOES,
    "moved into the background": "it has no such view",
  },
};
