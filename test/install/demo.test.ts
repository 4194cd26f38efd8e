import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdirSync, readdirSync, readFileSync, symlinkSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { PaneList } from "../../src/core/protocol/lists/lists.ts";
import { AGTMUX, type Sandbox, sandbox, until } from "../support/sandbox.ts";

interface Demo {
  child: ChildProcess;
  dir: string;
  socketName: string;
  said(): string;
  /** Runs an agtmux command for the demo's daemon. */
  agtmux(...args: string[]): Promise<{ code: number; stdout: string; stderr: string }>;
  panes(): Promise<PaneList["items"]>;
}

async function demo(box: Sandbox): Promise<Demo> {
  const child = spawn(AGTMUX, ["demo", "--no-open"], { env: box.env, cwd: box.dir, stdio: "pipe" });
  let said = "";
  child.stdout.on("data", (chunk) => {
    said += String(chunk);
  });
  child.stderr.on("data", (chunk) => {
    said += String(chunk);
  });
  onTestFinished(async () => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    child.kill("SIGTERM");
    await once(child, "exit");
  });
  await until(
    () => said.includes("Ctrl-C"),
    () => said,
  );
  const home = /AGTMUX_HOME=(\S+)/.exec(said)?.[1] ?? "";
  const socketName = /tmux -L (\S+) attach/.exec(said)?.[1] ?? "";
  const agtmux = (...args: string[]) =>
    box.agtmux(args, { env: { AGTMUX_HOME: home, AGTMUX_TMUX_SOCKET: socketName } });
  const panes = async () => PaneList.parse(JSON.parse((await agtmux("list", "panes", "--all", "--json")).stdout)).items;
  return { child, dir: dirname(home), socketName, said: () => said, agtmux, panes };
}

/** Files and processes of a demo that still exist. */
function leftOf({ dir, socketName }: Demo): string[] {
  const socket = join("/tmp", `tmux-${process.getuid?.()}`, socketName);
  const processes = readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name) && commandOf(name).includes(dir))
    .map((pid) => `${pid} ${commandOf(pid)}`);
  return [...[dir, socket].filter(existsSync), ...processes];
}

/** Waits, since a killed program takes a moment to end. */
function nothingLeft(shown: Demo): Promise<void> {
  return until(
    () => leftOf(shown).length === 0,
    () => leftOf(shown).join("\n"),
  );
}

function commandOf(pid: string): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, "utf8").replaceAll("\0", " ");
  } catch {
    return "";
  }
}

describe("agtmux demo", () => {
  it("[UI20] shows pretend agents in every state, which go on when they are answered", async () => {
    const box = sandbox();
    const shown = await demo(box);
    const wanted = ["completed", "error", "idle", "running", "unknown", "waiting_approval", "waiting_input"];
    let items: PaneList["items"] = [];
    await until(
      async () => {
        items = await shown.panes();
        return wanted.every((wish) => items.some(({ state }) => state === wish));
      },
      () => JSON.stringify(items.map(({ window_name, state }) => [window_name, state])),
    );
    expect(items.filter(({ agent }) => agent === "claude").length).toBeGreaterThan(3);
    const called = (name: string) => items.find(({ window_name }) => window_name === name);
    const paneNow = async (name: string) => (await shown.panes()).find(({ window_name }) => window_name === name);
    expect(called("api")?.message).toContain("npm run migrate");
    expect(called("login")?.message).toBe("Where should the sessions live?");
    await until(async () => (await paneNow("import"))?.activity?.kind === "compacting");
    await until(async () => (await paneNow("release"))?.activity?.progress !== undefined);

    const approved = await shown.agtmux(
      "send",
      called("api")?.ref ?? "",
      "--keys",
      "1",
      "--if-state",
      "waiting_approval",
    );
    expect(approved.code).toBe(0);
    await until(async () => (await paneNow("api"))?.state === "running");
    await until(
      async () => (await paneNow("api"))?.message === "The column is there, and the migration ran on staging.",
    );
    expect((await shown.agtmux("send", called("login")?.ref ?? "", "--keys", "2")).code).toBe(0);
    await until(async () => (await paneNow("login"))?.message === "Sessions live in Postgres now, for seven days.");
    const typed = await shown.agtmux("send", called("changelog")?.ref ?? "", "--text", "hello", "--wait", "completed");
    expect(typed).toMatchObject({ code: 0, stdout: expect.stringContaining("accepted") });
  }, 180_000);

  it.each(["SIGINT", "SIGTERM", "SIGHUP"] as const)("[UI20] leaves nothing behind after %s", async (signal) => {
    const box = sandbox();
    const shown = await demo(box);
    expect(leftOf(shown).length).toBeGreaterThan(8);
    shown.child.kill(signal);
    const [code] = await once(shown.child, "exit");
    expect(code).toBe(0);
    await nothingLeft(shown);
    expect(shown.said()).not.toMatch(/could be removed/);
  });

  it("[UI20] is taken away also when nobody lets it end", async () => {
    const shown = await demo(sandbox());
    shown.child.kill("SIGKILL");
    await nothingLeft(shown);
  });

  it("[CL14, UI20] touches nothing of the user's: neither home nor tmux nor daemon", async () => {
    const box = sandbox({ HOME: "" });
    box.env.HOME = box.dir;
    const pane = box.session("mine");
    const { pid } = await box.startDaemon();
    const before = [filesIn(box.dir), box.tmux("list-panes", "-a", "-F", "#{pane_id} #{pane_pid}")];
    const shown = await demo(box);
    await until(async () => (await shown.panes()).length > 7);
    expect((await box.panes()).items.map(({ identity }) => identity.pane_id)).toEqual([pane]);
    shown.child.kill("SIGTERM");
    await once(shown.child, "exit");
    expect([filesIn(box.dir), box.tmux("list-panes", "-a", "-F", "#{pane_id} #{pane_pid}")]).toEqual(before);
    expect((await box.status()).pid).toBe(pid);
  });

  it("[UI20] without tmux the demo says so, and leaves nothing behind", async () => {
    const box = sandbox();
    const bin = join(box.dir, "bin");
    mkdirSync(bin);
    for (const tool of ["node", "sh", "cat", "rm", "sleep"])
      symlinkSync(execFileSync("sh", ["-c", `command -v ${tool}`], { encoding: "utf8" }).trim(), join(bin, tool));
    const before = demosIn();
    const ran = await box.agtmux(["demo"], { env: { PATH: bin } });
    expect(ran).toMatchObject({ code: 20, stderr: expect.stringContaining("E_TMUX_MISSING") });
    expect(demosIn()).toEqual(before);
  });
});

function filesIn(dir: string): string[] {
  return readdirSync(dir, { recursive: true, encoding: "utf8" })
    .filter((name) => !/agtmux\.db-|pipes|spool/.test(name))
    .toSorted();
}

function demosIn(): string[] {
  return readdirSync("/tmp").filter((name) => name.startsWith("agtmux-demo-"));
}
