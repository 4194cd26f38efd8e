import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it, onTestFinished } from "vitest";
import { forgetSnapshots } from "./forget-snapshots.ts";

it("[PK30] removes the snapshots that this home has made, and leaves those of another and all other refs", () => {
  const folder = mkdtempSync(join(tmpdir(), "agtmux-forget-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const [repository, home] = [join(folder, "a repository"), join(folder, "home")];
  const git = (...words: string[]) =>
    execFileSync("git", ["-C", repository, "-c", "user.name=x", "-c", "user.email=x@x", ...words], {
      encoding: "utf8",
    });
  mkdirSync(repository);
  git("init", "-q", "-b", "main");
  git("commit", "-q", "--allow-empty", "-m", "first");
  for (const name of ["aa/last", "aa/t1", "bb/last"]) git("update-ref", `refs/agtmux/${name}`, "HEAD");
  for (const [key, of] of Object.entries({ aa: join(repository, ".git"), cc: join(folder, "gone"), dd: "" })) {
    mkdirSync(join(home, "snapshots", key), { recursive: true });
    if (of !== "") writeFileSync(join(home, "snapshots", key, "of"), of);
  }
  expect(forgetSnapshots(home)).toEqual([join(repository, ".git")]);
  expect(git("for-each-ref", "--format=%(refname)")).toBe("refs/agtmux/bb/last\nrefs/heads/main\n");
  expect(forgetSnapshots(home)).toEqual([]);
  expect(forgetSnapshots(join(folder, "none"))).toEqual([]);
});
