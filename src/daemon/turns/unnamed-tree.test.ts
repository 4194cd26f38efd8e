import { chmodSync, existsSync, mkdirSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it, onTestFinished } from "vitest";
import { asFault } from "../../core/protocol/base/fault.ts";
import { WorkspaceShell } from "../actions/workspace-shell.ts";
import { folder, GIT_ENV, home, repository, shell, withFolder } from "./test-repository.ts";
import { takeSnapshot } from "./turn-git.ts";

withFolder();

/** Until the test is over, git does not tell under which name the snapshots of a working tree are. */
function breakGit(): void {
  const bin = join(folder, "bin");
  mkdirSync(bin);
  const { PATH } = GIT_ENV;
  const words = `case " $* " in *" hash-object --stdin ") exit 128 ;; esac\nPATH='${PATH}' exec git "$@"\n`;
  writeFileSync(join(bin, "git"), `#!/bin/sh\n${words}`);
  chmodSync(join(bin, "git"), 0o700);
  GIT_ENV.PATH = `${bin}:${PATH}`;
  onTestFinished(() => {
    GIT_ENV.PATH = PATH;
  });
}

it("[WK24] where git does not name the working tree, no snapshot is taken, and dispose removes none of another's", async () => {
  const [main, other] = [repository(), repository()];
  const path = `${main.dir} work`;
  main.git("worktree", "add", "-q", "-b", "work", path);
  await takeSnapshot(shell, other.dir, "1");
  const before = readdirSync(join(home, "snapshots"));
  breakGit();
  const taken = takeSnapshot(shell, path, "1").catch((error: unknown) => asFault(error).message);
  expect(await taken).toMatch(/^git could not do it in /);
  const values = { repository: main.dir, path, branch: "work", created: "no", base: "", made: "" };
  await new WorkspaceShell(shell, "").run("dispose", "remove_worktree", { home, ...values });
  expect([before.length, readdirSync(join(home, "snapshots")), existsSync(path)]).toEqual([1, before, false]);
});
