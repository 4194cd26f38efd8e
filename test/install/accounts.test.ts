import { spawnSync } from "node:child_process";
import { chmodSync, chownSync, lstatSync, mkdirSync, readdirSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { AGTMUX, type Sandbox, sandbox } from "../support/sandbox.ts";

/** The account "nobody": it has no sudo and no shell of its own. */
const NOBODY = 65_534;

interface Account {
  umask: string;
  env: NodeJS.ProcessEnv;
}

/** Runs a command line as another account, with few variables. */
function runner(box: Sandbox, { umask, env }: Account) {
  const as = ["--reuid", String(NOBODY), "--regid", String(NOBODY), "--clear-groups"];
  const own = {
    PATH: `${dirname(AGTMUX)}:${dirname(process.execPath)}:/usr/bin:/bin`,
    SHELL: "/bin/sh",
    AGTMUX_PORT: "0",
    AGTMUX_TMUX_SOCKET: box.socketName,
    ...env,
  };
  return (line: string) => {
    const words = [...as, "sh", "-c", `umask ${umask}; ${line}`];
    const { status, stdout, stderr } = spawnSync("setpriv", words, { env: own, cwd: "/", encoding: "utf8" });
    return { code: status, stdout, stderr };
  };
}

function homeOfNobody(box: Sandbox, name: string, mode = 0o755): string {
  const home = join(box.dir, name);
  mkdirSync(home);
  chmodSync(box.dir, 0o755);
  chownSync(home, NOBODY, NOBODY);
  chmodSync(home, mode);
  return home;
}

const canBeNobody = process.getuid?.() === 0;

describe.runIf(canBeNobody)("an account without sudo", () => {
  it.each(["000", "077"])(
    "[PK35] uses agtmux with umask %s, an odd home, the C locale and a dumb terminal",
    { timeout: 180_000 },
    (umask) => {
      const box = sandbox();
      const home = homeOfNobody(box, "höme with blanks 世界");
      const run = runner(box, { umask, env: { HOME: home, LC_ALL: "C", TERM: "dumb" } });
      onTestFinished(() => {
        run("agtmux daemon stop; tmux -L $AGTMUX_TMUX_SOCKET kill-server");
      });
      expect(run("tmux -L $AGTMUX_TMUX_SOCKET -f /dev/null new-session -d -s wörk 'exec sh'").code).toBe(0);
      expect(run("cd && mkdir .claude && agtmux daemon start")).toMatchObject({ code: 0, stderr: expect.any(String) });
      expect(run("agtmux list panes --all").stdout).toContain("%0");
      expect(run("agtmux integrate claude")).toMatchObject({ code: 0, stderr: "" });
      const hook = /"(test ! -x .*?hook claude Stop)"/.exec(run('cat "$HOME/.claude/settings.json"').stdout)?.[1] ?? "";
      expect(run(`echo '{}' | sh -c "${hook}"`)).toEqual({ code: 0, stdout: "", stderr: "" });
      const open = readdirSync(join(home, ".agtmux"), { recursive: true, encoding: "utf8" }).filter(
        (path) => (lstatSync(join(home, ".agtmux", path)).mode & 0o077) !== 0,
      );
      expect(open).toEqual([]);
      expect(run("agtmux uninstall --data")).toMatchObject({ code: 0, stderr: "" });
      expect(readdirSync(home)).toEqual([".claude"]);
    },
  );

  it.each(["read-only", "missing"])("[PK35] is told what to do if its home is %s", { timeout: 180_000 }, (kind) => {
    const box = sandbox();
    const home = kind === "missing" ? "/nonexistent/me" : homeOfNobody(box, "home-of-nobody", 0o555);
    const run = runner(box, { umask: "022", env: { HOME: home } });
    const started = run("agtmux daemon start");
    expect(started.code).toBe(16);
    expect(started.stderr).toMatch(/cannot be created or written.*AGTMUX_HOME names another place \[E_HOME_UNUSABLE\]/);
    expect(run("agtmux doctor").stdout).toMatch(/home .*cannot be made: \/\S* cannot be written/);
    const other = homeOfNobody(box, "other");
    expect(run(`AGTMUX_HOME=${other}/x agtmux daemon start`).code).toBe(0);
    expect(run(`AGTMUX_HOME=${other}/x agtmux daemon stop`).code).toBe(0);
  });
});
