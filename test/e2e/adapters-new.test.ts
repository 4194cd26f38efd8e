import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { AGTMUX, sandbox, until } from "../support/sandbox.ts";

/** Draws the screen whose key is pressed. */
const PROGRAM = `
const SCREENS = {
  d: ["Mini 1.0", "", "\\u276f ", "? for help"],
  r: ["> do it", "", "\\u280b Reading (3s)", "", "\\u276f ", "esc stops it"],
  a: ["> do it", "key ANTHROPIC_API_KEY=sk-ant-api03-0123456789abcdefghij", "", "Run this command?", "\\u203a 1. Yes", "  2. No"],
  c: ["> do it", "", "\\u23fa Done.", "", "\\u276f ", "? for help"],
};
const draw = (key) => process.stdout.write("\\x1b[2J\\x1b[H" + (SCREENS[key] ?? []).join("\\r\\n"));
process.stdin.setRawMode(true);
process.stdin.on("data", (keys) => draw(String(keys).at(-1)));
draw("d");
`;

it("[AD62] adapters new takes screens of a pane, and proposes an agent file that reads them, without a daemon", async () => {
  const box = sandbox();
  const program = join(box.dir, "mini.js");
  writeFileSync(program, PROGRAM);
  const pane = box.session("work", `exec ${process.execPath} ${program}`);
  const shown = () => box.tmux("capture-pane", "-p", "-t", pane);
  const take = async (key: string, mark: string, ...words: string[]) => {
    if (key !== "d") box.tmux("send-keys", "-t", pane, key);
    await until(() => shown().includes(mark));
    return box.json<{ written: boolean; screens: { verdict: string }[]; notes: string[] }>(
      ...["adapters", "new", "mini", "--pane", pane, "--json", "--state", ...words],
    );
  };
  expect(await take("d", "Mini 1.0", "idle")).toMatchObject({ written: true, screens: [{ verdict: "untold" }] });
  await take("r", "Reading", "running");
  await take("a", "Run this", "waiting_approval", "--case", "shell");
  const last = await take("c", "Done.", "completed");
  expect(last.screens.map(({ verdict }) => verdict)).toEqual(["right", "right", "right", "right"]);
  expect(last.notes).toEqual([]);
  const folder = join(box.home, "agents", "mini");
  expect(readdirSync(folder)).toEqual([
    "completed-1.completed.txt",
    "idle-1.idle.txt",
    "running-1.running.txt",
    "shell-1.waiting_approval.txt",
  ]);
  expect(readFileSync(join(folder, "shell-1.waiting_approval.txt"), "utf8")).not.toContain("sk-ant-api03");
  expect(readFileSync(join(box.home, "agents", "mini.toml"), "utf8")).toMatch(/\[process\]\nbinary = '\/mini\$'/);
  expect(await box.agtmux(["adapters", "test", "mini"])).toMatchObject({ code: 0 });

  // in words on standard input; the same screen is not taken twice
  const again = await box.agtmux(["adapters", "new", "mini", "--pane", pane], { input: "done\nnonsense\nq\n" });
  expect(again).toMatchObject({ code: 0, stdout: expect.stringContaining("4 screens: 4 right, 0 not told, 0 wrong") });
  expect(again.stderr).toContain("not kept: this screen is there already: completed-1");
  expect(again.stderr).toContain('"nonsense" is no state');

  // what a person has edited is left alone
  const file = join(box.home, "agents", "mini.toml");
  const edited = readFileSync(file, "utf8").replace("label = 'Mini'", "label = 'My Mini'");
  writeFileSync(file, edited);
  const kept = await box.agtmux(["adapters", "new", "mini", "--pane", pane], { input: "q\n" });
  expect(kept.stdout).toContain("was edited, so it is left alone");
  expect(readFileSync(file, "utf8")).toBe(edited);
});

it("[AD62] adapters new refuses panes and kinds of screens that are none", async () => {
  const box = sandbox();
  const pane = box.session("work", "cat");
  const said = async (...words: string[]) => (await box.agtmux(["adapters", "new", "mini", ...words])).stderr;
  expect(await said("--pane", "%99", "--state", "idle")).toMatch(/\[E_(TMUX|REF_NOT_FOUND)\]/);
  expect(await said("--pane", pane, "--state", "idle", "--case", "../x")).toContain("no name for a kind");
});

it("[AD62] adapters new ends at q in a terminal", async () => {
  const box = sandbox();
  const pane = box.session("work", "cat");
  const person = box.session("person", "exec bash --norc --noprofile");
  const shown = () => box.tmux("capture-pane", "-p", "-t", person);
  box.type(person, `${AGTMUX} adapters new mini --pane ${pane}; echo "it has ended"`);
  await until(() => shown().includes("bring the agent"), shown);
  box.type(person, "d");
  await until(() => shown().includes("not kept: the screen is empty"), shown);
  box.type(person, "q");
  await until(() => /^it has ended$/m.test(shown()), shown);
});
