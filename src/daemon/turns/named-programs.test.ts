import { chmodSync, existsSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { pictureScript } from "../../core/actions/picture-script.ts";
import { SAFE_GIT } from "../../core/provision/safe-git.ts";
import { shellQuote } from "../../core/provision/shell-words.ts";
import { diffOf } from "../actions/diff.ts";
import { WorkspaceShell } from "../actions/workspace-shell.ts";
import { planFinish } from "./finish-git.ts";
import { folder, inStore, type Repository, repository, shell, withFolder, write } from "./test-repository.ts";
import { diffSince, previewUndo, takeSnapshot, treeNow, undoTurn } from "./turn-git.ts";

withFolder();

const gitChanges = readFileSync("src/remote/git-changes.sh", "utf8");

/** All that looks at a repository, or works there by itself; each may fail, but must run nothing. */
const LOOKS: Record<string, (repo: Repository, commit: string) => Promise<unknown>> = {
  "counting changes": ({ dir }) => shell.runScript(`set -- ${shellQuote(dir)}\n${SAFE_GIT}${gitChanges}`),
  "a snapshot": ({ dir }) => takeSnapshot(shell, dir, "2"),
  "naming a tree": ({ dir }) => treeNow(shell, dir),
  "a diff since the commit": ({ dir }) => diffOf(paneIn(dir), shell, DIFF, { recall: () => null }),
  "a diff since the turn": ({ dir }, commit) => diffSince(shell, dir, commit),
  "a diff since the base": ({ dir }) => diffSince(shell, dir, null),
  "pictures of a diff": ({ dir, git }) =>
    shell.runScript(
      pictureScript(dir, [{ name: "a.txt", blob: git("rev-parse", "HEAD:a.txt").trim(), is_gone: false, type: "x" }]),
    ),
  "the preview of an undo": ({ dir }, commit) => previewUndo(shell, dir, commit),
  "an undo": async ({ dir }, commit) => {
    const { now } = await previewUndo(shell, dir, commit);
    await undoTurn(shell, dir, { commit, now, name: "3", movesHead: false });
  },
  "the plan of a finish": ({ dir }) =>
    planFinish(shell, dir, { how: "squash", onto: "main", push: false, block: null }),
  "what dispose would lose": ({ dir }) =>
    new WorkspaceShell(shell, "none").run("dispose", "check_worktree", { path: dir, block: "", without: "" }),
};
const DIFF = { since: "commit", context: 3, pictures: false, only: [] } as const;

/** Settings and objects by which git runs a program, as an agent can write them. */
const TRAPS: Record<string, (repo: Repository, trap: string) => void> = {
  "a monitor, with a file at which git was told not to look": ({ git }, trap) => {
    git("config", "core.fsmonitor", trap);
    git("update-index", "--fsmonitor");
    git("status");
    git("update-index", "--assume-unchanged", "b.txt");
  },
  "a program that checks signatures": ({ dir, git }, trap) => {
    git("config", "log.showSignature", "true");
    git("config", "gpg.program", trap);
    const [tree, parent] = [git("rev-parse", "HEAD^{tree}"), git("rev-parse", "HEAD")].map((id) => id.trim());
    const signed = `tree ${tree}\nparent ${parent}\nauthor x <x@x> 1 +0000\ncommitter x <x@x> 1 +0000\ngpgsig -----BEGIN PGP SIGNATURE-----\n \n x\n -----END PGP SIGNATURE-----\n\nsigned\n`;
    write(dir, ".git/signed", signed);
    git("update-ref", "HEAD", git("hash-object", "-t", "commit", "-w", ".git/signed").trim());
  },
  "a remote by a program, and an object that is missing": ({ dir, git }, trap) => {
    const blob = git("rev-parse", "HEAD:a.txt").trim();
    for (const [name, value] of [
      ["core.repositoryFormatVersion", "1"],
      ["extensions.partialClone", "origin"],
      ["remote.origin.promisor", "true"],
      ["remote.origin.url", `ext::${trap} %S`],
      ["protocol.ext.allow", "always"],
    ] as const)
      git("config", name, value);
    rmSync(join(dir, ".git", "objects", blob.slice(0, 2), blob.slice(2)));
  },
  "a pager, an external diff and conversions for diffs": ({ dir, git }, trap) => {
    for (const name of ["core.pager", "pager.diff", "diff.external", "diff.odd.textconv", "diff.odd.command"])
      git("config", name, trap);
    write(dir, ".gitattributes", "* diff=odd\n");
  },
};

describe("programs that a repository names", () => {
  it.each(Object.keys(TRAPS).flatMap((trap) => Object.keys(LOOKS).map((look) => [trap, look] as const)))(
    "[SC25] %s: not run by %s",
    async (name, look) => {
      const repo = branched();
      const { commit } = await takeSnapshot(shell, repo.dir, "1");
      const trap = setTrap();
      TRAPS[name]?.(repo, trap.program);
      write(repo.dir, "a.txt", "another\n");
      trap.reset();
      await LOOKS[look]?.(repo, commit).catch(() => "refused");
      expect(trap.isSprung()).toBe(false);
    },
  );

  it("[SC25] filters of a repository inside: a snapshot does not ask that repository, and holds where its HEAD is", async () => {
    const [{ dir, git }, inner] = [branched(), repository()];
    git("-c", "protocol.file.allow=always", "submodule", "--quiet", "add", inner.dir, "sub");
    git("commit", "-q", "-m", "with another inside");
    const trap = setTrap();
    write(dir, "sub/.gitattributes", "* filter=odd\n");
    git("-C", "sub", "config", "filter.odd.clean", trap.program);
    write(dir, "sub/a.txt", "two\n");
    await takeSnapshot(shell, dir, "1");
    expect(trap.isSprung()).toBe(false);
    // git itself would have run it
    git("status");
    expect(trap.isSprung()).toBe(true);
    git("-C", "sub", "commit", "-q", "--allow-empty", "-m", "moved on");
    await takeSnapshot(shell, dir, "2");
    const held = inStore({ dir, git }, "rev-parse", "refs/agtmux/last:work/sub");
    expect(held).toBe(git("-C", "sub", "rev-parse", "HEAD"));
  });

  it("[SC25] what stands in the place of git's rules is not read: a link to a device keeps nothing busy", async () => {
    const { dir, git } = branched();
    write(dir, "sub/b.txt", "x");
    symlinkSync("/dev/zero", join(dir, "sub", ".gitattributes"));
    git("add", "-A");
    git("commit", "-q", "-m", "a link");
    const { tree } = await takeSnapshot(shell, dir, "1");
    expect(tree).toBe(git("rev-parse", "HEAD^{tree}").trim());
  }, 20_000);

  it("[SC25, WK24] a file's name is no option: the limit for new files holds", async () => {
    const { dir } = branched();
    write(dir, "--exclude=*", "");
    writeFileSync(join(dir, "large"), Buffer.alloc(201 * 1024 * 1024));
    await expect(takeSnapshot(shell, dir, "1")).rejects.toMatchObject({ code: "E_WORKSPACE" });
  }, 30_000);

  it("[SC25] every script that uses git by itself begins with what makes that safe", () => {
    const bare = /(?:^|[\s(|;&])git (?!\$safe)(?=-|[a-z])/m;
    for (const name of readdirSync("src/remote").filter((each) => !/^(?:spawn|git-finish)/.test(each))) {
      const lines = readFileSync(join("src/remote", name), "utf8").split("\n");
      const calls = lines.filter((line) => !/^\s*#|refuse |command -v git/.test(line) && bare.test(line));
      expect([name, calls]).toEqual([name, []]);
    }
  });
});

/** On a branch of its own, so that there is a base. */
function branched(): Repository {
  const repo = repository();
  write(repo.dir, "b.txt", "b\n");
  repo.git("add", "-A");
  repo.git("commit", "-q", "-m", "second");
  repo.git("switch", "-q", "-c", "work");
  return repo;
}

let traps = 0;
function setTrap() {
  traps += 1;
  const [file, sprung] = [join(folder, `trap-${traps}`), join(folder, `sprung-${traps}`)];
  writeFileSync(file, `#!/bin/sh\n: >'${sprung}'\n`);
  chmodSync(file, 0o755);
  return { program: file, isSprung: () => existsSync(sprung), reset: () => rmSync(sprung, { force: true }) };
}

function paneIn(dir: string) {
  return { doing: null, cwd: dir, runtime_id: null };
}
