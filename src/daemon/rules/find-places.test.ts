import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { readCommand } from "../../core/rules/read-command.ts";
import { findDirectory, findPlaces } from "./find-places.ts";

const machine = {
  runScript: async (script: string) => {
    const { status, stdout, stderr } = spawnSync("sh", ["-s"], { input: script, encoding: "utf8" });
    return { code: status ?? -1, stdout, stderr };
  },
};

function tree() {
  const base = realpathSync(mkdtempSync(join(tmpdir(), "agtmux-places-")));
  onTestFinished(() => rmSync(base, { recursive: true, force: true }));
  const work = join(base, "work");
  mkdirSync(join(work, "src", "deep"), { recursive: true });
  mkdirSync(join(base, "other\nplace"));
  writeFileSync(join(work, "src", "a"), "");
  writeFileSync(join(base, "secret"), "");
  symlinkSync(base, join(work, "out"));
  symlinkSync(join(base, "secret"), join(work, "link"));
  symlinkSync("nowhere", join(work, "dangling"));
  symlinkSync(join(work, "src"), join(work, "inside"));
  symlinkSync(join(base, "other\nplace"), join(work, "broken"));
  symlinkSync(work, join(base, "alias"));
  return { base, work };
}

async function places(cwd: string, ...paths: string[]) {
  const found = await findPlaces({ request: { tool: "Edit", cwd, command: null, paths }, command: null }, machine);
  return paths.map((path) => found.of.get(path) ?? null);
}

describe("where things really are", () => {
  it("[RL6] links on the way are followed, one at the end is not told, nor is what cannot be known", async () => {
    const { base, work } = tree();
    expect(
      await places(work, "src/a", "src/new/er", "inside/a", "out/secret", "out", "link", "dangling", "broken/x"),
    ).toEqual([`${work}/src/a`, `${work}/src/new/er`, `${work}/src/a`, `${base}/secret`, null, null, null, null]);
    expect(await places(work, "../secret", "src/../a", "dangling/x", "link/x", "", "a\nb", "/", "src/")).toEqual([
      null,
      null,
      null,
      null,
      work,
      null,
      "/",
      `${work}/src`,
    ]);
    expect(await places(join(base, "alias"), "src/a")).toEqual([null]);
    expect(await places("relative", "src/a")).toEqual([null]);
  });

  it("[RL6] operands of a command are looked up, options are not", async () => {
    const { work } = tree();
    const command = readCommand("cat -n src/a | head -5 link");
    const request = { tool: "Bash", cwd: work, command: "", paths: null };
    const { cwd, of } = await findPlaces({ request, command }, machine);
    expect([cwd, [...of]]).toEqual([
      work,
      [
        ["src/a", `${work}/src/a`],
        ["link", null],
      ],
    ]);
  });

  it("[RL6] nothing is anywhere on a machine that does not answer", async () => {
    const away = { runScript: async () => ({ code: 255, stdout: "/w\n", stderr: "" }) };
    const request = { tool: "Edit", cwd: "/w", command: null, paths: ["a"] };
    expect(await findPlaces({ request, command: null }, away)).toEqual({ cwd: null, of: new Map() });
  });

  it("[RL7] the directory of a rule is kept where it really is", async () => {
    const { base, work } = tree();
    expect(await findDirectory(join(base, "alias"), machine)).toBe(work);
    for (const path of ["/nowhere/x", "relative", join(work, "link"), `${base}/other\nplace`, join(work, "broken")])
      expect(await findDirectory(path, machine)).toBeNull();
  });
});
