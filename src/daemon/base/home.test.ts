import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it, onTestFinished } from "vitest";
import { homeAt, prepareHome } from "./home.ts";

it("[LK3] a repository around the home shows none of its files as new, unless the person wants it so", () => {
  const dir = mkdtempSync(join(tmpdir(), "agtmux-home-"));
  onTestFinished(() => rmSync(dir, { recursive: true }));
  const git = (...args: string[]) => execFileSync("git", ["-C", dir, ...args], { encoding: "utf8" });
  git("init", "-q");
  const home = homeAt(join(dir, ".agtmux"));
  prepareHome(home);
  writeFileSync(join(home.dir, "token"), "secret\n");
  expect(git("status", "--porcelain", "-uall")).toBe("");
  writeFileSync(join(home.dir, ".gitignore"), "token\n");
  prepareHome(home);
  expect(readFileSync(join(home.dir, ".gitignore"), "utf8")).toBe("token\n");
});
