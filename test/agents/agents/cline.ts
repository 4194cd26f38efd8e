import { readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { type Agent, NO_HOOKS, NO_SHELLS } from "../agent.ts";
import { writeJson } from "../write-json.ts";

const NO_SUSPENDING = "its Ctrl-Z does nothing";

export const cline: Agent = {
  name: "cline",
  label: "Cline",
  package: "cline",
  version: "3.0.65",
  isOnlySeen: true,
  furnish: ({ home, modelUrl }) => {
    const settings = join(home, ".cline", "data", "settings");
    const provider = "openai-compatible";
    const scripted = { provider, apiKey: "dummy", model: "scripted", baseUrl: `${modelUrl}/v1` };
    writeJson(join(settings, "providers.json"), {
      version: 1,
      lastUsedProvider: provider,
      modes: {},
      providers: { [provider]: { settings: scripted, updatedAt: new Date().toISOString(), tokenSource: "manual" } },
    });
    // advertisements over its prompt, one at each of the first starts, that swallow a key
    const shown = { "cline-cli-cline-pass-intro": true, "cline-cli-desktop-launch": true, "cline-cli-zen": true };
    writeJson(join(settings, "cli-notices.json"), { shown });
  },
  launch: () => ({ env: { CLINE_NO_AUTO_UPDATE: "1" }, args: ["--auto-approve", "false"] }),
  tool: (use) => {
    switch (use.tool) {
      case "shell":
        return { name: "run_commands", args: { commands: [use.command] } };
      case "question":
        return { name: "ask_question", args: { question: use.question, options: use.options } };
      case "sub_agent":
        return { name: "spawn_agent", args: { systemPrompt: "You are a scripted helper.", task: use.prompt } };
      case "wait_for_sub_agent":
        throw new Error("it waits by itself");
      default:
        return use satisfies never;
    }
  },
  screens: {
    ready: /Auto-approve all disabled/,
    approval: /Cline needs permission/,
    question: /Cline is asking a question/,
  },
  keys: {
    approve: ["text:y"],
    deny: ["text:n"],
    cancelApproval: ["Escape"],
    interrupt: ["Escape"],
    answer: ["Enter"],
    quit: "/quit",
    clear: "/clear",
    compact: "/compact",
  },
  resumes: (args, { home }) => [...args, "--id", lastSession(home)],
  blockEnd: null,
  menus: [
    { name: "settings", open: "/settings", sign: /Settings/, close: ["Escape"] },
    { name: "history", open: "/history", sign: /History/i, close: ["Escape"] },
    { name: "commands", open: ["C-p"], sign: /Command Palette/, close: ["Escape"] },
  ],
  subAgentsRunAside: false,
  asksForSubAgents: true,
  goesOnAfterDenial: true,
  goesOnAfterCancel: true,
  tellsNoEnd: true,
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

/** The session that was written last. */
function lastSession(home: string): string {
  const folder = join(home, ".cline", "data", "sessions");
  const written = (id: string) => statSync(join(folder, id, `${id}.json`)).mtimeMs;
  const [last = ""] = readdirSync(folder).sort((a, b) => written(b) - written(a));
  return last;
}
