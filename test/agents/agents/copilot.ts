import { join } from "node:path";
import { DIALECT } from "../../../src/core/agents/copilot/events.ts";
import { type Agent, tellingEvents } from "../agent.ts";
import { writeJson } from "../write-json.ts";

export const copilot: Agent = {
  name: "copilot",
  label: "Copilot CLI",
  package: "@github/copilot",
  version: "1.0.102",
  furnish: ({ home, work, hook }) => {
    const hooked = tellingEvents(DIALECT).map((event) => [
      event,
      [{ type: "command", bash: hook(event), timeoutSec: 10 }],
    ]);
    writeJson(join(home, ".copilot", "hooks", "agtmux.json"), { version: 1, hooks: Object.fromEntries(hooked) });
    writeJson(join(home, ".copilot", "config.json"), {
      banner: "never",
      trustedFolders: [work],
      trusted_folders: [work],
    });
    writeJson(join(home, ".copilot", "settings.json"), { banner: "never", autoUpdate: false, trustedFolders: [work] });
  },
  launch: ({ modelUrl }) => ({
    env: {
      COPILOT_OFFLINE: "true",
      COPILOT_AUTO_UPDATE: "false",
      COPILOT_PROVIDER_BASE_URL: `${modelUrl}/v1`,
      COPILOT_PROVIDER_API_KEY: "dummy",
      COPILOT_PROVIDER_WIRE_API: "completions",
      COPILOT_MODEL: "gpt-4.1",
    },
    args: [],
  }),
  tool: (use) => {
    switch (use.tool) {
      case "shell":
        return { name: "bash", args: { command: use.command, description: "Scripted command" } };
      case "question": {
        const choice = { type: "string", title: "Choice", enum: use.options };
        const requestedSchema = { type: "object", properties: { choice }, required: ["choice"] };
        return { name: "ask_user", args: { message: use.question, requestedSchema } };
      }
      case "sub_agent": {
        const what = { name: "helper", agent_type: "general-purpose", description: "Scripted helper", mode: "sync" };
        return { name: "task", args: { ...what, prompt: use.prompt } };
      }
      case "wait_for_sub_agent":
        throw new Error("it waits by itself");
      default:
        return use satisfies never;
    }
  },
  screens: {
    ready: /Manual Approval/,
    approval: /Do you want to run this command\?/,
    question: /Copilot needs information/,
  },
  keys: {
    approve: ["Enter"],
    deny: ["3", "text:leave it as it is", "Enter"],
    cancelApproval: ["Escape"],
    interrupt: ["Escape", "Escape"],
    answer: ["Enter"],
    quit: "/exit",
    clear: "/clear",
    compact: "/compact",
  },
  unwrap: (said) =>
    said
      .replace(/^<current_datetime>[^<]*<\/current_datetime>\n\n/, "")
      .replace(/\n{4}<tagged_files>[^<]*<\/tagged_files>$/, ""),
  subAgentsRunAside: false,
  goesOnAfterDenial: true,
  absent: {},
};
