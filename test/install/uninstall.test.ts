import { execFileSync } from "node:child_process";
import { existsSync, lstatSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { describe, expect, it } from "vitest";
import type { IntegrationReport } from "../../src/core/protocol/daemon/integration.ts";
import { UninstallReport } from "../../src/core/protocol/daemon/uninstall.ts";
import { isRunning } from "../support/daemon-life.ts";
import { member } from "../support/member.ts";
import { startNats } from "../support/nats.ts";
import { type Sandbox, sandbox, until } from "../support/sandbox.ts";

const ROOT = resolve(import.meta.dirname, "../..");

/** A person's home with settings of their own, and a project. */
function person(): { box: Sandbox; home: string; project: string } {
  const box = sandbox();
  const home = join(box.dir, "a person");
  const project = join(home, "project");
  const write = (path: string, text: string) => {
    mkdirSync(dirname(join(home, path)), { recursive: true });
    writeFileSync(join(home, path), text);
  };
  write(".claude/settings.json", '{ "model": "best" } // mine\n');
  write(".codex/config.toml", 'model = "x"\n');
  write(".gemini/settings.json", '{"hooks": {"AfterAgent": []}}');
  write(".cursor/x", "");
  write(".copilot/x", "");
  write(".config/opencode/opencode.json", "{}");
  write(".config/kilo/kilo.json", "{}");
  write(".pi/agent/settings.json", "{}");
  write(".qwen/settings.json", "{}");
  write(".tmux.conf", "set -g mouse on\nrun-shell ~/agtmux/agtmux.tmux\n");
  write("project/.git/HEAD", "");
  Object.assign(box.env, { HOME: home, AGTMUX_HOME: join(home, ".agtmux"), XDG_RUNTIME_DIR: join(box.dir, "none") });
  for (const name of ["CLAUDE_CONFIG_DIR", "CODEX_HOME", "COPILOT_HOME", "XDG_CONFIG_HOME"]) delete box.env[name];
  return { box, home, project };
}

/** Every file with its text, and every directory. */
function everything(home: string): Record<string, string> {
  const paths = readdirSync(home, { recursive: true, encoding: "utf8" }).sort();
  const read = (path: string) => (lstatSync(path).isFile() ? readFileSync(path, "utf8") : "");
  return Object.fromEntries(paths.map((path) => [path, read(join(home, path))]));
}

describe("agtmux uninstall", () => {
  it("[PK30] gives the person's home back as it was, with tmux, and says what is left", {
    timeout: 180_000,
  }, async () => {
    const { box, home, project } = person();
    const before = everything(home);
    box.session("work");
    box.tmux("bind-key", "z", "display-message", "mine");
    const keys = box.tmux("list-keys");
    execFileSync("sh", [join(ROOT, "agtmux.tmux")], { env: { ...box.env, ...inTmux(box) } });
    expect(box.tmux("list-keys")).not.toBe(keys);
    await box.startDaemon();
    const { items } = await box.json<IntegrationReport>("integrate", "--json");
    expect(items.map(({ action }) => action)).toEqual(items.map(() => "integrated"));
    expect((await box.agtmux(["integrate", "claude", "--project-dir", project])).code).toBe(0);
    await until(() => box.tmux("show-options", "-g").includes("@agtmux_status"));

    const report = UninstallReport.strict().parse(await box.json("uninstall", "--data", "--json"));
    expect(everything(home)).toEqual(before);
    expect(box.tmux("list-keys")).toBe(keys);
    expect(box.tmux("show-options", "-g")).not.toContain("agtmux");
    expect((await box.status()).running).toBe(false);
    expect(report.left).toEqual([
      { what: `lines of your own in ${join(home, ".tmux.conf")}: 2`, how: "remove them by hand" },
      { what: `the program in ${ROOT}`, how: `rm -rf ${ROOT}` },
    ]);
    expect(report.removed).toEqual(expect.arrayContaining(["the running daemon", `data in ${join(home, ".agtmux")}`]));
    // once more: nothing is there, nothing fails
    expect((await box.agtmux(["uninstall", "--data"])).stdout).toContain("nothing of agtmux was set up here");
    expect(everything(home)).toEqual(before);
  });

  it("[PK30] keeps the data in a script unless it is told otherwise, and cleans up after a daemon that was killed", async () => {
    const { box, home } = person();
    const { pid } = await box.startDaemon();
    const pane = await box.registered("work");
    await until(() => box.tmux("list-panes", "-a", "-F", "#{@agtmux_pipe}").includes("/"));
    process.kill(pid as number, "SIGKILL");
    await until(() => !isRunning(pid as number));
    const ran = await box.agtmux(["uninstall"]);
    expect([ran.code, ran.stderr]).toEqual([0, ""]);
    expect(ran.stdout).toContain(`data in ${join(home, ".agtmux")}\n   agtmux uninstall --data`);
    expect(existsSync(join(home, ".agtmux", "agtmux.db"))).toBe(true);
    expect(box.tmux("display-message", "-p", "-t", pane, "#{pane_pipe}#{@agtmux_pipe}")).toBe("0");
  });

  it("[PK30] deletes no folder that is not agtmux's", async () => {
    const { box, home } = person();
    const precious = join(home, "precious");
    mkdirSync(precious);
    writeFileSync(join(precious, "thesis"), "");
    const ran = await box.agtmux(["uninstall", "--data"], { env: { AGTMUX_HOME: precious } });
    expect(ran.stdout).toContain("it does not look like agtmux's");
    expect(readdirSync(precious)).toEqual(["thesis"]);
  });

  it("[PK30] a member of a fleet leaves it, so that nobody else lists it any more", async () => {
    const nats = await startNats();
    const [one, two] = await Promise.all([member("one", nats.url), member("two", nats.url)]);
    const names = async () => (await two.client.fleet()).members.map(({ name }) => name);
    await until(async () => (await names()).includes("one"));
    one.env.HOME = one.dir;
    const { stdout } = await one.agtmux(["uninstall", "--keep-data"]);
    expect(stdout).toContain("one from the fleet");
    await until(async () => !(await names()).includes("one"));
  });
});

/** As in a pane of the sandbox's tmux. */
function inTmux(box: Sandbox): NodeJS.ProcessEnv {
  return { TMUX: box.tmux("display-message", "-p", "#{socket_path},#{pid},0") };
}
