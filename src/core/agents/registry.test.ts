import { describe, expect, it } from "vitest";
import { inShell } from "../adapter/process-tree.ts";
import * as claude from "./claude/process-trees.ts";
import * as codex from "./codex/process-trees.ts";
import * as copilot from "./copilot/process-trees.ts";
import * as cursor from "./cursor/process-trees.ts";
import { findAgent } from "./find-agent.ts";
import * as gemini from "./gemini/process-trees.ts";
import * as kilo from "./kilo/process-trees.ts";
import * as opencode from "./opencode/process-trees.ts";
import * as pi from "./pi/process-trees.ts";
import * as qwen from "./qwen/process-trees.ts";
import { AGENTS, agentOf, BUILT_IN_FILES } from "./registry.ts";

const FOLDERS = {
  claude,
  codex,
  gemini,
  copilot,
  opencode,
  kilo,
  pi,
  cursor,
  qwen,
};

const seen = Object.entries(FOLDERS).flatMap(([agent, { TREES }]) =>
  Object.entries(TREES).map(([how, tree]) => ({ agent, how, tree })),
);

describe("agents by their processes", () => {
  it("[BI17] every agent of the registry has process trees, and no other", () => {
    // those of which only the file is known have a test of their own
    const byFile = BUILT_IN_FILES.map(({ name }) => name).filter((name) => !Object.hasOwn(FOLDERS, name));
    expect([...Object.keys(FOLDERS), ...byFile]).toEqual(AGENTS.map(({ name }) => name));
  });

  it.each(seen)("[BI17] $agent is found: $how", ({ agent, tree }) => {
    const pid = tree.some((process) => process.pid === 110) ? 110 : 100;
    expect(findAgent(100, tree)).toEqual({ agent, process: tree.find((process) => process.pid === pid) });
  });

  it("[BI17] an agent's servers and helpers are no agent", () => {
    const helpers = [
      claude.SERVES_TOOLS,
      codex.APP_SERVER,
      codex.DAEMON_LEFT_BEHIND,
      opencode.SERVER,
      kilo.DAEMON,
      pi.PRINTS,
      cursor.WORKER,
    ];
    expect(helpers.map((tree) => findAgent(100, tree))).toEqual(helpers.map(() => null));
  });

  it.each([
    ["claude", ["/opt/homebrew/bin/claude", "--dangerously-skip-permissions"]],
    ["claude", ["/home/dev/.local/share/claude/versions/2.1.325"]],
    ["claude", ["claude", "update", "the", "readme"]],
    ["claude", ["node", "--no-warnings", "/usr/lib/node_modules/@anthropic-ai/claude-code/cli.js", "--resume"]],
    ["claude", ["claude", "--model", "opus", "explain mcp"]],
    ["codex", ["node", "/usr/lib/node_modules/@openai/codex/bin/codex.js"]],
    ["codex", ["./codex-x86_64-unknown-linux-musl"]],
    ["codex", ["codex", "resume", "--last"]],
    ["codex", ["node", "-r", "/home/dev/hook.js", "/home/dev/.volta/tools/image/packages/@openai/codex/bin/codex"]],
    ["gemini", ["node", "/usr/local/bin/gemini", "--yolo"]],
    ["gemini", ["/usr/bin/node", "--max-old-space-size=8192", "/home/dev/src/gemini-cli/dist/index.js"]],
    ["gemini", ["node", "/home/dev/.asdf/installs/nodejs/22.1.0/bin/gemini", "-i", "hello"]],
    [
      "gemini",
      [
        "node",
        "/home/dev/.local/share/pnpm/global/5/.pnpm/@google+gemini-cli@0.61.0/node_modules/@google/gemini-cli/bundle/gemini.js",
      ],
    ],
    ["gemini", ["node", "/home/dev/.npm/_npx/1a2b/node_modules/.bin/gemini"]],
    ["gemini", ["bun", "run", "/home/dev/.config/yarn/global/node_modules/.bin/gemini"]],
    ["copilot", ["node", "/usr/lib/node_modules/@github/copilot/index.js"]],
    ["copilot", ["copilot", "--model", "gpt-5", "-i", "deploy the app"]],
    ["opencode", ["node", "/usr/lib/node_modules/opencode-ai/bin/opencode"]],
    ["opencode", ["/home/dev/.opencode/bin/opencode", "attach", "http://127.0.0.1:4096"]],
    ["kilo", ["node", "/usr/lib/node_modules/@kilocode/cli/bin/kilo", "--continue"]],
    ["kilo", ["/home/dev/.kilo/bin/kilo", "attach", "http://127.0.0.1:4096"]],
    ["pi", ["node", "/usr/local/bin/pi", "--continue"]],
    ["cursor", ["cursor-agent", "resume"]],
    ["qwen", ["node", "/usr/lib/node_modules/@qwen-code/qwen-code/cli-entry.js", "--continue"]],
    ["qwen", ["/usr/bin/node", "/home/dev/.nvm/versions/node/v22.16.0/bin/qwen", "-i", "hello"]],
  ])("[BI17] %s is known by argv %j", (agent, argv) => {
    expect(inShell("node", argv).map(agentOf)).toEqual([null, agent]);
  });

  it.each([
    [["vim", "claude"]],
    [["less", "codex.md"]],
    [["grep", "-r", "claude", "/usr/local/bin/gemini"]],
    [["tail", "-f", "claude.log"]],
    [["ssh", "vm", "claude"]],
    [["bash", "-c", "claude --resume"]],
    [["sh", "/usr/local/bin/gemini"]],
    [["npm", "install", "@openai/codex"]],
    [["node", "/usr/bin/npm", "install", "@openai/codex"]],
    [["npm install github/copilot"]],
    [["npm exec anthropics/claude"]],
    [["node", "/usr/bin/npx", "@google/gemini-cli"]],
    [["bun", "x", "/tmp/gemini"]],
    [["bun", "add", "@openai/codex"]],
    [["node", "claude.js"]],
    [["node", "gemini"]],
    [["node", "-e", "require('x')", "/usr/local/bin/gemini"]],
    [["node", "/home/dev/app/node_modules/@google/gemini-cli/node_modules/tool/server.js"]],
    [["node", "/home/dev/src/gemini-cli/packages/a2a-server/dist/index.js"]],
    [["node", "/home/dev/.vim/copilot.vim/dist/language-server.js", "--stdio"]],
    [["claude", "--debug", "mcp", "serve"]],
    [["claude", "update"]],
    [["codex", "-c", "model=o3", "mcp-server"]],
    [["codex-linux-sandbox", "ls"]],
    [["node", "/usr/local/bin/gemini", "--acp"]],
    [["node", "/usr/local/bin/gemini", "mcp", "list"]],
    [["copilot", "svc", "deploy", "--name", "api", "--env", "test"]],
    [["cursor", "/home/dev/app"]],
    [["/Applications/Cursor.app/Contents/MacOS/Cursor"]],
    [["agent", "--config", "/etc/agent.toml"]],
    [["vim", "/home/dev/.local/share/cursor-agent/versions/2026.01.28/index.js"]],
    [["ssh-agent", "-D"]],
    [["gpg-agent", "--daemon"]],
    [["(claude)"]],
    [[""]],
    [[]],
  ])("[BI17] no agent is %j", (argv) => {
    expect(inShell("claude", argv).map(agentOf)).toEqual([null, null]);
  });
});
