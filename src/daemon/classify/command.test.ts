import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { describe, expect, it, onTestFinished } from "vitest";
import type { Question } from "../../core/classify/prompt.ts";
import { CommandProvider } from "./command.ts";

const QUESTION: Question = { system: "Read the screen.", user: "Which one?", schema: { type: "object" } };

/** A command from a sh script, in a directory of its own. */
function commandOf(script: string, environment: NodeJS.ProcessEnv = process.env) {
  const directory = mkdtempSync(join(tmpdir(), "agtmux-classify-"));
  onTestFinished(() => rmSync(directory, { recursive: true, force: true }));
  const path = join(directory, "classify.sh");
  writeFileSync(path, script);
  const options = { argv: ["sh", path, "a word"], environment, keyVariable: "MY_KEY" };
  return { directory, provider: new CommandProvider(options) };
}

const never = new AbortController().signal;

describe("CommandProvider", () => {
  it("[NK5] gives the question on standard input and takes what is printed", async () => {
    const { provider, directory } = commandOf(`cd "\${0%/*}"; cat > heard; printf '%s' "$1"`);
    expect(await provider.classify(QUESTION, never)).toBe("a word");
    const heard = readFileSync(join(directory, "heard"), "utf8");
    for (const part of [QUESTION.system, QUESTION.user, JSON.stringify(QUESTION.schema)]) expect(heard).toContain(part);
  });

  it("[SC24] runs in an empty directory of its own, outside our home", async () => {
    const { provider, directory } = commandOf("ls -A; stat -c %a .; pwd; mkdir left; touch left/behind");
    const first = await provider.classify(QUESTION, never);
    expect(first).toMatch(/^700\n\/.*\/agtmux-classifier-\w+\n$/);
    expect(first).not.toContain(directory);
    expect(await provider.classify(QUESTION, never)).toBe(first);
    expect(existsSync(first.split("\n")[1] ?? "")).toBe(false);
  });

  it("[NK5, SC24] gets few variables and its own key, and none of pane or daemon, so that its hooks are heard for no pane", async () => {
    const environment = {
      PATH: process.env.PATH,
      HOME: "/home/me",
      TMUX: "/tmp/tmux,1,0",
      TMUX_PANE: "%1",
      AGTMUX_HOME: "/h",
      SCHMUX_SESSION_ID: "s",
      SQUAD_SIGNAL_DIR: "/q",
      CLAUDECODE: "1",
      MY_KEY: "its own",
      GITHUB_TOKEN: "of another",
      LC_ALL: "C",
    };
    const { provider } = commandOf("env", environment);
    const printed = await provider.classify(QUESTION, never);
    expect(printed).toMatch(/^HOME=\/home\/me$/m);
    const names = [...printed.matchAll(/^(\w+)=/gm)].map(([, name]) => name).sort();
    expect(names.filter((name) => !["PWD", "OLDPWD", "SHLVL", "_"].includes(name ?? ""))).toEqual([
      "HOME",
      "LC_ALL",
      "MY_KEY",
      "PATH",
    ]);
  });

  it("[NK7] a failing command is reported with its last output, and may be retried", async () => {
    const { provider } = commandOf("echo 'not logged in with sk-ant-abcdefghijkl' >&2; exit 3");
    await expect(provider.classify(QUESTION, never)).rejects.toMatchObject({
      message: expect.stringMatching(/ended with 3: not logged in with \[redacted\]$/),
      isPassing: true,
    });
  });

  it("[NK7] a command that prints without end is killed", async () => {
    const { provider } = commandOf("yes");
    await expect(provider.classify(QUESTION, never)).rejects.toThrow(/printed more than \d+ bytes/);
  });

  it("[NK7] a command that hangs is killed with all its children", async () => {
    const { provider, directory } = commandOf(`cd "\${0%/*}"; (sleep 2; touch late) & echo $! > started; wait`);
    const leave = new AbortController();
    const asked = provider.classify(QUESTION, leave.signal).catch((error: Error) => error.message);
    while (!existsSync(join(directory, "started"))) await sleep(20);
    leave.abort(new Error("enough"));
    expect(await asked).toBe("enough");
    const child = Number(readFileSync(join(directory, "started"), "utf8"));
    // a zombie may remain until its parent is reaped
    while (isAlive(child)) await sleep(20);
    expect(existsSync(join(directory, "late"))).toBe(false);
  });

  it("[NK7] a missing command is reported, and not retried", async () => {
    const provider = new CommandProvider({
      argv: ["no-such-program"],
      environment: process.env,
      keyVariable: null,
    });
    await expect(provider.classify(QUESTION, never)).rejects.toMatchObject({
      message: "no-such-program cannot be run: ENOENT",
      isPassing: false,
    });
  });
});

function isAlive(pid: number): boolean {
  try {
    return readFileSync(`/proc/${pid}/stat`, "utf8").split(") ")[1]?.startsWith("Z") === false;
  } catch {
    return false;
  }
}
