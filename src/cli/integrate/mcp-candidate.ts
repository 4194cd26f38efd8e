import { basename, dirname, join } from "node:path";
import type { McpServer } from "../../core/adapter/integration.ts";
import type { Machine } from "../machine/machine.ts";
import type { Candidate } from "./find-agents.ts";

/** An agent whose list of MCP servers is edited in place of its hooks; none if it has no such list. */
export function mcpCandidate(agent: Candidate, { person, home }: Pick<Machine, "person" | "home">): Candidate[] {
  const { command, variables, mcp } = agent.integration;
  if (mcp === undefined) return [];
  const file = mcp.file(person);
  const integration = {
    command,
    variables,
    folder: () => dirname(file),
    file: basename(file),
    projectFile: null,
    settings: mcp.settings(ourServer(home, person.home)),
    next: "sessions that begin from now on have the tools; 'agtmux doctor' tries whether they start",
  };
  return [{ ...agent, integration }];
}

/** This build of agtmux, by its path: an agent's PATH need not have it. */
export function ourServer(home: string, userHome: string): McpServer {
  return { program: join(dirname(__dirname), "bin", "agtmux"), home: home === join(userHome, ".agtmux") ? null : home };
}
