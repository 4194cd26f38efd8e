import { ERRORS, type ErrorCode } from "../../../src/core/protocol/base/error-codes.ts";
import { statementsOf } from "./doc-page.ts";
import { DocWorld, type Keys } from "./doc-world.ts";

/** The exit code of `timeout`. */
const TIMED_OUT = 124;

/** Commands that prepare what a page takes for granted. */
const SETUP: Record<string, string[]> = {
  "docs/cli.md": [
    "agtmux target add vm1",
    `printf 'turn_snapshots = "off"\\n[presets.review]\\nagent = "my-agent"\\n' >> ~/.agtmux/config.toml`,
    "agtmux daemon restart",
    "echo 'now the tests' > notes.md",
  ],
  "docs/notifications.md": ["agtmux notify add ntfy --name phone --topic agents"],
};

/** Statements that want a person at the keyboard. */
export const KEYS: [RegExp, ...Keys[]][] = [
  [/^agtmux watch( --needs-action --scope sessions)?( +#|$)/, { shows: "q quit", press: ["q"] }],
  [/^agtmux demo$/, { shows: "Ctrl-C ends it", press: ["C-c"] }],
  [/^agtmux (kill|dispose) (?!.*--yes)/, { shows: "y/N", press: ["y", "Enter"] }],
  [/^agtmux uninstall( +#|$)/, { shows: "y/N", press: ["y", "Enter"] }],
  [/^agtmux notify add slack/, { shows: "incoming webhook", press: ["CHAT/services/T/B/x", "Enter"] }],
  [/^agtmux notify add ntfy (?!.*--topic)/, { shows: "topic", press: ["agents", "Enter"] }],
];

/** The state that Claude must be in when these are typed. */
export const BEFORE: [RegExp, (world: DocWorld) => Promise<void>][] = [
  [/agtmux answer claude yes/, (world) => world.asks()],
  [/agtmux (send|complete|wait|seen|snooze|finish) claude/, (world) => world.rests()],
  [/agtmux interrupt claude/, (world) => world.works()],
  [/agtmux spawn --agent claude/, async (world) => world.spawnedAsks()],
];

/** Statements that go on until they are interrupted. */
export const ENDLESS = [/^agtmux watch --format jsonl \|/];

/** Statements that cannot succeed here, with the error that they end with instead, and why. */
export const FAILS: [RegExp, ErrorCode, string][] = [
  [
    /^agtmux answer (codex|gemini|copilot|opencode|kilo|pi|qwen) /,
    "E_REF_NOT_FOUND",
    "npm run test:answer asks the real ones",
  ],
  [/^agtmux log claude/, "E_NO_CONVERSATION", "this one keeps no conversation; test/e2e/log.test.ts has one that does"],
  [/^agtmux (log|wake|queue add) codex/, "E_REF_NOT_FOUND", "no Codex runs here"],
  [/^agtmux queue move 1f0c2a9b/, "E_QUEUED_NOT_FOUND", "the prompt is an example; test/e2e/queue.test.ts moves one"],
  [
    /^agtmux adapters new mini --pane/,
    "E_REF_NOT_FOUND",
    "no such agent runs here; test/e2e/adapters-new.test.ts has one",
  ],
  [
    /^agtmux adapters test .*mini.toml/,
    "E_INVALID_INPUT",
    "the file is an example; test/e2e/adapters-new.test.ts has one",
  ],
  [
    /^agtmux (undo claude|diff claude --since turn)/,
    "E_WORKSPACE",
    "snapshots are off; test/e2e/undo.test.ts undoes one",
  ],
  [/^agtmux check claude test/, "E_INVALID_INPUT", "none is configured; test/e2e/check.test.ts has one"],
  [/^agtmux finish claude/, "E_WORKSPACE", "it names a directory that is not there; test/e2e/finish.test.ts has one"],
  [
    /^agtmux (search|log conversation:)/,
    "E_SEARCH",
    "it is off here, since it would read the files of whoever runs the tests",
  ],
  [/^git diff \| agtmux send codex/, "E_REF_NOT_FOUND", "npm run test:send sends to the real one"],
  [/^agtmux attach cursor$/, "E_REF_NOT_FOUND", "it needs a login"],
  [/^agtmux .*(pane:host\/work\/@1\/%3|pane:host\/shop\/@3\/%7|vm1\/api|%12)(?!.*\|)/, "E_REF_NOT_FOUND", "an example"],
  [/^agtmux .*--target vm$/, "E_TARGET_NOT_FOUND", "an example"],
  [/^agtmux target add vm1 --ssh-target/, "E_TARGET_EXISTS", "the machine that really answers is added already"],
  [/^agtmux target add \w+ --ssh-target/, "E_TARGET_UNREACHABLE", "the address is an example"],
  [/^agtmux devices remove 3f9a01c2/, "E_DEVICE_NOT_FOUND", "the device is an example"],
  [/^agtmux rules remove r-1a2b3c4d/, "E_RULE_NOT_FOUND", "the rule is an example"],
  [/^agtmux resume claude$/, "E_AGENT_ALIVE", "it has not ended; test/e2e/resume.test.ts resumes one"],
  [/^agtmux fleet join/, "E_FLEET_UNREACHABLE", "the address is an example; test/e2e/fleet.test.ts has a server"],
  [/^agtmux hub /, "E_DAEMON_RUNNING", "a daemon runs here already; test/e2e/hub.test.ts runs a hub"],
  [/^agtmux service install/, "E_SERVICE", "no systemd; test/install/service.test.ts has one"],
  [/^agtmux notify add desktop/, "E_CHANNEL_FAILED", "no desktop; src/daemon/notify/channels/desktop.test.ts has one"],
];

/** Does what a page says, from top to bottom, on a machine of its own; returns what ended otherwise than it should. */
export async function runPage(page: string): Promise<string[]> {
  const world = await DocWorld.start();
  const faults: string[] = [];
  for (const text of SETUP[page] ?? []) await world.run(text, [], false);
  for (const { line, text } of statementsOf(page)) {
    await BEFORE.find(([typed]) => typed.test(text))?.[1](world);
    const [, ...keys] = KEYS.find(([typed]) => typed.test(text)) ?? [/$/];
    const meanwhile = / claude .*--wait\b/.test(text) ? world.endsNextTurn() : null;
    const endless = ENDLESS.some((typed) => typed.test(text));
    const [code, wanted] = [await world.run(text, keys, endless), endless ? TIMED_OUT : wantedCode(text)];
    await meanwhile;
    if (code !== wanted) faults.push(`${page}:${line} ended with ${code}, not ${wanted}: ${text}\n${world.screen()}`);
  }
  return faults;
}

function wantedCode(text: string): number {
  const [, error] = FAILS.find(([typed]) => typed.test(text)) ?? [];
  return error === undefined ? 0 : ERRORS[error].exit;
}
