import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { AGTMUX, sandbox } from "../support/sandbox.ts";

const ROOT = join(AGTMUX, "..", "..");

describe("npm start", () => {
  it("[PK8, DM2] starts the daemon, prints the dashboard's link and what to do next; a second one changes nothing", async () => {
    const box = sandbox();
    box.session("work");
    const start = () => spawnSync("npm", ["start", "--silent"], { cwd: ROOT, env: box.env, encoding: "utf8" });
    const first = start();
    expect([first.status, first.stderr.replaceAll(/^npm warn.*\n/gm, "")]).toEqual([0, ""]);
    const { pid, dashboard } = await box.status();
    expect(first.stdout).toContain(dashboard);
    expect(first.stdout).toMatch(/1\. .*eval[\s\S]*2\. [\s\S]*3\. .*list panes/);
    const second = start();
    expect(second.status).toBe(0);
    expect((await box.status()).pid).toBe(pid);
  });
});
