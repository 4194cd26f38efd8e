import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { DIALECT } from "../../../src/core/agents/codex/events.ts";
import { type Agent, tellingEvents } from "../agent.ts";
import { writeJson } from "../write-json.ts";

export const codex: Agent = {
  name: "codex",
  label: "Codex",
  package: "@openai/codex",
  version: "0.166.0",
  furnish: ({ home, work, agtmuxHome, modelUrl, hook }) => {
    const events = tellingEvents(DIALECT).filter((event) => event !== "notify");
    const hooked = events.map((event) => [event, [{ hooks: [{ type: "command", command: hook(event), timeout: 3 }] }]]);
    writeJson(join(home, ".codex", "hooks.json"), { hooks: Object.fromEntries(hooked) });
    const notify = [join(agtmuxHome, "bin", "agtmux"), "hook", "codex", "notify"];
    const settings = `model = "scripted"
model_provider = "scripted"
approval_policy = "on-request"
sandbox_mode = "workspace-write"
check_for_update_on_startup = false
notify = ${JSON.stringify(notify)}

[model_providers.scripted]
name = "scripted"
base_url = "${modelUrl}/v1"
wire_api = "responses"
env_key = "SCRIPTED_API_KEY"
request_max_retries = 3
stream_max_retries = 3

[projects.${JSON.stringify(work)}]
trust_level = "trusted"
`;
    writeFileSync(join(home, ".codex", "config.toml"), settings);
  },
  launch: () => ({
    env: { SCRIPTED_API_KEY: "dummy" },
    args: ["--no-daemon", "--dangerously-bypass-hook-trust"],
  }),
  tool: (use) => {
    switch (use.tool) {
      case "shell":
        return {
          name: "exec_command",
          args: { cmd: use.command, sandbox_permissions: "require_escalated", justification: "Scripted command" },
        };
      case "question": {
        const options = use.options.map((label) => ({ label, description: `Take ${label}` }));
        const question = { id: "q1", header: "Choice", question: use.question, options };
        return { name: "request_user_input", args: { questions: [question] } };
      }
      case "sub_agent":
        return { namespace: "multi_agent_v1", name: "spawn_agent", args: { message: use.prompt } };
      case "wait_for_sub_agent": {
        const targets = [/"agent_id":\s*"([^"]+)"/.exec(use.started)?.[1]];
        return { namespace: "multi_agent_v1", name: "wait_agent", args: { targets, timeout_ms: 30_000 } };
      }
      default:
        return use satisfies never;
    }
  },
  screens: {
    ready: /Ask Codex to do anything/,
    approval: /Would you like to run the following command\?/,
    question: /Question 1\/1/,
  },
  keys: {
    approve: ["y"],
    deny: ["Down", "Down", "Enter"],
    cancelApproval: ["Escape"],
    interrupt: ["Escape"],
    answer: ["Enter"],
    questionMode: { enter: ["BTab"], leave: ["BTab"] },
    quit: "/quit",
    clear: "/clear",
    compact: "/compact",
  },
  subAgentsRunAside: true,
  goesOnAfterDenial: false,
  absent: {
    "retrying 429": "it does not try again: the turn ends in an error",
  },
};
