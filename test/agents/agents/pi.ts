import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { EXTENSION } from "../../../src/core/agents/pi/extension.ts";
import { type Agent, NO_SHELLS } from "../agent.ts";
import { writeJson } from "../write-json.ts";

const NO_SUB_AGENTS = "it has no sub-agents of its own";

/**
 * The user's own extension: it wants approval for commands, ends the turn at a denial, lets the model ask, and runs the user's
 * hook at the end of a turn. Pi itself has nothing of this.
 */
const USERS = `
import { execFile } from "node:child_process"
import { join } from "node:path"

const ownEndHook = () =>
  new Promise((resolve) => {
    const hook = execFile("sh", [join(process.env.HOME, "own-end-hook")], (error, stdout) => resolve(stdout))
    hook.stdin.end()
  })
const text = { type: "string" }
const parameters = {
  type: "object",
  properties: { question: text, options: { type: "array", items: text } },
  required: ["question", "options"],
}

export default function (pi) {
  pi.on("tool_call", async ({ toolName, input }, ctx) => {
    if (toolName !== "bash" || (await ctx.ui.confirm("Run this command?", input.command))) return undefined
    ctx.abort()
    return { block: true, reason: "The user said no" }
  })
  pi.on("agent_before_settle", async ({ entries }) => {
    const content = await ownEndHook()
    if (content === "") return undefined
    return { entries: [...entries, { type: "custom_message", customType: "end", content, display: true }], continue: true }
  })
  pi.registerTool({
    name: "ask",
    label: "Ask",
    description: "Asks the user",
    parameters,
    execute: async (id, { question, options }, signal, onUpdate, ctx) => {
      const answer = await ctx.ui.select(question, options)
      return { content: [{ type: "text", text: String(answer) }], details: {} }
    },
  })
}
`;

export const pi: Agent = {
  name: "pi",
  label: "pi",
  package: "@earendil-works/pi-coding-agent",
  version: "1.5.0",
  older: { version: "1.4.0" },
  // its package is a bundle, and npm cannot install all that it names
  unpacked: { entry: "dist/bundle/cli.js", node: "node@22", needs: ["jiti@2.7.0"] },
  furnish: ({ home, modelUrl, isHooked }) => {
    const settings = join(home, ".pi", "agent");
    writeJson(join(settings, "models.json"), {
      providers: {
        scripted: {
          name: "Scripted",
          baseUrl: `${modelUrl}/v1`,
          apiKey: "dummy",
          api: "openai-completions",
          models: [
            {
              id: "scripted",
              name: "Scripted",
              contextWindow: 100_000,
              maxTokens: 4_096,
              cost: { input: 1, output: 2, cacheRead: 0, cacheWrite: 0 },
            },
          ],
        },
      },
    });
    writeJson(join(settings, "settings.json"), {
      defaultProvider: "scripted",
      defaultModel: "scripted",
      defaultProjectTrust: "always",
      quietStartup: true,
      // else it compacts no conversation that is as short as ours
      compaction: { keepRecentTokens: 1 },
    });
    mkdirSync(join(settings, "extensions"), { recursive: true });
    writeFileSync(join(settings, "extensions", "users.js"), USERS);
    if (!isHooked) return;
    writeFileSync(join(settings, "extensions", "agtmux.js"), EXTENSION);
  },
  launch: () => ({ env: { PI_OFFLINE: "1" }, args: [] }),
  tool: (use) => {
    if (use.tool === "shell") return { name: "bash", args: { command: use.command } };
    if (use.tool === "question") return { name: "ask", args: { question: use.question, options: use.options } };
    throw new Error(`it has no tool for this: ${use.tool}`);
  },
  screens: { ready: /%\/100k \(auto\)/, approval: /Run this command\?/, question: /Which colour\?[\s\S]*enter select/ },
  keys: {
    approve: ["Enter"],
    deny: ["Down", "Enter"],
    cancelApproval: ["Escape"],
    interrupt: ["Escape"],
    queue: ["M-Enter"],
    answer: ["Enter"],
    quit: "/quit",
    clear: "/new",
    compact: "/compact",
  },
  resumes: (args) => [...args, "--continue"],
  blockEnd: (words) => ({ words }),
  menus: [
    { name: "models", open: "/model", sign: /Scripted|scripted \[/, close: ["Escape"] },
    { name: "settings", open: "/settings", sign: /Auto-compact/, close: ["Escape"] },
    { name: "sessions", open: "/resume", sign: /Resume Session/, close: ["Escape"] },
  ],
  subAgentsRunAside: false,
  goesOnAfterDenial: false,
  whenCut: "asks-again",
  compaction: "one sum",
  absent: {
    ...NO_SHELLS,
    "sub-agent running": NO_SUB_AGENTS,
    "sub-agent done": NO_SUB_AGENTS,
    "moved into the background": "it has no such view",
  },
};
