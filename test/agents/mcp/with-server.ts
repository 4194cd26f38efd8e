import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { adapterOf } from "../../../src/core/agents/registry.ts";
import { AGTMUX } from "../../support/sandbox.ts";
import type { Agent, House } from "../agent.ts";
import { shell, type ToolCall, type ToolUse } from "../model/play.ts";

const PREFIX = "tool of agtmux: ";

/** How each agent names the tools of an MCP server. */
const NAMES: Record<string, (tool: string) => Omit<ToolCall, "args">> = {
  claude: (tool) => ({ name: `mcp__agtmux__${tool}` }),
  codex: (tool) => ({ namespace: "mcp__agtmux", name: tool }),
  gemini: (tool) => ({ name: `mcp_agtmux_${tool}` }),
  copilot: (tool) => ({ name: `agtmux-${tool}` }),
  opencode: (tool) => ({ name: `agtmux_${tool}` }),
  kilo: (tool) => ({ name: `agtmux_${tool}` }),
  qwen: (tool) => ({ name: `mcp__agtmux__${tool}` }),
  pi: (tool) => ({ name: `mcp__agtmux__${tool}` }),
};

/** Arguments by which an agent calls the tools without asking its person. */
const TRUSTING: Record<string, readonly string[]> = {
  claude: ["--allowedTools", "mcp__agtmux"],
  copilot: ["--allow-tool", "agtmux"],
  gemini: ["--allowed-mcp-server-names", "agtmux"],
  qwen: ["--allowed-tools", "mcp__agtmux"],
};

/** A use of one of agtmux's own tools; written as a command, which `withServer` reads again. */
export function agtmuxTool(tool: string, args: object): ToolUse {
  return shell(`${PREFIX}${JSON.stringify([tool, args])}`);
}

/** The agent with agtmux among its MCP servers, as `agtmux integrate --mcp` lists it. */
export function withServer(agent: Agent): Agent {
  return {
    ...agent,
    furnish(house) {
      agent.furnish(house);
      listServer(agent, house);
    },
    launch(house) {
      const { env, args } = agent.launch(house);
      return { env, args: [...args, ...(TRUSTING[agent.name] ?? [])] };
    },
    tool(use) {
      if (use.tool !== "shell" || !use.command.startsWith(PREFIX)) return agent.tool(use);
      const [name, args] = JSON.parse(use.command.slice(PREFIX.length)) as [string, object];
      const named = NAMES[agent.name];
      if (named === undefined) throw new Error(`nothing says how ${agent.label} names the tools of a server`);
      return { ...named(name), args };
    },
  };
}

function listServer({ name }: Agent, { home, agtmuxHome }: House): void {
  const mcp = adapterOf(name)?.integration?.mcp;
  if (mcp === undefined) throw new Error(`${name} has no list of MCP servers`);
  const file = mcp.file({ home, env: {} });
  const text = existsSync(file) ? readFileSync(file, "utf8") : null;
  const added = mcp.settings({ program: AGTMUX, home: agtmuxHome }).add(text, agtmuxHome);
  if (!added.ok || added.text === null) throw new Error(`${file} was not changed: ${JSON.stringify(added)}`);
  writeFileSync(file, added.text);
}
