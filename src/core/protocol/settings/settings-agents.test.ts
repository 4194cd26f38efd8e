import { describe, expect, it } from "vitest";
import { readSettings } from "./settings.ts";

const FILE = "/home/me/.agtmux/config.toml";

function read(fileText: string) {
  return readSettings({ flag: {}, environment: {}, fileText, filePath: FILE, agents: ["claude", "codex"] });
}

function faultsOf(fileText: string): string[] {
  const result = read(fileText);
  if (result.ok) throw new Error("it was accepted");
  return result.faults;
}

const cue = (words: string) => `[agents.claude.cues]\nmine = ${words}`;

describe("[agents.X.cues] in config.toml", () => {
  it("[CF8] adds, replaces and switches off cues, and each shows in the list", () => {
    const text = `
      port = 8080
      [agents.claude.cues]
      mine = { state = "waiting_input", pattern = '^Name\\?$', where = "dialog", since = "2.1.0", until = "2.2" }
      plain = { state = "running", pattern = "^Busy" }
      working = false
      [agents.codex]
    `;
    const result = read(text);
    if (!result.ok) throw new Error(result.faults.join("\n"));
    expect(result.settings.agents).toEqual({
      claude: {
        cues: {
          mine: { state: "waiting_input", pattern: "^Name\\?$", where: "dialog", since: "2.1.0", until: "2.2" },
          plain: { state: "running", pattern: "^Busy", where: "last" },
          working: false,
        },
      },
      codex: { cues: {} },
    });
    const rows = result.rows.filter(({ name }) => name.startsWith("agents."));
    expect(rows.map(({ name, value, origin }) => [name, value, origin])).toEqual([
      ["agents.claude.cues.mine", "waiting_input: /^Name\\?$/ in dialog", "file"],
      ["agents.claude.cues.plain", "running: /^Busy/ in last", "file"],
      ["agents.claude.cues.working", "off", "file"],
    ]);
  });

  it.each([
    ['{ state = "running", pattern = "(" }', /^agents\.claude\.cues\.mine\.pattern: not a regular expression: .*\(/],
    ['{ state = "busy", pattern = "x" }', /^agents\.claude\.cues\.mine\.state: .*"running"\|"waiting_approval"/],
    ['{ state = "running" }', /^agents\.claude\.cues\.mine\.pattern: /],
    ['{ state = "running", pattern = "x", where = "left" }', /^agents\.claude\.cues\.mine\.where: .*"dialog"/],
    ['{ state = "running", pattern = "x", colour = "red" }', /^agents\.claude\.cues\.mine: .*"colour"/],
    ['{ state = "running", pattern = "x", since = "new" }', /^agents\.claude\.cues\.mine\.since: .*such as 2\.1\.325/],
    ["true", /^agents\.claude\.cues\.mine: /],
    ['"^x$"', /^agents\.claude\.cues\.mine: /],
  ])("[CF3, CF8] %s is refused with its key", (words, fault) => {
    const [first, ...others] = faultsOf(cue(words));
    expect(others).toEqual([]);
    const place = `${FILE}, line 2: `;
    expect(first?.slice(0, place.length)).toBe(place);
    expect(first?.slice(place.length)).toMatch(fault);
  });

  it("[CF3, CF8] an agent or a table that does not exist is named", () => {
    expect(faultsOf("[agents.clawd.cues]\nx = false")).toEqual([
      `${FILE}, line 1: agents.clawd: no agent has this name; there are claude, codex`,
    ]);
    expect(faultsOf("[agents.claude]\nclues = 1")[0]).toMatch(/agents\.claude: .*"clues"/);
    expect(faultsOf("agents = 3")[0]).toMatch(/: agents: /);
  });

  it("[CF8] without a word there are none", () => {
    const result = read("");
    expect(result.ok && result.settings.agents).toEqual({});
  });
});
