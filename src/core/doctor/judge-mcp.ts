import type { DoctorCheck } from "../protocol/daemon/targets.ts";

export interface McpFacts {
  /** Agents that list our MCP server. */
  entries: { name: string; label: string; path: string; state: "current" | "outdated" }[];
  /** The outcome of starting it. */
  started: { tools: number } | { fault: string };
}

/** Whether the MCP server that agents list would start for them. */
export function judgeMcp({ entries, started }: McpFacts): DoctorCheck[] {
  return entries.map(({ name, label, path, state }) => {
    const check = `mcp of ${name}`;
    const mend = `agtmux integrate --mcp ${name}`;
    if (state === "outdated")
      return { name: check, status: "warning", found: `${path} names another agtmux than this one`, advice: mend };
    if ("fault" in started)
      return {
        name: check,
        status: "failed",
        found: `${label} cannot start the server: ${started.fault}`,
        advice: mend,
      };
    return { name: check, status: "ok", found: `${label} can start it: ${started.tools} tools`, advice: null };
  });
}
