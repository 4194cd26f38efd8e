import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { readAgentFile } from "./read-agent-file.ts";

const HEAD = `schema = 1
name = "mini"
label = "Mini"
newest = "1.0"
[process]
binary = '/mini$'
`;

function faultsOf(text: string): string[] {
  const result = readAgentFile("mini.toml", text);
  return result.ok ? [] : result.faults;
}

describe("an agent file", () => {
  it("[AD46] needs its schema, name, label and process", () => {
    expect(faultsOf(HEAD)).toEqual([]);
    expect(faultsOf("").map((fault) => fault.split(":")[1])).toEqual([" schema", " name", " label", " process"]);
  });

  it.each([
    ['cues = "x"', "mini.toml, line 7: process.cues: Unrecognized key"],
    [`[[cues]]\nname = "a"\nstate = "idle"`, 'line 7: cues[0]: cue "a" wants where and pattern, or shows'],
    [`[[cues]]\nname = "a"\nwhere = "last"\npattern = 'x'`, 'line 7: cues[0]: cue "a" wants either a state or a phase'],
    [`[[cues]]\nname = "a"\nwhere = "lats"\npattern = 'x'\nstate = "idle"`, "line 9: cues[0].where: Invalid option"],
    [
      `[[cues]]\nname = "a"\nwhere = "last"\npattern = '(?=x)y'\nstate = "idle"`,
      "line 10: cues[0].pattern: it looks ahead or behind, which could take for ever; write a second condition",
    ],
    [
      `[[cues]]\nname = "a"\nshows = "b"\nstate = "idle"`,
      'line 9: cues[0].shows: there is no condition "b" in [conditions]',
    ],
    [
      `[[cues]]\nname = "a"\nwhere = "last"\npattern = '{{b}}'\nstate = "idle"`,
      'line 10: cues[0].pattern: there is no phrase "b" in [phrases]',
    ],
    [
      `[[cues]]\nname = "a"\nwhere = "last"\npattern = 'x'\nwith = [{ where = "last", pattern = '(' }]\nstate = "idle"`,
      "line 11: cues[0].with[0].pattern: not a regular expression",
    ],
    [`[screen]\nkind = "paragraphs"`, "line 7: screen: [screen] wants prompt, or between_rules if its box has no mark"],
    [`[screen]\nkind = "bars"\nbar = "┃"`, "screen: [screen] wants bar and edge"],
    [`[screen]\ncursor = "›"\nmenu = '(?=x)'\nprompt = '^›'`, "line 9: screen.menu: "],
    [
      `[screen]\ncursor = "›"\nprompt = '^›'\n\n[[dialogs]]\nwords = { label = '(', by = "prompt" }`,
      "dialogs[0].words.label: not a regular expression",
    ],
    [
      `[screen]\nprompt = '^›'\n\n[[dialogs]]\nchoices = [{ label = "A", keys = ["a"] }, { label = "B", keys = ["b"] }]`,
      "dialogs[0].choices: choices with keys want the cues that show them",
    ],
    [
      `[screen]\ncursor = "›"\nprompt = '^›'\noutside_wraps = true`,
      "line 10: screen.outside_wraps: there is no outside that it continues",
    ],
    [`[screen]\ncursor = []\nprompt = '^›'`, "line 8: screen.cursor: Too small: expected array to have >=1 items"],
    [
      `[screen]\ncursor = "›"\nprompt = '^›'\n\n[[dialogs]]\npart = { by = "mark", row = '^x' }`,
      'dialogs[0].part: by = "mark" wants the mark of the current name in open',
    ],
    [
      `[screen]\ncursor = "›"\nprompt = '^›'\n\n[[dialogs]]\nticking = { key = "Space", leaves_words = ["Up"] }`,
      "dialogs[0].ticking.leaves_words: no choice takes words",
    ],
    ["[interrupt", "mini.toml, line 7: Invalid TOML document"],
  ])("[AD46] a fault names the file, the line, the key and what is wrong: %j", (text, fault) => {
    expect(faultsOf(HEAD + text).join("\n")).toContain(fault);
  });

  it("[AD46] a file for a newer agtmux is refused by its schema", () => {
    expect(faultsOf(HEAD.replace("schema = 1", "schema = 2"))).toEqual([
      "mini.toml, line 1: schema: this agtmux reads files with schema = 1",
    ]);
  });

  it("[AD46] any text is read or refused, and never throws", () => {
    const piece = fc.constantFrom(
      "[[cues]]\n",
      "name = 1\n",
      "where = 'last'\n",
      "pattern = '(((('\n",
      "x = [",
      '"',
      "\0",
    );
    fc.assert(
      fc.property(fc.array(fc.oneof(piece, fc.string()), { maxLength: 12 }), (pieces) => {
        readAgentFile("mini.toml", HEAD + pieces.join(""));
        expect(faultsOf(pieces.join("")).length).toBeGreaterThan(0);
      }),
    );
  });

  it("[AD46] a file that is too long is not read", () => {
    expect(faultsOf(`${HEAD}# ${"x".repeat(64_000)}`)).toEqual(["mini.toml: longer than 64000 characters"]);
  });
});
