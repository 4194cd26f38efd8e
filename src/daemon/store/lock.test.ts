import { once } from "node:events";
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { lockHome } from "./lock.ts";
import { spawnBundled } from "./spawn-bundled.ts";

const HOLDER = `
  import { lockHome } from "./lock.ts";
  lockHome(process.argv[2]!);
  console.log("held");
  setInterval(() => {}, 1000);
`;

describe("lockHome", () => {
  let dir: string;
  beforeEach(() => {
    dir = mkdtempSync(join(tmpdir(), "agtmux-lock-"));
  });
  afterEach(() => rmSync(dir, { recursive: true }));

  it("[LK1] a home that another process holds is refused with its pid, and free again after SIGKILL", async () => {
    const [holder] = await spawnBundled(HOLDER, dir, [dir]);
    expect(() => lockHome(dir)).toThrow(
      expect.objectContaining({ code: "E_DAEMON_RUNNING", details: { home: dir, pid: holder.pid } }),
    );
    // the failed attempt must not have released it
    expect(() => lockHome(dir)).toThrow(`pid ${holder.pid}`);

    holder.kill("SIGKILL");
    await once(holder, "exit");
    expect(existsSync(join(dir, "daemon.pid"))).toBe(true);
    const lock = lockHome(dir);
    expect(readFileSync(join(dir, "daemon.pid"), "utf8")).toBe(`${process.pid}\n`);
    lock.release();
  });

  it("[LK1] our own second attempt is refused too, and does not loosen the lock for others", async () => {
    const lock = lockHome(dir);
    expect(() => lockHome(dir)).toThrow(expect.objectContaining({ code: "E_DAEMON_RUNNING" }));
    const asker = `
      import { lockHome } from "./lock.ts";
      try { lockHome(process.argv[2]!); console.log("held"); } catch (error) { console.log(error.code); }
    `;
    const [, answer] = await spawnBundled(asker, dir, [dir]);
    expect(answer).toBe("E_DAEMON_RUNNING");
    lock.release();
  });

  it("[LK1] release frees the home and removes the pid, and may be called twice", () => {
    const lock = lockHome(dir);
    lock.release();
    lock.release();
    expect(existsSync(join(dir, "daemon.pid"))).toBe(false);
    lockHome(dir).release();
  });

  it("[LK3] a missing home is made for its owner alone, and so are the files in it", () => {
    const home = join(dir, "a", "b");
    const lock = lockHome(home);
    const modes = ["", "daemon.lock", "daemon.pid"].map((name) => statSync(join(home, name)).mode & 0o777);
    expect(modes).toEqual([0o700, 0o600, 0o600]);
    lock.release();
  });

  it("[LK4] a home that cannot be made or locked is E_HOME_UNUSABLE", () => {
    writeFileSync(join(dir, "file"), "");
    expect(() => lockHome(join(dir, "file", "home"))).toThrow(expect.objectContaining({ code: "E_HOME_UNUSABLE" }));
    writeFileSync(join(dir, "daemon.lock"), "not a lock of ours ".repeat(100));
    chmodSync(join(dir, "daemon.lock"), 0o600);
    expect(() => lockHome(dir)).toThrow(expect.objectContaining({ code: "E_HOME_UNUSABLE" }));
  });

  it("[LK1] an owner that has recorded no pid is another daemon", () => {
    const lock = lockHome(dir);
    writeFileSync(join(dir, "daemon.pid"), "gibberish");
    expect(() => lockHome(dir)).toThrow(`another daemon owns ${dir}`);
    lock.release();
  });
});
