import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { recordedScreens } from "../../../test/accuracy/shown-screen.ts";
import { Evidence } from "../protocol/events/event.ts";
import { judgeScreen } from "./judge-screen.ts";
import { ownAgent } from "./own-agent.ts";
import { readAgentFile } from "./read-agent-file.ts";

const FILE = `schema = 1
name = "mini"
label = "Mini"
newest = "2.0"
resume = ["mini", "--resume", "{session}"]
[process]
binary = '/mini$'
script = '/mini/cli\\.py$'
interpreters = ["python"]
helpers = ["login"]
[repeats]
"--model" = "value"
[interrupt]
key = "Escape"
times = 1
running = 'esc to \\w+'
[screen]
prompt = '^❯ ?'
placeholder = '^Ask me anything'
footer_rows = 2
message = '^⏺ '
given_prompt = '^> '
cursor = "›"
[[titles]]
name = "Working"
pattern = '^◐ '
phase = "busy"
[[cues]]
name = "approval"
where = "question"
pattern = '^Do you want to proceed\\?$'
with = [{ where = "hint", pattern = 'Enter select' }]
state = "waiting_approval"
[[cues]]
name = "keys"
where = "hint"
pattern = '^\\[y\\] Approve'
state = "waiting_approval"
[[cues]]
name = "working"
where = "status"
pattern = 'esc to interrupt\\)$'
state = "running"
[[cues]]
name = "completed"
where = "last"
pattern = '^⏺ '
unless = '^⏺ Error'
without = [{ where = "draft", pattern = '\\S' }]
state = "completed"
[[cues]]
name = "start"
where = "start"
pattern = '\\S'
state = "idle"
fresh = true
until = "1.9"
[[dialogs]]
cues = ["approval"]
yes = '^Yes$'
always = "^Yes, and don't ask"
no = '^No\\b'
[[dialogs]]
cues = ["keys"]
choices = [{ label = "Approve", means = "yes", keys = ["y"] }, { label = "Deny", means = "no", keys = ["n"] }]
`;

function agentOf(text: string) {
  const result = readAgentFile("mini.toml", text);
  if (!result.ok) throw new Error(result.faults.join("\n"));
  return ownAgent(result.file);
}

const mini = agentOf(FILE);
const BOX = ["", "❯ Ask me anything...", "  ctrl+c to quit"];
const ASKS = [
  "> do it",
  "",
  "⏺ I will",
  "",
  "Do you want to proceed?",
  "› 1. Yes",
  "  2. Yes, and don't ask again",
  "  3. No",
];

function judged(state: string, lines: readonly string[], title = "") {
  const { read, verdict } = judgeScreen(mini, { name: "case", state, lines, title });
  return `${read}: ${verdict}`;
}

