import { existsSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { descendants } from "../support/process-tree.ts";
import { until } from "../support/sandbox.ts";
import { expectRefusal, type Stage, stage } from "../support/stage.ts";

const QUIET = ["ignore", "inherit", "inherit"];

describe("what an agent has started in its own terminal", () => {
  it("[SC23, GD5] gets nothing that was sent to the agent, where it may read the keys", {
    timeout: 180_000,
  }, async () => {
    const at = await stage();
    const { box, read } = at;
    const letter = join(box.dir, "letter");
    writeFileSync(letter, "Dear all\n");
    const secret = join(box.dir, "secret");
    const readers: [name: string, argv: string[], stdio: string[]][] = [
      ["vi", ["vi", "-u", "NONE", "-n", letter], ["inherit", "inherit", "inherit"]],
      ["sh", ["sh", "-c", `read -r word </dev/tty; echo "$word" >${secret}`], ["ignore", "ignore", "ignore"]],
    ];
    for (const [name, argv, stdio] of readers) {
      const child = await start(at, name, argv, stdio);
      const refused = await box.agtmux(["send", "claude", "--text", "ihello"]);
      expectRefusal(refused, "E_TERMINAL_IN_USE");
      expect(refused.stderr).toContain(name);
      process.kill(child, "SIGKILL");
      await until(() => !under(at).some(({ pid }) => pid === child));
    }
    expect([readFileSync(letter, "utf8"), existsSync(secret), read()]).toEqual(["Dear all\n", false, []]);
  });

  it("[SC23] is in nobody's way where it does not have the terminal to read from", { timeout: 180_000 }, async () => {
    const at = await stage();
    const { box, read } = at;
    await start(at, "sleep", ["sleep", "1000"], QUIET);
    await start(at, "cat", ["cat"], ["pipe", "pipe", "pipe"]);
    // a name that looks like the end of one
    writeFileSync(join(box.dir, "odd"), "#!/bin/sh\nsleep 1000\n", { mode: 0o755 });
    renameSync(join(box.dir, "odd"), join(box.dir, "o) S 1 (d"));
    await start(at, "o", [join(box.dir, "o) S 1 (d")], QUIET);
    const ran = await box.agtmux(["send", "claude", "--text", "go on"]);
    expect([ran.code, ran.stderr]).toEqual([0, ""]);
    await until(() => read().length === 1);
    expect(read()).toEqual(["go on"]);
  });

  it("[SC23] is waited for where it has the terminal for a moment only", { timeout: 180_000 }, async () => {
    const at = await stage();
    await start(at, "sleep", ["sleep", "0.7"], ["inherit", "ignore", "ignore"]);
    const ran = await at.box.agtmux(["send", "claude", "--text", "go on"]);
    expect([ran.code, ran.stderr]).toEqual([0, ""]);
    await until(() => at.read().length === 1);
    expect(at.read()).toEqual(["go on"]);
  });
});

function under({ box, pane }: Stage) {
  return descendants(Number(box.tmux("display-message", "-p", "-t", pane, "#{pane_pid}")));
}

/** Has the agent start a program; its pid, once it runs. */
async function start(at: Stage, name: string, argv: string[], stdio: string[]): Promise<number> {
  const file = join(at.box.dir, "typist.jsonl.run");
  writeFileSync(`${file}.new`, JSON.stringify({ argv, stdio }));
  renameSync(`${file}.new`, file);
  const found = () => under(at).find((each) => each.name.startsWith(name));
  await until(() => found() !== undefined);
  return found()?.pid ?? 0;
}
