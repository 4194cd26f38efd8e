import { judgeMcp, type McpFacts } from "../../core/doctor/judge-mcp.ts";
import { asFault } from "../../core/protocol/base/fault.ts";
import type { DoctorCheck } from "../../core/protocol/daemon/targets.ts";
import type { Candidate } from "../integrate/find-agents.ts";
import { ourServer } from "../integrate/mcp-candidate.ts";
import type { Machine } from "../machine/machine.ts";
import { tryMcpServer } from "./try-mcp-server.ts";

/** Checks the entries of our MCP server in agents' settings, and starts the server if there is one. */
export async function lookAtMcp(agents: readonly Candidate[], machine: Machine): Promise<DoctorCheck[]> {
  const server = ourServer(machine.home, machine.person.home);
  const found: McpFacts["entries"] = [];
  for (const { name, label, integration } of agents) {
    if (integration.mcp === undefined) continue;
    const path = integration.mcp.file(machine.person);
    try {
      const { text } = await machine.readSettings(path);
      const { state } = integration.mcp.settings(server).inspect(text, machine.home);
      // a server of the same name that the user has made is theirs
      const isOurs = state === "outdated" || (state === "current" && text?.includes(server.program) === true);
      if (isOurs) found.push({ name, label, path, state });
    } catch (error) {
      // the check of its hooks tells of a file that cannot be read
      if (asFault(error).code === "E_INTERNAL") throw error;
    }
  }
  return found.length === 0 ? [] : judgeMcp({ entries: found, started: await tryMcpServer(server) });
}
