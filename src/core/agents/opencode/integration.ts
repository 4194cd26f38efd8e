import type { Integration } from "../../adapter/integration.ts";
import { mcpJson } from "../../integrate/mcp-json.ts";
import { isOurProgram, SERVER_ARGS } from "../../integrate/mcp-server.ts";
import { ownFile } from "../../integrate/own-file.ts";
import { PLUGIN } from "./plugin.ts";

const [FIRST_LINE = ""] = PLUGIN.split("\n");
/** The plugin's expression for our usual home; replaced by the home in use. */
const USUAL_HOME = 'join(homedir(), ".agtmux")';

export const INTEGRATION: Integration = {
  command: "opencode",
  folder: ({ home, env }) => `${env.XDG_CONFIG_HOME || `${home}/.config`}/opencode`,
  variables: ["XDG_CONFIG_HOME"],
  file: "plugin/agtmux.js",
  projectFile: ".opencode/plugin/agtmux.js",
  settings: ownFile({
    name: "plugin",
    firstLine: FIRST_LINE,
    render: (home) => PLUGIN.replace(USUAL_HOME, () => JSON.stringify(home)),
  }),
  mcp: {
    file: ({ home, env }) => `${env.XDG_CONFIG_HOME || `${home}/.config`}/opencode/opencode.json`,
    settings: mcpJson({
      key: "mcp",
      entry: ({ program, home }) => ({
        type: "local",
        command: [program, ...SERVER_ARGS],
        enabled: true,
        ...(home !== null && { environment: { AGTMUX_HOME: home } }),
      }),
      isOurs: ({ command }) => Array.isArray(command) && isOurProgram(command[0]) && command[1] === SERVER_ARGS[0],
    }),
  },
  next: "restart the sessions that run already; for plugins OpenCode fetches a package of its own once, and without a network that start shows nothing for a minute or more",
};
