import type { Integration } from "../../adapter/integration.ts";
import { ownFile } from "../../integrate/own-file.ts";
import { forHome } from "../../integrate/spooling.ts";
import { EXTENSION } from "./extension.ts";

const [FIRST_LINE = ""] = EXTENSION.split("\n");

export const INTEGRATION: Integration = {
  command: "pi",
  folder: ({ home, env }) => env.PI_CODING_AGENT_DIR || `${home}/.pi/agent`,
  variables: ["PI_CODING_AGENT_DIR"],
  file: "extensions/agtmux.js",
  projectFile: ".pi/extensions/agtmux.js",
  settings: ownFile({
    name: "extension",
    firstLine: FIRST_LINE,
    render: (home) => forHome(EXTENSION, home),
  }),
  next: "restart the sessions that run already, or type /reload in them",
};
