import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { DIALECT } from "../../../src/core/agents/codex/events.ts";
import { type Agent, informativeEvents, NO_SHELLS } from "../agent.ts";
import { writeJson } from "../write-json.ts";

function launchWith(args: string[]): { env: Record<string, string>; args: string[] } {
  return { env: { SCRIPTED_API_KEY: "dummy" }, args: [...args, "--dangerously-bypass-hook-trust"] };
}

const ABSENT = {
  ...NO_SHELLS,
  "retrying 429": "it does not try again: the turn ends in an error",
  "moved into the background": "it has no such view",
} satisfies Agent["absent"];

export const codex: Agent = {
  name: "codex",
  label: "Codex",
  package: "@openai/codex",
  version: "0.166.0",
  // it knows no daemon, and no flag that keeps it from starting one
  older: {
    version: "0.151.0",
    launch: () => launchWith([]),
    openElsewhere: undefined,
    absent: { ...ABSENT, "same conversation twice": "it does not open a conversation that another pane has open" },
  },
  furnish: ({ home, work, agtmuxHome, modelUrl, isHooked, hook, ownEndHook }) => {
    const events = isHooked ? informativeEvents(DIALECT).filter((event) => event !== "notify") : [];
    const ours = events.map((event) => [event, { type: "command", command: hook(event), timeout: 3 }] as const);
    const hooks: Record<string, { hooks: object[] }[]> = {
      Stop: [{ hooks: [{ type: "command", command: ownEndHook, timeout: 300 }] }],
    };
    for (const [event, each] of ours) hooks[event] = [...(hooks[event] ?? []), { hooks: [each] }];
    writeJson(join(home, ".codex", "hooks.json"), { hooks });
    const notify = isHooked ? [join(agtmuxHome, "bin", "agtmux"), "hook", "codex", "notify"] : ["true"];
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
  launch: () => launchWith(["--no-daemon"]),
  // any flag that sets something makes it serve itself
  answerable: {
    label: "Codex on its daemon",
    launch: () => ({ env: { SCRIPTED_API_KEY: "dummy" }, args: [] }),
    firstStart: { sign: /Hooks need review/, goOn: ["2", "Enter"] },
  },
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
    // Enter brings it into the turn that runs
    queue: ["Tab"],
    answer: ["Enter"],
    questionMode: { enter: ["BTab"], leave: ["BTab"] },
    quit: "/quit",
    clear: "/clear",
    compact: "/compact",
  },
  openElsewhere: { sign: /This conversation is open in another app/, goOn: ["f"] },
  resumes: (args) => ["resume", "--last", ...args],
  blockEnd: (reason) => ({ decision: "block", reason }),
  menus: [
    { name: "models", open: "/model", sign: /Select Model/i, close: ["Escape"] },
    { name: "permissions", open: "/permissions", sign: /Update Model Permissions/, close: ["Escape"] },
    { name: "conversations", open: "/resume", sign: /Resume a previous session/, close: ["Escape"] },
    { name: "changes", open: "/diff", sign: /D I F F/, close: ["q"] },
  ],
  subAgentsRunAside: true,
  goesOnAfterDenial: false,
  whenCut: "asks-again",
  limit: "has to be told to go on",
  absent: ABSENT,
};
