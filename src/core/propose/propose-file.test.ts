import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { recordedScreens } from "../../../test/accuracy/shown-screen.ts";
import { judgeScreen, type KnownScreen, SCREEN_STATES } from "../agent-file/judge-screen.ts";
import { ownAgent } from "../agent-file/own-agent.ts";
import { readAgentFile } from "../agent-file/read-agent-file.ts";
import { phrasesOf } from "./phrases-of.ts";
import { proposeFile, type Recorded } from "./propose-file.ts";
import { proposeProcess } from "./propose-process.ts";

const RECORDED: Omit<Recorded, "screens"> = {
  name: "mini",
  version: "1.0",
  argv: ["/usr/bin/mini"],
  process: null,
  files: [],
};

function screen(name: string, state: string, ...lines: string[]): KnownScreen {
  return { name, state, lines, title: "" };
}

/** The proposed file as an agent; a file with a fault would be a fault of ours. */
function agentFor(screens: readonly KnownScreen[]) {
  const { text, notes } = proposeFile({ ...RECORDED, screens });
  const result = readAgentFile("mini.toml", text);
  if (!result.ok) throw new Error(`${result.faults.join("\n")}\n${text}`);
  return { agent: ownAgent(result.file), file: result.file, notes, text };
}

const MINI = [
  screen("idle-1", "idle", "Mini 1.0", "", "❯ ", "? for help"),
  screen("running-1", "running", "> do it", "", "⠋ Reading src/a.ts (3s · esc to stop)", "", "❯ ", "esc stops it"),
  screen("running-2", "running", "> more", "", "⠙ Running make (12s · esc to stop)", "", "❯ ", "esc stops it"),
  screen(
    "edit-1",
    "waiting_approval",
    "> do it",
    "",
    "Apply this edit to src/a.ts?",
    "› 1. Yes",
    "  2. No",
    "",
    "↵ ok",
  ),
  screen("edit-2", "waiting_approval", "> it", "", "Apply this edit to b/c.py?", "› 1. Yes", "  2. No", "", "↵ ok"),
  screen("shell-1", "waiting_approval", "> do it", "", "Run this command?", "› 1. Yes", "  2. No", "", "↵ ok"),
  screen("completed-1", "completed", "> do it", "", "⏺ Done in 3 files.", "", "❯ ", "? for help"),
  screen("completed-2", "completed", "> more", "", "⏺ It is all there.", "", "❯ ", "? for help"),
];

