import { execFileSync, spawnSync } from "node:child_process";
import { rmSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { CleanCheckout, oldNode } from "../support/clean-checkout.ts";
import { AGTMUX, sandbox } from "../support/sandbox.ts";

const ROOT = join(AGTMUX, "..", "..");

describe("npm start", () => {
  it("[PK8, DM1] starts the daemon, prints the dashboard's link and what to do next; a second one changes nothing", async () => {
    const box = sandbox();
    box.session("work");
    // with vitest's NODE_ENV, Vite would build another page and warn about its size
    const env = { ...box.env, NODE_ENV: undefined };
    const start = () => spawnSync("npm", ["start", "--silent"], { cwd: ROOT, env, encoding: "utf8" });
    const first = start();
    expect([first.status, first.stderr.replaceAll(/^npm warn.*\n/gm, "")]).toEqual([0, ""]);
    const { pid, dashboard } = await box.status();
    expect(first.stdout).toContain(`${new URL(dashboard ?? "").origin}/#pair=`);
    expect(first.stdout).toMatch(/Next:\n.*agtmux integrate .*\n.*agtmux doctor /);
    const second = start();
    expect(second.status).toBe(0);
    expect((await box.status()).pid).toBe(pid);
  });

  it("[PK4, PK7, PK13] starts from a clean clone without a compiler, on a Node that is too old and on one that is not", async () => {
    const box = sandbox();
    box.session("work");
    const checkout = new CleanCheckout(box);
    const brought = join(checkout.dir, "runtime", "node_modules");

    checkout.useNode(oldNode(box));
    const first = checkout.run("npm", "start", "--silent");
    expect(first).toMatchObject({ code: 0, stderr: "" });
    expect(first.stdout.match(/^.*runtime\/.*$/gm)).toEqual([
      expect.stringMatching(/^· this machine's Node is \S+ and agtmux needs 22\.16 or newer: installing Node \S+ for/),
    ]);
    const { pid, dashboard } = await box.status();
    expect(first.stdout).toContain(`${new URL(dashboard ?? "").origin}/#pair=`);
    expect(commandOf(pid)).toContain(brought);
    expect(checkout.run("bin/agtmux", "list", "panes").code).toBe(0);

    const second = checkout.run("npm", "start", "--silent");
    expect(second).toMatchObject({ code: 0, stderr: "" });
    expect(second.stdout).not.toMatch(/install|build/);
    expect((await box.status()).pid).toBe(pid);

    expect(checkout.run("bin/agtmux", "daemon", "stop").code).toBe(0);
    rmSync(brought, { recursive: true });
    checkout.useNode(process.execPath);
    const third = checkout.run("npm", "start", "--silent");
    expect(third).toMatchObject({ code: 0, stderr: "" });
    expect(third.stdout).not.toMatch(/install|build/);
    expect(commandOf((await box.status()).pid)).not.toContain(brought);
  }, 300_000);
});

function commandOf(pid: number | null): string {
  return execFileSync("ps", ["-o", "command=", "-p", String(pid)], { encoding: "utf8" });
}
