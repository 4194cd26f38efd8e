import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { BUILT_IN_FILES } from "../../core/agents/registry.ts";
import type { Context } from "../common/context.ts";
import { agentNames } from "../common/own-agents.ts";
import { showAdapters } from "./adapters-show.ts";
import { testAdapter } from "./adapters-test.ts";

const FILE = `schema = 1
name = "mini"
label = "Mini"
newest = "1.0"
[process]
binary = '/mini$'
[screen]
prompt = '^❯ ?'
message = '^⏺ '
given_prompt = '^> '
[[titles]]
name = "Working"
pattern = '^◐ '
phase = "busy"
[[cues]]
name = "completed"
where = "last"
pattern = '^⏺ '
state = "completed"
`;
const DONE = "> do it\n\n⏺ Done.\n\n❯ \n";

let home: string;
let out: string[];
let context: Context;
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), "agtmux-files-"));
  out = [];
  context = { home, colour: false, out: (text: string) => out.push(text) } as unknown as Context;
  mkdirSync(join(home, "agents", "mini"), { recursive: true });
  writeFileSync(join(home, "agents", "mini.toml"), FILE);
});
afterEach(() => rmSync(home, { recursive: true }));

const put = (name: string, text: string) => writeFileSync(join(home, "agents", "mini", name), text);

describe("adapters test", () => {
  it("[AD48] reads each screen beside the file, says which are right, not told and wrong, and what parts these have", () => {
    put("done.completed.txt", DONE);
    put("fails.error.txt", DONE);
    put("quiet.idle.txt", "Mini 1.0\n\n❯ \n");
    put("works.running.txt", DONE);
    put("works.running.title", "◐ mini\n");
    expect(() => testAdapter(["mini"], context)).toThrow("2 of 4 screens are not read as they should be");
    expect(out.join("\n").split("\n")).toEqual([
      '✓ done   completed · cue "completed" in row 3: ⏺ Done.',
      '✗ fails  error, but read as completed · cue "completed" in row 3: ⏺ Done.',
      "    status    ⏺ Done.",
      "    turn      > do it",
      "              ⏺ Done.",
      "    last      ⏺ Done.",
      "? quiet  idle, but not told · no cue fits",
      "    status    Mini 1.0",
      "    start     Mini 1.0",
      '✓ works  running · cue "title" in row 0: ◐ mini',
      "4 screens: 2 right, 1 not told, 1 wrong",
    ]);
  });

  it("[AD48] takes a path too, prints JSON, and passes if all are right", () => {
    put("done.completed.txt", DONE);
    testAdapter([join(home, "agents", "mini.toml"), "--json"], context);
    expect(JSON.parse(out[0] ?? "")).toMatchObject({ agent: "mini", screens: [{ name: "done", verdict: "right" }] });
  });

  it("[AD48] says where screens belong if there are none, what is no state, and what is wrong with the file", () => {
    testAdapter(["mini"], context);
    expect(out[0]).toContain(`put them into ${join(home, "agents", "mini")} as CASE.STATE.txt`);
    put("done.finished.txt", DONE);
    expect(() => testAdapter(["mini"], context)).toThrow('"finished" is no state');
    writeFileSync(join(home, "agents", "mini.toml"), FILE.replace("schema = 1", "schema = 9"));
    expect(() => testAdapter(["mini"], context)).toThrow("line 1: schema: this agtmux reads files with schema = 1");
    expect(() => testAdapter(["none"], context)).toThrow("none.toml is no file that can be read");
    expect(() => testAdapter([], context)).toThrow("adapters test wants one agent file");
  });
});

describe("adapters show", () => {
  it("[AD48] lists the agents that agtmux knows and the user's own, with faults in files", () => {
    writeFileSync(join(home, "agents", "bad.toml"), "schema =");
    showAdapters([], context);
    const lines = out.join("\n").split("\n");
    expect(lines.filter((line) => line.endsWith("(part of agtmux)"))).toHaveLength(BUILT_IN_FILES.length);
    expect(lines.at(-2)).toMatch(/^mini +Mini +1\.0 +1 +1 +0 +.*mini\.toml$/);
    expect(lines.at(-1)).toContain("bad.toml, line 1: ");
    expect(agentNames(home).slice(-2)).toEqual(["bad", "mini"]);
  });

  it("[IN12] says how right the newest version was that was tried, if one was", () => {
    showAdapters(["claude"], context);
    showAdapters(["mini"], context);
    showAdapters(["claude", "--json"], context);
    expect(out[0]).toContain("tried      2.1.325 was tried on 2026-11-17: 65 of 65 situations read right");
    expect(out[1]).toContain("tried      no version of it");
    expect(JSON.parse(out[2] ?? "")).toMatchObject({ tried: { version: "2.1.325", right: 65 } });
  });

  it("[AD48] shows one with its titles and cues, or as JSON", () => {
    showAdapters(["mini"], context);
    expect(out[0]).toContain("cue    completed  completed    last: ^⏺");
    showAdapters(["claude", "--json"], context);
    expect(JSON.parse(out[1] ?? "")).toMatchObject({ name: "claude", interrupt: { key: "Escape" } });
    showAdapters(["--json"], context);
    expect(JSON.parse(out[2] ?? "").files).toHaveLength(BUILT_IN_FILES.length + 1);
    expect(() => showAdapters(["none"], context)).toThrow('no agent file is called "none"');
    expect(() => showAdapters(["a", "b"], context)).toThrow("one word too many");
  });
});
