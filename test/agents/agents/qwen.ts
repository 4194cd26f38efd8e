import { readFileSync } from "node:fs";
import { join } from "node:path";
import { DIALECT } from "../../../src/core/agents/qwen/events.ts";
import { type Agent, informativeEvents, NO_SHELLS } from "../agent.ts";
import { writeJson } from "../write-json.ts";

const UNDOES = "its Ctrl-Z takes back what was typed, and does not stop it";

export const qwen: Agent = {
  name: "qwen",
  label: "Qwen Code",
  package: "@qwen-code/qwen-code",
  version: "0.24.4",
  older: { version: "0.21.10" },
  furnish: ({ home, isHooked, hook, ownEndHook }) => {
    // at least 1,000 are milliseconds for all versions
    const own = { type: "command", name: "own", command: ownEndHook, timeout: 300_000 };
    const hooks: Record<string, { hooks: object[] }[]> = { Stop: [{ hooks: [own] }] };
    for (const event of isHooked ? informativeEvents(DIALECT) : []) {
      const ours = { type: "command", name: "agtmux", command: hook(event) };
      hooks[event] = [...(hooks[event] ?? []), { hooks: [ours] }];
    }
    writeJson(join(home, ".qwen", "settings.json"), {
      security: { auth: { selectedType: "openai" }, folderTrust: { enabled: false } },
      general: { enableAutoUpdate: false },
      privacy: { usageStatisticsEnabled: false },
      telemetry: { enabled: false },
      model: { name: "scripted" },
      tools: { approvalMode: "default", useRipgrep: false },
      permissions: { allow: ["Agent"] },
      hooks,
    });
  },
  switchOffHelpers: ({ home }) => {
    const path = join(home, ".qwen", "settings.json");
    const memory = { enableManagedAutoMemory: false, enableManagedAutoDream: false };
    const ui = { enableFollowupSuggestions: false };
    writeJson(path, { ...JSON.parse(readFileSync(path, "utf8")), memory, ui });
  },
  launch: ({ modelUrl }) => ({
    env: { OPENAI_API_KEY: "dummy", OPENAI_BASE_URL: `${modelUrl}/v1`, OPENAI_MODEL: "scripted" },
    args: [],
  }),
  tool: (use) => {
    switch (use.tool) {
      case "shell":
        return {
          name: "run_shell_command",
          args: { command: use.command, description: "Scripted command", is_background: false },
        };
      case "question": {
        const options = use.options.map((label) => ({ label, description: `Take ${label}` }));
        const question = { question: use.question, header: "Choice", multiSelect: false, options };
        return { name: "ask_user_question", args: { questions: [question] } };
      }
      case "sub_agent": {
        const what = { description: "Scripted helper", subagent_type: "general-purpose" };
        return { name: "agent", args: { ...what, prompt: use.prompt } };
      }
      case "wait_for_sub_agent":
        throw new Error("it waits by itself");
      default:
        return use satisfies never;
    }
  },
  screens: { ready: /Type your message/, approval: /Yes, allow once/, question: /Enter: Select/ },
  keys: {
    approve: ["Enter"],
    deny: /(\d)\. No, suggest changes/,
    cancelApproval: ["Escape"],
    interrupt: ["Escape"],
    queue: ["C-q"],
    answer: ["Enter"],
    quit: "/quit",
    clear: "/clear",
    compact: "/compress",
  },
  resumes: (args) => [...args, "--continue"],
  blockEnd: (reason) => ({ decision: "block", reason }),
  menus: [
    { name: "models", open: "/model", sign: /Select Model/i, close: ["Escape"] },
    { name: "themes", open: "/theme", sign: /Select Theme/i, close: ["Escape"] },
    { name: "settings", open: "/settings", sign: /Settings/, close: ["Escape"] },
  ],
  subAgentsRunAside: false,
  goesOnAfterDenial: false,
  whenCut: "goes-on",
  absent: {
    ...NO_SHELLS,
    "Ctrl-Z at rest": UNDOES,
    "Ctrl-Z in a turn": UNDOES,
    "moved into the background": "it has no such view",
  },
};