describe("proposeFile", () => {
  it("[AD62] proposes a file that reads every screen it was made from, and how approvals are answered", () => {
    const { agent, file, notes } = agentFor(MINI);
    expect(MINI.map((each) => judgeScreen(agent, each)).filter(({ verdict }) => verdict !== "right")).toEqual([]);
    expect(notes).toEqual([]);
    expect(file.process).toEqual({ binary: "/mini$" });
    expect(file.cues?.map(({ name, where, pattern }) => `${name} ${where} ${pattern}`)).toEqual([
      "edit question Apply this edit to",
      "shell question ^\\s*Run this command\\?$",
      "running status esc to stop",
      "completed last ^⏺ ",
      "idle start \\S",
    ]);
    expect(file.interrupt).toEqual({ key: "Escape", times: 1, running: "esc to stop" });
    expect(file.launch).toEqual({ program: "mini" });
    expect(file.dialogs).toEqual([{ cues: ["edit", "shell"], yes: "^Yes$", no: "^No$" }]);
    expect(file.conditions).toEqual({ resting: { where: "footer", pattern: "for help$" } });
  });

  it("[AD62] finds work below the input box, how a turn ended, and choices with a tick, and one cue may serve several kinds", () => {
    const turn = (...rows: string[]) => ["You:", "", "do it", "", ...rows, "", "┃ > Ask me", "┃"];
    const asks = (name: string) => [
      ...["You:", "", `Use the tool "${name}"?`, "", "❯ ✓ Yes, run it", "  ✗ No, cancel it", "", "Escape leaves"],
    ];
    const screens = [
      screen("text-1", "running", ...turn("Words"), "┃ ⠋ Press Esc to cancel", "┃"),
      screen("tool-1", "running", ...turn("A tool"), "┃ ⠙ Press Esc to cancel", "┃"),
      screen("done-1", "completed", ...turn("Words", "", "Worked for a happy 3s.")),
      screen("done-2", "completed", ...turn("More", "", "Worked for a quick 12s.")),
      screen("stopped-1", "idle", ...turn("Words", "", "Interrupted by user.")),
      screen("edit-1", "waiting_approval", ...asks("edit")),
      screen("shell-1", "waiting_approval", ...asks("shell")),
    ];
    const { agent, file, notes } = agentFor(screens);
    expect(notes).toEqual([]);
    expect(screens.map((each) => judgeScreen(agent, each).verdict)).toEqual(screens.map(() => "right"));
    expect(file.cues?.map(({ name, where, pattern }) => `${name} ${where} ${pattern}`)).toEqual([
      "edit hint ^\\s*Escape leaves$",
      "text footer Press Esc to cancel$",
      "done turn Worked for a",
      "stopped turn ^\\s*Interrupted by user\\.$",
    ]);
    expect(agent.readDialog?.({ lines: asks("edit") })?.options).toEqual([
      { label: "Yes, run it", means: "yes", pick: "cursor" },
      { label: "No, cancel it", means: "no", pick: "cursor" },
    ]);
  });

  it("[AD62] says so if nothing tells a state, and proposes no cue for it", () => {
    const same = ["> do it", "", "⏺ Done.", "", "❯ ", "? for help"];
    const { file, notes } = agentFor([
      screen("completed-1", "completed", ...same),
      screen("error-1", "error", ...same, ""),
      screen("running-1", "running", "> do it", "", "⏺ Hm.", "", "❯ ", "? for help"),
    ]);
    expect(file.cues).toBeUndefined();
    expect(notes).toHaveLength(3);
    expect(notes[0]).toContain("no phrase is on the screen of running (running) and on no screen of another state");
    const early = agentFor([screen("idle-1", "idle", "Mini 1.0", "", "❯ ", "? for help")]);
    expect(early.file.cues).toBeUndefined();
    expect(early.notes).toEqual([expect.stringContaining("take a screen of the agent at work, too")]);
    expect(agentFor([]).notes).toEqual([expect.stringContaining("take a screen of the agent at rest")]);
  });

  it.each(["claude", "codex", "gemini", "copilot", "opencode", "kilo", "continue", "grok", "nanocoder"])(
    "[AD62] from two recorded screens of each state of %s it proposes nothing that is wrong on any of its screens",
    (agent) => {
      const all = recordedScreens()
        .filter((each) => each.agent === agent)
        .map(({ state, screen: { lines } }) => ({ name: state.replaceAll("_", "-"), state, lines, title: "" }));
      const two = SCREEN_STATES.flatMap((state) => all.filter((each) => each.state === state).slice(0, 2));
      const proposed = agentFor(two).agent;
      const judged = all.map((each) => judgeScreen(proposed, each));
      expect(judged.filter(({ verdict }) => verdict === "wrong")).toEqual([]);
    },
  );

  it("[AD62] any screens give a file that can be read, and reading by it never fails", () => {
    const line = fc.oneof(
      fc.string({ unit: "binary-ascii", maxLength: 60 }),
      fc.constantFrom("❯ ", "> do it", "› 1. Yes", "  2. No", "⏺ Done", "? for help", "─".repeat(20), 'it\'s "here"'),
      fc
        .array(fc.constantFrom("esc", "to", "stop", "(3s", "Reading", "a/b", "'x'", "\\", "'''"), { maxLength: 8 })
        .map((words) => words.join(" ")),
    );
    const anyScreen = fc.record({
      name: fc.constantFrom("a-1", "b-1", "b-2", "..", "9"),
      state: fc.constantFrom(...SCREEN_STATES),
      lines: fc.array(line, { maxLength: 12 }),
      title: fc.string(),
    });
    fc.assert(
      fc.property(fc.array(anyScreen, { maxLength: 5 }), (screens) => {
        const { agent } = agentFor(screens);
        for (const each of screens) judgeScreen(agent, each);
      }),
      { numRuns: 50 },
    );
  });
});

describe("phrasesOf", () => {
  it.each([
    ["⠋ Reading src/a.ts (3s · esc to interrupt)", ["esc to interrupt"]],
    ['Allow "rm -rf x" in ~/work for 12 minutes?', []],
    ["✻ Thinking hard…", ["Thinking hard"]],
    ["12 KB left · ctrl+t shows all", ["ctrl\\+t shows all"]],
    ["token sk_live_1 of me@example.com", []],
  ])("[AD62] of %j keeps only what does not change", (line, phrases) => {
    const whole = phrasesOf(line).filter(({ weight }) => weight >= 1_000);
    expect([...new Set(whole.map(({ pattern }) => pattern.replace(/\$$/, "")))]).toEqual(phrases);
  });
});

describe("proposeProcess", () => {
  it.each([
    [["mini"], { binary: "/mini$" }],
    [["/opt/mi.ni/bin/mi.ni", "--x"], { binary: "/mi\\.ni$" }],
    [["node", "/usr/bin/mini", "x"], { binary: "/mini$" }],
    [["node", "/lib/node_modules/mini/cli.js"], { binary: "/cli$", script: "/mini\\/cli\\.js$" }],
    [["/usr/bin/python3.12", "/usr/bin/mini"], { binary: "/mini$", interpreters: ["python"] }],
    [["bash"], null],
    [[], null],
  ])("[AD62] %j is recognised by its own name, not by its interpreter's", (argv, expected) => {
    expect(proposeProcess(argv)).toEqual(expected);
  });
});
