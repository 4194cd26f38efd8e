import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { type Sandbox, sandbox } from "../support/sandbox.ts";

const screenOf = (agent: string, name: string) =>
  readFileSync(new URL(`../fixtures/agents/screens/${agent}/${name}.screen.txt`, import.meta.url));

async function debug(box: Sandbox, input: string | Buffer, ...args: string[]) {
  const ran = await box.agtmux(["debug", "screen", ...args], { input });
  if (ran.code !== 0) throw new Error(ran.stderr);
  return JSON.parse(ran.stdout) as Record<string, unknown>;
}

describe("agtmux debug screen", () => {
  it("[CL11, AD17] prints what the adapter reads and by which cue, without a daemon or a home", async () => {
    const box = sandbox();
    const input = screenOf("claude", "approval-rm");
    expect(await debug(box, input, "--agent", "claude", "--agent-version", "2.1.325", "--command", "claude")).toEqual({
      schema_version: 1,
      agent: "claude",
      version: "2.1.325",
      beyond: false,
      state: "waiting_approval",
      phase: "ask",
      cue: { name: "approval", row: 19, text: "Do you want to proceed?" },
      message: "Do you want to proceed? rm -rf build/cache",
      title: null,
      why: null,
    });
    expect(existsSync(box.home)).toBe(false);
  });

  it("[CL11] the title and the program count, and colours do not", async () => {
    const box = sandbox();
    const streaming = screenOf("codex", "working");
    expect(await debug(box, streaming, "--agent=codex", "--title=⠋ demo")).toMatchObject({
      state: "running",
      cue: { name: "title", row: 0, text: "⠋ demo" },
      title: { phase: "busy" },
    });
    const coloured = screenOf("codex", "tool-running").toString().replaceAll("Working", "\x1b[1mWork\x1b[0ming");
    expect(await debug(box, coloured, "--agent=codex")).toMatchObject({ state: "running", cue: { name: "working" } });
    expect(await debug(box, screenOf("gemini", "exited"), "--agent=gemini", "--command=bash")).toMatchObject({
      state: "idle",
      cue: { name: "shell" },
    });
  });

  it("[CL11, AD18] says why a state is unknown, and whether the version is newer than what is known", async () => {
    const box = sandbox();
    const unknown = { state: "unknown", phase: null, cue: null };
    expect(await debug(box, screenOf("codex", "working"), "--agent=codex", "--agent-version=9.0.0")).toMatchObject({
      ...unknown,
      beyond: true,
      why: "no cue fits",
    });
    expect(await debug(box, "anything\n", "--agent=cursor")).toMatchObject({
      ...unknown,
      why: expect.stringMatching("nobody has seen"),
    });
    expect(await debug(box, screenOf("claude", "interrupted-retry"), "--agent=claude")).toMatchObject({
      state: "unknown",
      phase: "rest",
      cue: { name: "ended" },
      why: expect.stringMatching("does not tell how it ended"),
    });
  });

  it("[CF8] cues from config.toml are used, and errors in them are reported", async () => {
    const box = sandbox();
    mkdirSync(box.home);
    const config = (text: string) => writeFileSync(join(box.home, "config.toml"), `[agents.codex.cues]\n${text}`);
    config(`mine = { state = "waiting_input", pattern = "^• The client keeps", where = "last" }`);
    expect(await debug(box, screenOf("codex", "working"), "--agent=codex")).toMatchObject({
      state: "waiting_input",
      cue: { name: "mine" },
    });
    config(`completed = false`);
    expect(await debug(box, screenOf("codex", "done-plain"), "--agent=codex")).toMatchObject({ state: "unknown" });
    expect((await box.agtmux(["config", "list"])).stdout).toMatch(/agents\.codex\.cues\.completed +off +file/);
    config(`mine = { state = "running", pattern = "[" }`);
    const ran = await box.agtmux(["debug", "screen", "--agent=codex"], { input: "x" });
    expect(ran).toMatchObject({ code: 5, stdout: "" });
    expect(ran.stderr).toMatch(/agents\.codex\.cues\.mine\.pattern: not a regular expression.*\[E_CONFIG_INVALID\]/);
  });

  it.each([
    [[], "x", 2, "--agent"],
    [["--agent", "nobody"], "x", 69, "nobody"],
    [["--agent", "codex", "--agent-version", "latest"], "x", 2, "latest"],
    [["--agent", "codex", "--frob"], "x", 2, "--frob"],
    [["--agent", "codex"], "", 3, "standard input"],
    [["--agent", "codex"], Buffer.from([0xc3, 0x28]), 3, "UTF-8"],
  ])("[CL16, CL11] %j with %j on standard input is refused", async (args, input, code, word) => {
    const ran = await sandbox().agtmux(["debug", "screen", ...args], { input });
    expect(ran).toMatchObject({ code, stdout: "" });
    expect(ran.stderr).toContain(word);
  });
});
