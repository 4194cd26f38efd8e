import { execFileSync } from "node:child_process";
import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { AGTMUX, until } from "../support/sandbox.ts";
import { dispose, repository, spawnAgent, spawnBox } from "../support/spawn-box.ts";

/** Whatever the number of the process that writes, a file that is named after it lies there as a link. */
const EVERY_PID = Array.from({ length: 32_768 }, (_, pid) => pid);

describe("a repository that somebody else wrote", () => {
  it("[SC20] has nothing of the user's overwritten by links under the names of our files in the making", async () => {
    const box = await spawnBox();
    const shop = repository(join(box.dir, "shop"));
    const victim = join(box.env.HOME as string, ".bashrc");
    writeFileSync(victim, "mine\n");
    mkdirSync(join(shop, "docs"));
    for (const pid of EVERY_PID) symlinkSync(victim, join(shop, "docs", `.agtmux-${pid}`));
    writeFileSync(join(shop, "docs", "GEMINI.md"), "Read me.\n");
    chmodSync(join(shop, "docs", "GEMINI.md"), 0o640);
    symlinkSync("docs/GEMINI.md", join(shop, "GEMINI.md"));

    const { ref, instructions } = await spawnAgent(box, "--agent", "gemini", "--workspace", shop);

    expect(readFileSync(victim, "utf8")).toBe("mine\n");
    expect(instructions).toMatchObject({ by: "file" });
    expect(readFileSync(join(shop, "docs", "GEMINI.md"), "utf8")).toMatch(/^Read me\.\n/);
    expect((statSync(join(shop, "docs", "GEMINI.md")).mode & 0o777).toString(8)).toBe("640");
    await dispose(box, ref);
    expect(readFileSync(victim, "utf8")).toBe("mine\n");
    expect(readFileSync(join(shop, "docs", "GEMINI.md"), "utf8")).toBe("Read me.\n");
    expect(readdirSync(join(shop, "docs"))).toHaveLength(EVERY_PID.length + 1);
  });

  it("[SC20, PV1] has nothing written through a folder that is a link out of it", async () => {
    const box = await spawnBox();
    const shop = repository(join(box.dir, "shop"));
    const own = join(box.env.HOME as string, ".gemini");
    mkdirSync(own, { recursive: true });
    writeFileSync(join(own, "GEMINI.md"), "mine\n");
    symlinkSync(own, join(shop, ".gemini"));
    const { ref } = await spawnAgent(box, "--agent", "gemini", "--workspace", shop);
    expect(readFileSync(join(own, "GEMINI.md"), "utf8")).toBe("mine\n");
    await dispose(box, ref);
    expect(readFileSync(join(own, "GEMINI.md"), "utf8")).toBe("mine\n");
  });

  it("[SC20] runs no command by a repository that lies among its files, where a worktree is made from there", async () => {
    const box = await spawnBox();
    const shop = repository(join(box.dir, "shop"));
    const [inner, ran] = [join(shop, "docs"), join(box.dir, "ran")];
    execFileSync("git", ["clone", "-q", "--bare", shop, inner]);
    writeFileSync(join(inner, "hooks", "post-checkout"), `#!/bin/sh\ntouch ${ran}\n`, { mode: 0o755 });
    execFileSync("git", ["config", "-f", join(inner, "config"), "core.fsmonitor", `touch ${ran}; false`]);
    const spawn = (...words: string[]) => box.agtmux(["spawn", "--agent", "claude", ...words]);
    for (const workspace of [inner, join(inner, "refs")]) {
      const { code, stderr } = await spawn("--workspace", workspace, "--worktree", "new");
      expect([code, stderr]).toEqual([55, expect.stringContaining("lies among the files of another repository")]);
    }
    const { ref } = await spawnAgent(box, "--agent", "claude", "--workspace", inner);
    await dispose(box, ref);
    expect(existsSync(ran)).toBe(false);
    // one that stands by itself is somebody's own
    const own = join(box.dir, "own.git");
    execFileSync("git", ["clone", "-q", "--bare", shop, own]);
    await spawnAgent(box, "--agent", "claude", "--workspace", own, "--worktree", "new");
  });

  it.each(["node", "sh"])(
    "[SC20] has no status file that is a link: an agent would write through it (%s)",
    async (which) => {
      const box = await spawnBox();
      const shop = repository(join(box.dir, "shop"));
      const command = which === "node" ? AGTMUX : join(box.home, "bin", "agtmux");
      const pane = box.session("links");
      const statusFile = async (turn: string): Promise<string> => {
        box.type(
          pane,
          `cd ${shop}; eval "$(${command} env)"; printf %s "$SCHMUX_STATUS_FILE" >../${turn}.new; mv ../${turn}.new ../${turn}`,
        );
        await until(() => readdirSync(box.dir).includes(turn));
        return readFileSync(join(box.dir, turn), "utf8");
      };
      const first = await statusFile("first");
      expect(first).toContain(join(shop, ".schmux", "signal"));
      symlinkSync(join(box.dir, "victim"), first);
      expect(await statusFile("second")).toContain(join(box.home, "workspaces"));
    },
  );
});
