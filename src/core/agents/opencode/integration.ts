import type { Integration, Person } from "../../adapter/integration.ts";
import { mcpJson } from "../../integrate/mcp-json.ts";
import { isOurProgram, SERVER_ARGS } from "../../integrate/mcp-server.ts";
import { ownFile } from "../../integrate/own-file.ts";
import { forHome } from "../../integrate/spooling.ts";
import { pluginFor } from "./plugin.ts";

export function integrationOf(agent: string, label: string): Integration {
  const folder = ({ home, env }: Person) => `${env.XDG_CONFIG_HOME || `${home}/.config`}/${agent}`;
  const plugin = pluginFor(agent);
  const [firstLine = ""] = plugin.split("\n");
  return {
    command: agent,
    folder,
    variables: ["XDG_CONFIG_HOME"],
    file: "plugin/agtmux.js",
    projectFile: `.${agent}/plugin/agtmux.js`,
    settings: ownFile({
      name: "plugin",
      firstLine,
      render: (home) => forHome(plugin, home),
    }),
    mcp: {
      file: (person) => `${folder(person)}/${agent}.json`,
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
    next: `restart the sessions that run already; for plugins ${label} fetches a package of its own once, and without a network that start shows nothing for a minute or more`,
  };
}
