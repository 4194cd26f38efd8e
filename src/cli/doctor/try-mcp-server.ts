import { spawn } from "node:child_process";
import { createInterface } from "node:readline";
import type { McpServer } from "../../core/adapter/integration.ts";

const PATIENCE_MS = 15_000;
const HELLO = {
  protocolVersion: "2025-06-18",
  capabilities: {},
  clientInfo: { name: "agtmux doctor", version: "1" },
};

/** Starts our MCP server as an agent would, and asks for its tools. Returns how many there are, or why there is no answer. */
export function tryMcpServer({ program, home }: McpServer): Promise<{ tools: number } | { fault: string }> {
  return new Promise((resolve) => {
    const env = home === null ? process.env : { ...process.env, AGTMUX_HOME: home };
    const child = spawn(program, ["mcp"], { env, stdio: ["pipe", "pipe", "pipe"] });
    let said = "";
    const end = (outcome: { tools: number } | { fault: string }) => {
      clearTimeout(giveUp);
      child.kill("SIGKILL");
      resolve(outcome);
    };
    const giveUp = setTimeout(() => end({ fault: `it did not answer within ${PATIENCE_MS / 1_000} s` }), PATIENCE_MS);
    child.once("error", ({ message }) => end({ fault: message }));
    child.once("exit", () => end({ fault: said.trim() || "it ended without an answer" }));
    child.stderr.on("data", (chunk) => {
      said += String(chunk);
    });
    // a program that ends at once reads nothing, which its exit tells
    child.stdin.on("error", () => undefined);
    const tell = (message: object) => child.stdin.write(`${JSON.stringify({ jsonrpc: "2.0", ...message })}\n`);
    createInterface({ input: child.stdout }).on("line", (line) => {
      const { id, result } = parsed(line);
      if (id === 1) {
        tell({ method: "notifications/initialized" });
        tell({ id: 2, method: "tools/list" });
      } else if (id === 2) end({ tools: result?.tools?.length ?? 0 });
    });
    tell({ id: 1, method: "initialize", params: HELLO });
  });
}

function parsed(line: string): { id?: number; result?: { tools?: unknown[] } } {
  try {
    return JSON.parse(line);
  } catch {
    // a line that is no message answers nothing
    return {};
  }
}
