import { chmodSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { KillReport } from "../../src/core/protocol/actions/actions.ts";
import { type Sandbox, sandbox, untilPane } from "../support/sandbox.ts";
import { spawnAgent } from "../support/spawn-box.ts";

/** Starts its program and waits for it, as the launchers of npm packages do: both have the terminal open. */
const LAUNCHER = `#!${process.execPath}
const { spawn } = require("node:child_process");
const words = [require("node:path").join(__dirname, "..", "lib", "mini", "cli.js"), ...process.argv.slice(2)];
spawn(process.execPath, words, { stdio: "inherit" }).on("exit", (code) => process.exit(code ?? 1));
`;

/** Shows its arguments, asks, and rests when it is answered; Ctrl-D twice ends it. */
const PROGRAM = `
const words = process.argv.slice(2).join(" ");
let answer = null, ends = 0;
const draw = () => process.stdout.write("\\x1b[2J\\x1b[H" + (answer === null
  ? ["> " + words, "", "Do you want to proceed?", "\\u203a 1. Yes", "  2. No", "", "Enter select"]
  : ["> " + words, "", "\\u23fa It said " + answer, "", "\\u276f "]).join("\\r\\n"));
process.stdin.setRawMode(true);
process.stdin.on("data", (keys) => {
  for (const key of String(keys)) {
    if (answer === null && (key === "1" || key === "2")) answer = key === "1" ? "yes" : "no";
    if (key === "\\x04" && ++ends === 2) process.exit(0);
  }
  draw();
});
draw();
`;

const FILE = `schema = 1
name = "mini"
label = "Mini"
newest = "1.0"
[process]
binary = '/bin/mini$'
script = '/lib/mini/cli\\.js$'
[launch]
program = "mini"
args = ["--quiet"]
models = '^mini-'
model = ["--model", "{model}"]
prompt = ["--prompt={prompt}"]
[exit]
key = "C-d"
times = 2
[screen]
prompt = '^❯ ?'
message = '^⏺ '
given_prompt = '^> '
cursor = "›"
[[cues]]
name = "approval"
where = "question"
pattern = '^Do you want to proceed\\?$'
state = "waiting_approval"
[[cues]]
name = "completed"
where = "last"
pattern = '^⏺ '
state = "completed"
[[dialogs]]
cues = ["approval"]
yes = '^Yes$'
no = '^No$'
`;

/** A daemon that knows the agent `mini`, which is in PATH. */
async function boxWithMini(): Promise<Sandbox> {
  const box = sandbox({ SHELL: "/bin/sh" });
  const write = (path: string, text: string) => {
    mkdirSync(join(path, ".."), { recursive: true });
    writeFileSync(path, text);
  };
  write(join(box.dir, "bin", "mini"), LAUNCHER);
  chmodSync(join(box.dir, "bin", "mini"), 0o755);
  write(join(box.dir, "lib", "mini", "cli.js"), PROGRAM);
  write(join(box.home, "agents", "mini.toml"), FILE);
  box.env.PATH = `${join(box.dir, "bin")}:${process.env.PATH}`;
  await box.startDaemon();
  return box;
}

it("[AD65][AD61] an agent of one's own is spawned by its file, answered although a launcher started it, and told to leave", async () => {
  const box = await boxWithMini();
  mkdirSync(join(box.dir, "shop"));
  const spawned = await spawnAgent(
    box,
    ...["--agent", "mini-large", "--workspace", join(box.dir, "shop"), "--prompt", "fix $it"],
  );
  expect(spawned).toMatchObject({ program: "mini", instructions: { by: "none", file: null } });
  const pane = spawned.pane_id;
  const asking = await untilPane(box, pane, ({ attention }) => attention !== null);
  expect(asking).toMatchObject({ agent: "mini", state: "waiting_approval" });
  expect(box.tmux("capture-pane", "-p", "-t", pane)).toContain("> --quiet --model mini-large --prompt=fix $it");

  expect(await box.agtmux(["kill", pane, "--signal", "EXIT", "--yes"])).toMatchObject({
    stderr: expect.stringContaining("mini asks something, and the key would mean something else there"),
  });
  expect(await box.agtmux(["answer", pane, "yes"])).toMatchObject({ code: 0, stderr: "" });
  await untilPane(box, pane, ({ state }) => state === "completed");
  expect(box.tmux("capture-pane", "-p", "-t", pane)).toContain("⏺ It said yes");

  const left = KillReport.parse(await box.json("kill", pane, "--signal", "exit", "--yes", "--json"));
  expect(left).toMatchObject({ signal: "EXIT", reached: "keys", ended: true });
});
