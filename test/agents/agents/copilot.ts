import { join } from "node:path";
import { DIALECT } from "../../../src/core/agents/copilot/events.ts";
import { type Agent, informativeEvents, type Keys, type Menu, NO_SHELLS } from "../agent.ts";
import type { NameTool, ToolUse } from "../model/play.ts";
import { writeJson } from "../write-json.ts";

type Question = Extract<ToolUse, { tool: "question" }>;

/** The newest version asks by a form, older ones by a list of choices. */
const byForm = ({ question, options }: Question) => ({
  message: question,
  requestedSchema: {
    type: "object",
    properties: { choice: { type: "string", title: "Choice", enum: options } },
    required: ["choice"],
  },
});
const byChoices = ({ question, options }: Question) => ({ question, choices: options });

const KEYS: Keys = {
  approve: ["Enter"],
  deny: ["3", "text:leave it as it is", "Enter"],
  cancelApproval: ["Escape"],
  interrupt: ["Escape", "Escape"],
  answer: ["Enter"],
  quit: "/exit",
  clear: "/clear",
  compact: "/compact",
};

const HELP: Menu = { name: "help", open: "/help", sign: /scroll · esc close/, close: ["Escape"] };
const COLOURS: Menu = { name: "colours", open: "/theme", sign: /Select a Color Mode/, close: ["Escape"] };

export const copilot: Agent = {
  name: "copilot",
  label: "Copilot CLI",
  package: "@github/copilot",
  version: "1.0.102",
  older: {
    version: "1.0.80",
    tool: toolsThatAsk(byChoices),
    screens: {
      ready: /\/ commands/,
      approval: /Do you want to run this command\?/,
      question: /enter to confirm/,
    },
    menus: [
      HELP,
      COLOURS,
      { name: "conversations", open: "/resume", sign: /Resume Session/, close: ["Escape"] },
      { name: "MCP servers", open: "/mcp", sign: /No MCP servers configured/, close: ["Escape"] },
    ],
  },
  furnish: ({ home, work, isHooked, hook, ownEndHook }) => {
    const hooked = (isHooked ? informativeEvents(DIALECT) : []).map((event) => [
      event,
      [{ type: "command", bash: hook(event), timeoutSec: 10 }],
    ]);
    writeJson(join(home, ".copilot", "hooks", "agtmux.json"), { version: 1, hooks: Object.fromEntries(hooked) });
    const own = { type: "command", bash: ownEndHook, timeoutSec: 300 };
    writeJson(join(home, ".copilot", "hooks", "own.json"), { version: 1, hooks: { agentStop: [own] } });
    writeJson(join(home, ".copilot", "config.json"), {
      banner: "never",
      trustedFolders: [work],
      trusted_folders: [work],
    });
    writeJson(join(home, ".copilot", "settings.json"), { banner: "never", autoUpdate: false, trustedFolders: [work] });
  },
  launch: ({ modelUrl }) => ({
    env: {
      COPILOT_OFFLINE: "true",
      COPILOT_AUTO_UPDATE: "false",
      COPILOT_PROVIDER_BASE_URL: `${modelUrl}/v1`,
      COPILOT_PROVIDER_API_KEY: "dummy",
      COPILOT_PROVIDER_WIRE_API: "completions",
      COPILOT_MODEL: "gpt-4.1",
    },
    args: [],
  }),
  limit: { lastsMs: 600_000, tellsReset: false, goesOn: false },
  tool: toolsThatAsk(byForm),
  screens: {
    ready: /Manual Approval/,
    approval: /Do you want to run this command\?/,
    question: /Copilot needs information/,
  },
  keys: KEYS,
  openElsewhere: { sign: /Session in use/, goOn: ["Enter"] },
  unwrap: (said) =>
    said
      .replace(/^<current_datetime>[^<]*<\/current_datetime>\n\n/, "")
      .replace(/\n{4}<tagged_files>[^<]*<\/tagged_files>$/, ""),
  resumes: (args) => [...args, "--continue"],
  blockEnd: (reason) => ({ decision: "block", reason }),
  menus: [
    HELP,
    COLOURS,
    { name: "models", open: "/model", sign: /Search models/, close: ["Escape"] },
    { name: "conversations", open: "/resume", sign: /Source: \[All\]/, close: ["Escape"] },
    { name: "MCP servers", open: "/mcp", sign: /Add MCP server/, close: ["Escape"] },
  ],
  subAgentsRunAside: false,
  compaction: "no reasoning",
  goesOnAfterDenial: true,
  whenCut: "asks-again",
  absent: { ...NO_SHELLS, "moved into the background": "it has no such view" },
};

function toolsThatAsk(asked: (use: Question) => object): NameTool {
  return (use) => {
    switch (use.tool) {
      case "shell":
        return { name: "bash", args: { command: use.command, description: "Scripted command" } };
      case "question":
        return { name: "ask_user", args: asked(use) };
      case "sub_agent": {
        const what = { name: "helper", agent_type: "general-purpose", description: "Scripted helper", mode: "sync" };
        return { name: "task", args: { ...what, prompt: use.prompt } };
      }
      case "wait_for_sub_agent":
        throw new Error("it waits by itself");
      default:
        return use satisfies never;
    }
  };
}
