import { join } from "node:path";
import { DIALECT } from "../../../src/core/agents/claude/events.ts";
import { type Agent, informativeEvents } from "../agent.ts";
import { writeJson } from "../write-json.ts";

const KEY = "sk-ant-dummy-000000000000000000000000";

const ENVIRONMENT = {
  CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: "1",
  DISABLE_AUTOUPDATER: "1",
  DISABLE_TELEMETRY: "1",
};

export const claude: Agent = {
  name: "claude",
  label: "Claude Code",
  package: "@anthropic-ai/claude-code",
  version: "2.1.325",
  older: { version: "2.1.270" },
  furnish: ({ home, work, isHooked, hook, ownEndHook }) => {
    const hooked = (isHooked ? informativeEvents(DIALECT) : []).map((event) => [
      event,
      [
        { hooks: [{ type: "command", command: hook(event), timeout: 10 }] },
        ...(event === "PermissionRequest"
          ? [{ hooks: [{ type: "command", command: hook(event, "decide"), timeout: 86_400 }] }]
          : []),
      ],
    ]);
    writeJson(join(home, "watch-settings.json"), { hooks: Object.fromEntries(hooked) });
    const own = { type: "command", command: ownEndHook, timeout: 300 };
    writeJson(join(home, ".claude", "settings.json"), { hooks: { Stop: [{ hooks: [own] }] } });
    writeJson(join(home, ".claude.json"), {
      hasCompletedOnboarding: true,
      theme: "dark",
      numStartups: 5,
      customApiKeyResponses: { approved: [KEY.slice(-20)], rejected: [] },
      projects: {
        [work]: { hasTrustDialogAccepted: true, hasCompletedProjectOnboarding: true, projectOnboardingSeenCount: 4 },
      },
    });
  },
  launch: ({ home, modelUrl }) => ({
    env: {
      ANTHROPIC_BASE_URL: modelUrl,
      ANTHROPIC_API_KEY: KEY,
      ...ENVIRONMENT,
    },
    args: ["--settings", join(home, "watch-settings.json"), "--permission-mode", "default"],
  }),
  // only subscribers have limits
  limit: {
    lastsMs: 30_000,
    tellsReset: true,
    goesOn: true,
    launch: (house) => ({
      env: {
        ANTHROPIC_BASE_URL: house.modelUrl,
        CLAUDE_CODE_OAUTH_TOKEN: "sk-ant-oat01-dummy-000000000000000000000000",
        // what is not for the scripted model goes nowhere
        HTTPS_PROXY: "http://127.0.0.1:9",
        NO_PROXY: "127.0.0.1,localhost",
        ...ENVIRONMENT,
      },
      args: claude.launch(house).args,
    }),
  },
  tool: (use) => {
    switch (use.tool) {
      case "shell":
        return {
          name: "Bash",
          args: {
            command: use.command,
            description: "Scripted command",
            ...(use.aside && { run_in_background: true }),
          },
        };
      case "question": {
        const options = use.options.map((label) => ({ label, description: `Take ${label}` }));
        const question = { question: use.question, header: "Choice", multiSelect: false, options };
        return { name: "AskUserQuestion", args: { questions: [question] } };
      }
      case "sub_agent": {
        const what = { description: "Scripted helper", subagent_type: "general-purpose" };
        return { name: "Agent", args: { ...what, prompt: use.prompt } };
      }
      case "wait_for_sub_agent":
        throw new Error("it waits by itself");
      default:
        return use satisfies never;
    }
  },
  screens: { ready: /^❯/m, approval: /Do you want to proceed\?/, question: /Enter to select/ },
  keys: {
    approve: ["Enter"],
    deny: /(\d)\. No\b/,
    cancelApproval: ["Escape"],
    interrupt: ["Escape"],
    answer: ["Enter"],
    quit: "/exit",
    clear: "/clear",
    compact: "/compact",
  },
  resumes: (args) => [...args, "--continue"],
  background: { open: ["Left"], sign: /conversation moved to the background/, back: ["Enter"] },
  blockEnd: (reason) => ({ decision: "block", reason }),
  menus: [
    { name: "models", open: "/model", sign: /Select model/i, close: ["Escape"] },
    // the first Esc leaves its search box
    { name: "settings", open: "/config", sign: /Auto-compact/, close: ["Escape", "Escape"] },
    { name: "conversations", open: "/resume", sign: /Resume session/, close: ["Escape"] },
    { name: "permissions", open: "/permissions", sign: /won't ask before using allowed tools/, close: ["Escape"] },
    { name: "help", open: "/help", sign: /Custom commands/i, close: ["Escape"] },
    { name: "memory", open: "/memory", sign: /Auto-memory/, close: ["Escape"] },
    { name: "rewind", open: "/rewind", sign: /Restore the code/, close: ["Escape"] },
    { name: "themes", open: "/theme", sign: /Choose the text style/, close: ["Escape"] },
    { name: "tasks", open: "/tasks", sign: /Esc to close/, close: ["Escape"] },
    { name: "history", open: ["C-r"], sign: /search prompts:/, close: ["Escape"] },
    { name: "shortcuts", open: ["?"], sign: /for shell mode/, close: ["Escape"] },
    { name: "transcript", open: ["C-o"], sign: /detailed transcript/i, close: ["C-o"] },
  ],
  subAgentsRunAside: false,
  goesOnAfterDenial: false,
  whenCut: "asks-again",
  compaction: "nothing",
  absent: {},
};
