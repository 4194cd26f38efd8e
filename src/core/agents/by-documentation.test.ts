import { describe, expect, it } from "vitest";
import { processTree } from "../adapter/process-tree.ts";
import { readAgentFile } from "../agent-file/read-agent-file.ts";
import { AGENTS, agentOf, BUILT_IN_FILES, BY_DOCUMENTATION } from "./registry.ts";

const BIN = "/home/dev/.local/bin";
/** Command lines as documented; `null` is no conversation, or another program. */
const PROCESSES: [string[], string | null][] = [
  [["amp"], "amp"],
  [["node", "/usr/lib/node_modules/@sourcegraph/amp/dist/main.js", "--mode", "deep"], "amp"],
  [["amp", "threads", "continue", "T-5928a90d-d53b-488f-a829-4e36442142ee"], "amp"],
  [["amp", "threads", "list"], null],
  [["amp", "-x", "what is this"], null],
  [["amp", "login"], null],
  // a text editor of the same name
  [["/usr/bin/amp", "src/main.rs"], null],
  [["droid"], "droid"],
  [[`${BIN}/droid`, "explain this project"], "droid"],
  [["droid", "--resume", "session-abc123"], "droid"],
  [["droid", "exec", "summarize src/auth"], null],
  [["droid", "mcp", "add", "x", "y"], null],
  [["node", "/usr/bin/auggie", "Look at my open issues"], "auggie"],
  [["node", "/usr/bin/auggie"], "auggie"],
  [["node", "/usr/bin/auggie", "--print", "summarise"], null],
  [["node", "/usr/bin/auggie", "mcp", "list"], null],
  [["goose"], "goose"],
  [["goose", "session", "--resume", "--session-id", "20251108_1"], "goose"],
  [["goose", "run", "-t", "do it"], null],
  [["goose", "configure"], null],
  // a tool that migrates databases
  [["goose", "postgres", "user=dev", "up"], null],
  [["goose", "-dir", "migrations", "up"], null],
  [["/usr/bin/python3.12", `${BIN}/aider`, "--model", "sonnet", "src/app.py"], "aider"],
  [["aider"], "aider"],
  [["python3", `${BIN}/aider`, "--message", "fix it", "src/app.py"], null],
  [["python3", `${BIN}/aider`, "--message=fix it"], null],
];
const OTHERS = ["vim", "nano", "less", "bash", "sh", "sudo", "tail"];

describe("agents that are known by their documentation", () => {
  it.each(PROCESSES)("[AD96] the process %j is %s", (argv, agent) => {
    const [found] = processTree([[100, 1, argv[0] ?? "", argv]]);
    expect(found === undefined ? null : agentOf(found)).toBe(agent);
  });

  it.each(BY_DOCUMENTATION.map(({ name }) => name))("[AD96] no editor or shell with a file %s is one", (name) => {
    const told = OTHERS.map((other) => processTree([[100, 1, other, [other, `/home/dev/bin/${name}`]]])[0]);
    expect(told.map((each) => (each === undefined ? null : agentOf(each)))).toEqual(OTHERS.map(() => null));
  });

  it("[AD96] they are marked, read no screen and press no key that nobody has tried", () => {
    const marked = AGENTS.filter(({ byDocumentation }) => byDocumentation);
    expect(marked.map(({ name }) => name)).toEqual(["cursor", ...BY_DOCUMENTATION.map(({ name }) => name)]);
    for (const { readScreen, readDialog, readTitle, interrupt } of marked)
      expect([readScreen, readDialog, readTitle, interrupt]).toEqual([undefined, undefined, undefined, undefined]);
    expect(BUILT_IN_FILES.filter(({ newest }) => newest === undefined)).toEqual(BY_DOCUMENTATION);
  });

  it("[AD96] a file without the version that was seen may not say what a screen shows", () => {
    const file = `schema = 1\nname = "mini"\nlabel = "Mini"\n[process]\nbinary = '/mini$'\n`;
    expect(readAgentFile("mini.toml", file).ok).toBe(true);
    const claims = `${file}[screen]\nprompt = '^> '\n[[cues]]\nname = "done"\nwhere = "last"\npattern = '^x'\nstate = "completed"\n`;
    const result = readAgentFile("mini.toml", claims);
    expect(result.ok ? [] : result.faults).toEqual([
      expect.stringContaining("it wants newest"),
      expect.stringContaining("it wants newest"),
    ]);
  });
});
