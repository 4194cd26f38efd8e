import type { Integration } from "../../adapter/integration.ts";
import { hookSettings } from "../../integrate/hook-settings.ts";
import { informativeEvents } from "../../integrate/informative-events.ts";
import { PLAIN_JSON } from "../../integrate/jsonc.ts";
import { DIALECT } from "./events.ts";

/** The tools are told of once, by the events that all of them have. */
const SAME_AGAIN = [
  "beforeShellExecution",
  "afterShellExecution",
  "beforeMCPExecution",
  "afterMCPExecution",
  "beforeReadFile",
  "afterFileEdit",
  "afterAgentThought",
];

/** Known from its documentation alone, as the adapter is. */
export const INTEGRATION: Integration = {
  command: "cursor-agent",
  folder: ({ home }) => `${home}/.cursor`,
  variables: [],
  file: "hooks.json",
  // what a project has in .cursor runs in the editor and in the cloud too
  projectFile: null,
  settings: hookSettings({
    agent: DIALECT.agent,
    events: informativeEvents(DIALECT, ...SAME_AGAIN),
    commandKey: "command",
    entry: (command) => ({ command, timeout: 10 }),
    frame: { version: 1 },
    reads: PLAIN_JSON,
  }),
  next: "restart the sessions that run already",
};