describe("an agent that is only a file", () => {
  it("[AD45] is recognised by its process, also as a script of another interpreter", () => {
    const is = (...argv: string[]) => mini.identify({ pid: 1, ppid: 0, argv, startedAt: 0 } as never);
    expect(is("/usr/bin/mini")).toBe(true);
    expect(is("/usr/bin/python3.12", "/home/u/.local/bin/mini")).toBe(true);
    expect(is("python3", "/lib/mini/cli.py", "fix it")).toBe(true);
    expect(is("/usr/bin/mini", "login")).toBe(false);
    expect(is("vim", "/usr/bin/mini")).toBe(false);
    expect(is("bash", "/usr/bin/mini")).toBe(false);
  });

  it.each([
    ["running", ["> do it", "", "⏺ Looking", "", "- Computing... (2s · esc to interrupt)", ...BOX]],
    ["completed", ["> do it", "", "⏺ Done.", "  All of it.", ...BOX]],
    ["unknown", ["> do it", "", "⏺ Error: 400", ...BOX]],
    ["unknown", ["> do it", "", "⏺ Done.", "", "❯ do more", "  ctrl+c to quit"]],
    ["unknown", ["Mini 2.0", ...BOX]],
    ["waiting_approval", [...ASKS, "", "↑↓ navigate • Enter select • Esc cancel"]],
    ["waiting_approval", ["> do it", "", "Mini needs permission", "touch x", "", "[y] Approve   [n] Deny"]],
    ["completed", ["> quote it", "", "⏺ It asks:", ...ASKS.slice(4), ...BOX]],
  ])("[AD45] its screen is read as %s: %j", (state, lines) => {
    expect(judged(state, lines)).toBe(`${state}: right`);
  });

  it("[AD45] its cues count for their versions, and its title with its screen", () => {
    const start = { lines: ["Mini 1.2", ...BOX], version: "1.2" };
    expect(mini.readScreen?.(start)).toMatchObject({ type: "read", cue: { name: "start" }, beyond: false });
    expect(mini.readScreen?.({ ...start, version: "3.0" })).toMatchObject({ type: "unrecognised", beyond: true });
    expect(judged("running", ["> do it", "", "⏺ Looking", ...BOX], "◐ mini")).toBe("running: right");
  });

  it("[AD45] its dialogs have choices with their meaning and keys", () => {
    const hint = "↑↓ navigate • Enter select • Esc cancel";
    expect(mini.readDialog?.({ lines: [...ASKS, "", hint] })).toEqual({
      kind: "approval",
      text: "Do you want to proceed?",
      options: [
        { label: "Yes", means: "yes", pick: ["1"] },
        { label: "Yes, and don't ask again", means: "always", pick: ["2"] },
        { label: "No", means: "no", pick: ["3"] },
      ],
      cursor: 0,
      moves: { next: "Down", previous: "Up" },
    });
    expect(mini.readDialog?.({ lines: ["Mini needs permission", "", "[y] Approve   [n] Deny"] })).toMatchObject({
      kind: "approval",
      options: [
        { label: "Approve", means: "yes", pick: ["y"] },
        { label: "Deny", means: "no", pick: ["n"] },
      ],
    });
    expect(mini.readDialog?.({ lines: [...ASKS, ...BOX] })).toBeNull();
  });

  it("[AD95] choices with a gap between each two are one list, and what follows them is not", () => {
    const spaced = FILE.replace("yes = ", 'list = "plain"\npick = "cursor"\nyes = ');
    const lines = ["Do you want to proceed?", "", "  Yes", "", "› No", "", "  Later", "", "↑↓ navigate • Enter select"];
    const choices = (rows: string[]) =>
      agentOf(spaced)
        .readDialog?.({ lines: rows })
        ?.options.map(({ label }) => label);
    expect(choices(lines)).toEqual(["Yes", "No", "Later"]);
    expect(agentOf(spaced).readDialog?.({ lines })?.cursor).toBe(1);
    const dense = ["Do you want to proceed?", "", "› Yes", "  No", "", "  Later is no choice", "", "Enter select"];
    expect(choices(dense)).toEqual(["Yes", "No"]);
  });

  it("[AD45] it is interrupted and resumed as its file says, and tells what it can be seen doing", () => {
    expect(mini.interrupt?.running.exec("(2s · esc to interrupt)")?.[0]).toBe("esc to interrupt");
    expect(mini.resume?.("a b")).toEqual(["mini", "--resume", "a b"]);
    expect(mini.capabilities).toEqual({
      event_driven: false,
      polling_required: true,
      supports_waiting_approval: true,
      supports_waiting_input: false,
      supports_completed: true,
    });
  });

  it("[AD45, AD47] hostile patterns and screens never make it throw, or read anything but evidence", () => {
    const rows = recordedScreens().flatMap(({ screen }) => screen.lines);
    const line = fc.oneof(fc.constantFrom("", ...rows, ...ASKS, ...BOX), fc.string({ unit: "binary", maxLength: 200 }));
    const hostile = fc.constantFrom("(a+)+$", "(.*)*x", "(?:.|.)*$", "(\\s*\\S*)*!", "^(?:(?:x?)+)+y");
    fc.assert(
      fc.property(fc.array(line, { maxLength: 40 }), hostile, (lines, pattern) => {
        const agent = agentOf(FILE.replaceAll("'^⏺ '", () => `'${pattern}'`));
        const reading = agent.readScreen?.({ lines });
        if (reading?.type === "read") expect(Evidence.safeParse(reading.reading.evidence).success).toBe(true);
        agent.readDialog?.({ lines });
      }),
      { numRuns: 60 },
    );
  });
});
