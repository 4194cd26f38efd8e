import { execFileSync, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdirSync, readdirSync, readFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import type { DaemonStatus } from "../../src/core/protocol/daemon/daemon.ts";
import type { UninstallReport } from "../../src/core/protocol/daemon/uninstall.ts";
import { userPages } from "../support/documents/doc-page.ts";
import { ask } from "../support/http.ts";
import { asVersion, npmEnv, pack } from "../support/packed.ts";
import { type Sandbox, sandbox, until } from "../support/sandbox.ts";

const LONG = { timeout: 240_000 };

/** Runs a program without throwing; npm has no network, so that a missing package would be noticed. */
function runner(box: Sandbox) {
  return (program: string, ...args: string[]) => {
    const env = { ...npmEnv(box), HOME: join(box.dir, "account"), npm_config_offline: "true" };
    mkdirSync(env.HOME, { recursive: true });
    return spawnSync(program, args, { cwd: box.dir, env, encoding: "utf8" });
  };
}

const pageOf = async ({ port }: DaemonStatus) => (await ask({ port: port as number }, { path: "/" })).text;

/** Links and pictures on the pages for users, and in README.md, that lead nowhere inside the package. */
function brokenLinks(root: string): string[] {
  return [...userPages(), "CHANGELOG.md"].flatMap((page) => {
    const text = readFileSync(join(root, page), "utf8").replace(/^ *```[\s\S]*?^ *```/gm, "");
    return [...text.matchAll(/\]\(([^)\s]+)\)|\bsrc="([^"]+)"/g)]
      .map(([, link, picture]) => (link ?? picture ?? "").replace(/#.*$/, ""))
      .filter((path) => !/^(https?:|mailto:|$)/.test(path) && !existsSync(join(root, dirname(page), path)))
      .map((path) => `${page} leads to ${path}`);
  });
}

describe("a packed agtmux", () => {
  it("[PK23, PK37] runs by itself, with its daemon, its page and its documents", LONG, async () => {
    const box = sandbox();
    const run = runner(box);
    const packed = pack(box);
    execFileSync("tar", ["xzf", packed], { cwd: box.dir });
    const agtmux = (...args: string[]) => run(join(box.dir, "package", "bin", "agtmux"), ...args);
    expect(agtmux("--version").stdout).toBe(`${/(\d.*)\.tgz$/.exec(basename(packed))?.[1]}\n`);
    box.session("work");
    expect(await pageOf(JSON.parse(agtmux("daemon", "start", "--json").stdout))).toContain("<script");
    expect(agtmux("list", "panes", "--all").stdout).toContain("pane:host/work/");
    expect(brokenLinks(join(box.dir, "package"))).toEqual([]);
  });

  it("[PK32] is installed with nothing else, updated under a running daemon, and leaves nothing", LONG, async () => {
    const box = sandbox();
    const run = runner(box);
    const packed = pack(box);
    const prefix = join(box.dir, "a prefix");
    const install = (path: string) => run("npm", "install", "-g", "--prefix", prefix, path);
    const agtmux = (...args: string[]) => run(join(prefix, "bin", "agtmux"), ...args);
    expect(install(packed)).toMatchObject({ status: 0 });
    expect(readdirSync(join(prefix, "lib", "node_modules"))).toEqual(["agtmux"]);
    expect(existsSync(join(prefix, "lib", "node_modules", "agtmux", "node_modules"))).toBe(false);
    const first = JSON.parse(agtmux("daemon", "start", "--json").stdout) as DaemonStatus;
    expect(await pageOf(first)).toContain("<script");

    expect(install(asVersion(box, packed, "99.0.0"))).toMatchObject({ status: 0 });
    expect(agtmux("list", "panes").stderr).toContain(
      `the daemon runs version ${first.version}, this command is 99.0.0: 'agtmux daemon restart' brings them together`,
    );
    const second = JSON.parse(agtmux("daemon", "restart", "--json").stdout) as DaemonStatus;
    expect([second.version, second.port]).toEqual(["99.0.0", first.port]);
    expect(await pageOf(second)).toContain("<script");
    expect(agtmux("list", "panes").stderr).toBe("");

    const { left } = JSON.parse(agtmux("uninstall", "--data", "--json").stdout) as UninstallReport;
    const how = left.find(({ what }) => what.startsWith("the program"))?.how ?? "";
    expect(how).toBe(`npm uninstall -g --prefix '${prefix}' agtmux`);
    expect(run("sh", "-c", how)).toMatchObject({ status: 0 });
    expect(
      readdirSync(prefix, { recursive: true, encoding: "utf8" }).filter((path) => /agtmux|squad/.test(path)),
    ).toEqual([]);
    expect(existsSync(box.home)).toBe(false);
  });

  it("[PK32] shows its demo by npx", LONG, async () => {
    const box = sandbox();
    const env = { ...npmEnv(box), HOME: box.dir, npm_config_offline: "true", npm_config_cache: join(box.dir, "cache") };
    const words = ["--yes", "--package", pack(box), "agtmux", "demo", "--no-open"];
    const child = spawn("npx", words, { cwd: box.dir, env, stdio: "pipe", detached: true });
    onTestFinished(() => {
      if (child.exitCode === null && child.signalCode === null) process.kill(-(child.pid as number), "SIGKILL");
    });
    let said = "";
    for (const stream of [child.stdout, child.stderr])
      stream.on("data", (chunk) => {
        said += String(chunk);
      });
    await until(
      () => said.includes("Ctrl-C ends it"),
      () => said,
      120_000,
    );
    const home = /AGTMUX_HOME=(\S+)/.exec(said)?.[1] ?? "";
    expect(existsSync(home)).toBe(true);
    const ended = once(child, "exit");
    // as Ctrl-C in a terminal: to all of them
    process.kill(-(child.pid as number), "SIGINT");
    await ended;
    await until(() => !existsSync(home));
  });
});

it("[PK23] package.json asks for no package: what the program needs is in its bundles", () => {
  const packageJson = JSON.parse(readFileSync(join(import.meta.dirname, "../../package.json"), "utf8"));
  expect([packageJson.dependencies, packageJson.optionalDependencies]).toEqual([undefined, undefined]);
  expect(packageJson.keywords).toContain("tmux");
});
