import { chmodSync, existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { ResumeReport } from "../../src/core/protocol/actions/resume.ts";
import { type Sandbox, sandbox, until, untilPane } from "../support/sandbox.ts";

const LONG = { timeout: 180_000 };
/** Each is a command to some shell that reads quotes, backslashes or exclamation marks otherwise than sh. */
const NAMES = ["a\\'; touch sung; echo \\'b", "a\\", "it's !! !touch", "(touch sung) `touch sung` $(touch sung)"];

describe.each([
  ["fish", "fish --no-config"],
  ["tcsh", "tcsh -f"],
  ["zsh", "zsh -f"],
  ["bash", "bash --norc"],
  ["dash", "dash"],
])("a directory's name at the prompt of %s", (_, shell) => {
  it("[SC22] is a name and no command where an agent is resumed", LONG, async () => {
    const box = await boxWith(shell);
    const pane = box.session("work", `exec ${shell}`);
    for (const [turn, name] of NAMES.entries()) {
      const cwd = join(box.workspace, "dirs", name);
      mkdirSync(cwd, { recursive: true });
      await endedIn(box, pane, `f-${turn}`, cwd);
      const report = ResumeReport.parse(await box.json("resume", pane, "--json"));
      expect([name, report.items[0]?.place, report.items[0]?.started]).toEqual([name, "same_pane", true]);
      await until(() => starts(box).length === turn + 1);
      expect(starts(box).at(-1)).toEqual({ args: ["--resume", `f-${turn}`], cwd });
      box.type(pane, "exit");
      await untilPane(box, pane, ({ agent }) => agent !== "claude");
    }
    for (const place of [box.workspace, ...NAMES.map((name) => join(box.workspace, "dirs", name))])
      expect([place, existsSync(join(place, "sung"))]).toEqual([place, false]);
  });
});

describe("a shell with a grammar of its own", () => {
  it(
    "[SC22] gets nothing but plain words: tmux opens a window in the directory, or nothing is typed",
    LONG,
    async () => {
      const box = await boxWith("nu");
      const pane = box.session("work", "exec nu");
      const cwd = join(box.workspace, "it's here");
      mkdirSync(cwd);
      await endedIn(box, pane, "f-1", cwd);
      const report = ResumeReport.parse(await box.json("resume", pane, "--json"));
      expect(report.items).toMatchObject([{ place: "new_window", started: true }]);
      expect(typedTo(box)).toEqual(["claude", "claude --resume f-1"]);
      await until(() => starts(box).length === 1);
      expect(starts(box)).toEqual([{ args: ["--resume", "f-1"], cwd }]);

      const windows = box.tmux("list-windows", "-F", "#{window_id}", "-t", "work");
      box.tmux("set-option", "-g", "default-command", "cd /; exec nu");
      const elsewhere = join(box.workspace, "not here");
      mkdirSync(elsewhere);
      await endedIn(box, pane, "f-2", elsewhere);
      const refused = await box.agtmux(["resume", pane]);
      expect(refused.stderr).toMatch(/nu .*\[E_NOT_RESUMABLE\]/);
      expect(typedTo(box)).toEqual(["claude", "claude --resume f-1", "claude"]);
      expect(box.tmux("list-windows", "-F", "#{window_id}", "-t", "work")).toBe(windows);
    },
  );
});

/** A daemon, and in PATH programs that look like Claude Code and like a shell that keeps what is typed to it. */
async function boxWith(shell: string): Promise<Sandbox> {
  const box = sandbox();
  const tools = join(box.dir, "tools");
  for (const each of [tools, join(box.dir, "lib")]) mkdirSync(each);
  for (const [name, program, text] of [
    ["claude", process.execPath, CLAUDE],
    ["nu", "/bin/bash", NU],
  ] as const) {
    symlinkSync(program, join(box.dir, "lib", name));
    writeFileSync(join(tools, name), `#!${join(box.dir, "lib", name)}\n${text}`);
    chmodSync(join(tools, name), 0o755);
  }
  Object.assign(box.env, { PATH: `${tools}:${process.env.PATH}`, FAKE: join(box.dir, "fake"), HISTFILE: "/dev/null" });
  box.session("first");
  box.tmux("set-option", "-g", "default-command", `exec ${shell}`);
  await box.startDaemon();
  return box;
}

/** An agent has run in the pane that said it was started in this directory. */
async function endedIn(box: Sandbox, pane: string, session_id: string, cwd: string): Promise<void> {
  writeFileSync(join(box.dir, "fake.next"), JSON.stringify({ session_id, cwd }));
  box.type(pane, "claude");
  await untilPane(box, pane, ({ agent, state }) => agent === "claude" && state === "completed");
  box.type(pane, "exit");
  await untilPane(box, pane, ({ agent }) => agent !== "claude");
}

const CLAUDE = `
const { spawnSync } = require("node:child_process");
const { appendFileSync, readFileSync } = require("node:fs");
const args = process.argv.slice(2);
const told = args[0] === "--resume" ? { session_id: args[1], cwd: process.cwd() } : JSON.parse(readFileSync(process.env.FAKE + ".next"));
if (args.length > 0) appendFileSync(process.env.FAKE + ".starts", JSON.stringify({ args, cwd: process.cwd() }) + "\\n");
for (const event of ["UserPromptSubmit", "Stop"])
  spawnSync(process.env.AGTMUX_HOME + "/bin/agtmux", ["hook", "claude", event], { input: JSON.stringify(told) });
require("node:readline").createInterface({ input: process.stdin }).on("line", (line) => line === "exit" && process.exit(0));
`;

const NU = `
while IFS= read -r line; do
  line=$(printf %s "$line" | tr -d '\\000-\\037')
  printf '%s\\n' "$line" >>"$FAKE.typed"
  sh -c "$line"
done
`;

function typedTo(box: Sandbox): string[] {
  return readFileSync(join(box.dir, "fake.typed"), "utf8").trimEnd().split("\n");
}

function starts(box: Sandbox): { args: string[]; cwd: string }[] {
  const path = join(box.dir, "fake.starts");
  if (!existsSync(path)) return [];
  const lines = readFileSync(path, "utf8").split("\n");
  return lines.slice(0, -1).map((line) => JSON.parse(line) as { args: string[]; cwd: string });
}
