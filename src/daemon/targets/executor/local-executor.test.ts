import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it, onTestFinished, vi } from "vitest";
import { LocalExecutor } from "./local-executor.ts";

const local = new LocalExecutor();

it("[TG1] a program runs to its end, whatever its exit code, with words that no shell reads", async () => {
  const script = 'cat; printf "%s|" "$@"; echo oops >&2; exit 3';
  const ran = await local.run(["sh", "-c", script, "sh", "a b", "$HOME", "it's"], { input: "given " });
  expect(ran).toEqual({ code: 3, stdout: "given a b|$HOME|it's|", stderr: "oops\n" });
});

it("[TG1] a program that ends by a signal has a shell's exit code", async () => {
  expect(await local.run(["sh", "-c", "kill -9 $$"])).toEqual({ code: 137, stdout: "", stderr: "" });
});

it("[TG1] a program inherits neither TMUX nor TMUX_PANE", async () => {
  process.env.TMUX = "/tmp/x,1,0";
  process.env.TMUX_PANE = "%1";
  const { stdout } = await local.run(["sh", "-c", 'echo "$TMUX$TMUX_PANE"']);
  delete process.env.TMUX;
  delete process.env.TMUX_PANE;
  expect(stdout).toBe("\n");
});

it("[TG1] a program that does not read its input still ends", async () => {
  const ran = await local.run(["true"], { input: "x".repeat(1_000_000) });
  expect(ran.code).toBe(0);
});

it("[TG1] a missing program is a failure of its own", async () => {
  await expect(local.run(["agtmux-no-such-program"])).rejects.toMatchObject({ code: "ENOENT" });
});

it("[TG18] a program that hangs is given up", async () => {
  await expect(local.run(["sleep", "1000"], { timeoutMs: 50 })).rejects.toMatchObject({
    code: "E_TARGET_UNREACHABLE",
    message: "sleep did not answer within 0.05 s",
  });
});

it("[TG18, SC25] what a script has started ends with it when it is given up", async () => {
  const dir = mkdtempSync(join(tmpdir(), "agtmux-group-"));
  onTestFinished(() => rmSync(dir, { recursive: true }));
  const input = `sleep 1000 &\necho $! >'${dir}/pid'\nwait\n`;
  const running = local.runGroup(["sh", "-s"], { input, timeoutMs: 500 });
  await expect(running).rejects.toMatchObject({ code: "E_TARGET_UNREACHABLE" });
  const started = readFileSync(join(dir, "pid"), "utf8").trim();
  // gone, or dead and not yet collected by its new parent
  await vi.waitFor(async () => {
    expect((await local.run(["ps", "-o", "stat=", "-p", started])).stdout).toMatch(/^(?:Z.*\n)?$/);
  });
});

it("[TG18] waiting for a program can be called off, before it starts and while it runs", async () => {
  const caller = new AbortController();
  const running = local.run(["sleep", "1000"], { signal: caller.signal });
  caller.abort(new Error("called off"));
  await expect(running).rejects.toThrow("called off");
  await expect(local.run(["sleep", "1000"], { signal: caller.signal })).rejects.toThrow("called off");
});
