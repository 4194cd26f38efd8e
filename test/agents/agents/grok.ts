import { type Agent, NO_HOOKS, NO_SHELLS } from "../agent.ts";

const NO_QUESTIONS = "it has no tool for questions";
const NO_SUB_AGENTS = "it has no sub-agents";
const NO_SUSPENDING = "its Ctrl-Z does nothing";
const NO_COMPACTION = "it makes no summaries";

export const grok: Agent = {
  name: "grok",
  label: "Grok CLI",
  package: "@vibe-kit/grok-cli",
  version: "0.0.34",
  isOnlySeen: true,
  furnish: () => undefined,
  launch: ({ modelUrl }) => ({
    env: { GROK_API_KEY: "dummy", GROK_BASE_URL: `${modelUrl}/v1`, GROK_MODEL: "scripted" },
    args: [],
  }),
  tool: (use) => {
    if (use.tool === "shell") return { name: "bash", args: { command: use.command } };
    throw new Error(`it has no tool for ${use.tool}`);
  },
  screens: { ready: /❯ Ask me anything/, approval: /Do you want to proceed with this operation\?/, question: /$^/ },
  keys: {
    approve: ["Enter"],
    deny: ["Down", "Down", "Enter"],
    cancelApproval: ["Escape"],
    interrupt: ["Escape"],
    answer: [],
    quit: "exit",
    // without the blank Enter only completes it
    clear: "/clear ",
    compact: "",
  },
  resumes: (args) => args,
  blockEnd: null,
  menus: [
    { name: "models", open: "/models ", sign: /Select Grok Model/, close: ["Escape"] },
    { name: "commands", open: ["text:/"], sign: /\/commit-and-push/, close: ["Escape", "C-u"] },
  ],
  subAgentsRunAside: false,
  goesOnAfterDenial: true,
  goesOnAfterCancel: true,
  leavesModelLate: true,
  whenCut: "gives-up",
  absent: {
    ...NO_SHELLS,
    ...NO_HOOKS,
    "question asked": NO_QUESTIONS,
    "question answered": NO_QUESTIONS,
    "restart while a question is asked": NO_QUESTIONS,
    "sub-agent running": NO_SUB_AGENTS,
    "sub-agent done": NO_SUB_AGENTS,
    compaction: NO_COMPACTION,
    compacted: NO_COMPACTION,
    "Ctrl-Z at rest": NO_SUSPENDING,
    "Ctrl-Z in a turn": NO_SUSPENDING,
    "queued prompt": "a prompt that is given in a turn is sent at once, beside the first",
    "same conversation twice": "it keeps no conversations",
    "moved into the background": "it has no such view",
  },
};
