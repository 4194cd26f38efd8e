import type { Integration } from "../../adapter/integration.ts";
import { mcpServers } from "../../integrate/mcp-entries.ts";
import { ownFile } from "../../integrate/own-file.ts";
import { forHome } from "../../integrate/spooling.ts";
import { EXTENSION } from "./extension.ts";

const folder: Integration["folder"] = ({ home, env }) => env.PI_CODING_AGENT_DIR || `${home}/.pi/agent`;
const [FIRST_LINE = ""] = EXTENSION.split("\n");

export const INTEGRATION: Integration = {
  command: "pi",
  folder,
  variables: ["PI_CODING_AGENT_DIR"],
  file: "extensions/agtmux.js",
  projectFile: ".pi/extensions/agtmux.js",
  settings: ownFile({
    name: "extension",
    firstLine: FIRST_LINE,
    render: (home) => forHome(EXTENSION, home),
  }),
  // else its model finds our tools only by searching
  mcp: { file: (person) => `${folder(person)}/mcp.json`, settings: mcpServers({ exposure: "direct" }) },
  next: "restart the sessions that run already, or type /reload in them",
};
