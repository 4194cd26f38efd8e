import { execFileSync } from "node:child_process";
import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { hookCommand, isHookCommand } from "./hook-command.ts";

describe("the command that hooks run", () => {
  it.each(["/home/me/.agtmux", "/with space/it's", '/a"b$HOME`id`\\', "/ünï/世界", "/-dash;&|<>()*?[x]!"])(
    "[IN1] is known as ours wherever the home is: %s",
    (home) => {
      const command = hookCommand(home, "claude", "Stop");
      expect(isHookCommand(command, "claude")).toBe(true);
      expect(isHookCommand(command, "codex")).toBe(false);
    },
  );

  it.each([
    ["/home/me/.agtmux/bin/agtmux hook claude Stop", true],
    ["~/.agtmux/bin/agtmux hook claude Stop", true],
    ["  exec   '/x y/bin/agtmux'  hook claude SessionStart ", true],
    ["test ! -x /x/bin/agtmux || exec /x/bin/agtmux hook claude Stop", true],
    ["test ! -x /y/bin/agtmux || exec /x/bin/agtmux hook claude Stop", false],
    ["test -x /x/bin/agtmux && exec /x/bin/agtmux hook claude Stop", false],
    ["/x/bin/agtmux hook claude Stop; say done", false],
    ["/x/bin/agtmux hook claude Stop && say done", false],
    ["notify-send x; /x/bin/agtmux hook claude Stop", false],
    ["/x/bin/my-agtmux hook claude Stop", false],
    ["agtmux signal completed", false],
    ["/x/bin/agtmux hook claude", false],
    ["", false],
  ])("[IN1] %j is ours: %s", (command, isOurs) => {
    expect(isHookCommand(command, "claude")).toBe(isOurs);
  });

  it("[IN1] reaches the command through a shell, whatever the home is called, and is that shell's process", () => {
    const folder = mkdtempSync(join(tmpdir(), "agtmux-command-"));
    onTestFinished(() => rmSync(folder, { recursive: true }));
    const home = join(folder, `it's "odd" $HOME \`id\` \\`);
    mkdirSync(join(home, "bin"), { recursive: true });
    writeFileSync(join(home, "bin", "agtmux"), '#!/bin/sh\necho "$$ $*"\n');
    chmodSync(join(home, "bin", "agtmux"), 0o700);
    for (const shell of ["sh", "bash"]) {
      const command = `echo $$; ${hookCommand(home, "claude", "Stop")}`;
      const [shellPid, said] = execFileSync(shell, ["-c", command], { encoding: "utf8" }).trim().split("\n");
      expect(said).toBe(`${shellPid} hook claude Stop`);
    }
  });
});
