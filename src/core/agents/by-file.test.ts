import { describe, expect, it } from "vitest";
import { readBy, recordedScreens } from "../../../test/accuracy/shown-screen.ts";
import { processTree } from "../adapter/process-tree.ts";
import { agentOf, BUILT_IN_FILES, BY_DOCUMENTATION } from "./registry.ts";

const BIN = "/home/dev/app/node_modules/.bin";
/** As seen; `null` is a helper, or another program. */
const PROCESSES: [string, string[], string | null][] = [
  ["node", ["node", `${BIN}/grok`], "grok"],
  ["node", ["node", `${BIN}/grok`, "mcp", "list"], null],
  ["node", ["node", `${BIN}/cn`, "--config", "config.yaml"], "continue"],
  ["node", ["node", `${BIN}/cn`, "-p", "what is this"], null],
  ["cline", [`${BIN}/cline`, "--auto-approve", "false"], "cline"],
  // the server of all panes, which the first one starts
  ["cline", ["/home/dev/app/node_modules/@cline/cli-linux-x64/bin/cline", "--cline-hub-daemon", "--cwd", "/w"], null],
  ["node", ["node", `${BIN}/nanocoder`, "--mode", "plan"], "nanocoder"],
  ["node", ["node", "/home/dev/app/node_modules/@nanocollective/nanocoder/dist/cli.js"], "nanocoder"],
  ["node", ["node", `${BIN}/nanocoder`, "run", "look at this"], null],
  ["node", ["node", `${BIN}/nanocoder`, "--acp"], null],
  ["vim", ["vim", "/home/dev/cline"], null],
];

describe("agents of which only the file is known", () => {
  it.each(PROCESSES)("[AD66] the process %s %j is %s", (command, argv, agent) => {
    const [found] = processTree([[100, 1, command, argv]]);
    expect(found === undefined ? null : agentOf(found)).toBe(agent);
  });

  it("[AD66] where an ended turn looks the same however it ended, only rest is read", () => {
    const ended = recordedScreens().filter(({ agent, state }) => agent === "cline" && state === "completed");
    expect(new Set(ended.map(({ agent, screen }) => readBy(agent, screen)))).toEqual(new Set(["rest by resting"]));
  });

  it("[AD66] each of them has recorded screens", () => {
    const seen = new Set(recordedScreens().map(({ agent }) => agent));
    const tried = BUILT_IN_FILES.filter((file) => !BY_DOCUMENTATION.includes(file));
    expect(tried.map(({ name }) => name).filter((name) => !seen.has(name))).toEqual([]);
  });
});
