import { chmodSync, existsSync, readdirSync, readFileSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import {
  filesIn,
  folder,
  home,
  inStore,
  type Repository,
  repository,
  shell,
  stateOf,
  withFolder,
  write,
} from "./test-repository.ts";
import { undone } from "./test-undo.ts";
import { diffSince, previewUndo, takeSnapshot, undoTurn } from "./turn-git.ts";

withFolder();

describe("snapshots of a turn", () => {
  it.each<[string, (repo: Repository) => unknown]>([
    ["before the first commit", ({ git }) => git("update-ref", "-d", "HEAD")],
    ["on a detached head", ({ git }) => git("checkout", "-q", "--detach")],
    ["in the middle of a merge with conflicts", ({ dir, git }) => conflict(dir, git, "merge")],
    ["in the middle of a rebase", ({ dir, git }) => conflict(dir, git, "rebase")],
    [
      "with an intent to add",
      ({ dir, git }) => {
        write(dir, "later.txt", "x");
        git("add", "-N", "later.txt");
      },
    ],
    [
      "with an ignored file that git knows",
      ({ dir, git }) => {
        write(dir, ".gitignore", "*.log\n");
        write(dir, "kept.log", "1");
        git("add", "-f", "kept.log", ".gitignore");
      },
    ],
    [
      "with line ends that git changes",
      ({ dir, git }) => {
        write(dir, ".gitattributes", "*.txt text eol=crlf\n");
        write(dir, "a.txt", "one\r\ntwo\r\n");
        git("add", "-A");
        git("commit", "-q", "-m", "crlf");
      },
    ],
    [
      "with line ends on the disk that are not those of git's rule",
      ({ dir, git }) => {
        write(dir, ".gitattributes", "*.txt text eol=crlf\n*.ini text eol=lf\n*.u16 working-tree-encoding=UTF-16\n");
        write(dir, "a.txt", "one\ntwo\n");
        write(dir, "x.ini", "one\r\ntwo\n");
        write(dir, "y.u16", "\xfe\xff\0h\0i");
        git("add", "-A");
        git("commit", "-q", "-m", "mixed");
      },
    ],
    [
      "in a sparse checkout with a split index",
      ({ dir, git }) => {
        write(dir, "left out/b.txt", "b\n");
        write(dir, "in/c.txt", "c\n");
        git("add", "-A");
        git("commit", "-q", "-m", "two folders");
        git("sparse-checkout", "set", "in");
        git("update-index", "--split-index");
      },
    ],
    [
      "with a repository inside that nobody knows",
      ({ dir, git }) => {
        git("init", "-q", "inner");
        write(dir, "inner/x.txt", "x\n");
        git("-C", "inner", "add", "x.txt");
        git("-C", "inner", "commit", "-q", "-m", "x");
      },
    ],
    [
      "with pointers of LFS",
      ({ dir, git }) => {
        write(dir, ".gitattributes", "*.bin filter=lfs diff=lfs merge=lfs -text\n");
        write(dir, "big.bin", "version https://git-lfs.github.com/spec/v1\noid sha256:1\nsize 9\n");
        git("add", "-A");
        git("commit", "-q", "-m", "lfs");
      },
    ],
    [
      "with a submodule",
      ({ dir, git }) => {
        const inner = repository();
        git("-c", "protocol.file.allow=always", "submodule", "add", "-q", inner.dir, "sub");
        git("commit", "-q", "-m", "sub");
        write(dir, "sub/local.txt", "only there\n");
      },
    ],
    [
      "with a file that changed in the moment in which it was staged, and kept its size",
      ({ dir, git }) => {
        const [file, moment] = [join(dir, "b.txt"), 1_700_000_000];
        git("config", "core.trustctime", "false");
        writeFileSync(file, "one\n");
        utimesSync(file, moment, moment);
        git("add", "b.txt");
        writeFileSync(file, "two\n");
        utimesSync(file, moment, moment);
        utimesSync(join(dir, ".git/index"), moment, moment);
      },
    ],
    [
      "in a linked worktree",
      ({ dir, git }) => {
        git("branch", "side");
        const linked = `${dir} linked`;
        git("worktree", "add", "-q", linked, "side");
        return linked;
      },
    ],
  ])("[WK20] %s", async (_name, prepare) => {
    const first = repository();
    const linked = prepare(first);
    const dir = typeof linked === "string" && linked.startsWith("/") ? linked : first.dir;
    const repo = { dir, git: (...words: string[]) => first.git("-C", dir, ...words) };
    write(repo.dir, "dirty.txt", "mine\r\n");
    const { before, after } = await undone(repo, () => {
      write(repo.dir, "a.txt", "by the agent\r\n");
      write(repo.dir, "dirty.txt", "by the agent\n");
      write(repo.dir, "made/by the\nagent.txt", "x");
      repo.git("add", "a.txt");
    });
    expect(after).toEqual(before);
  });

  it("[WK21] touches no hook, monitor, lock, index, object or ref of the user's, and is in our own folder only", async () => {
    const { dir, git } = repository();
    const told = join(folder, "told");
    for (const hook of ["post-index-change", "reference-transaction", "post-checkout", "pre-commit", "fsmonitor"]) {
      write(dir, `.git/hooks/${hook}`, `#!/bin/sh\necho ${hook} >>'${told}'\n`);
      chmodSync(join(dir, ".git/hooks", hook), 0o755);
    }
    git("config", "core.fsmonitor", ".git/hooks/fsmonitor");
    rmSync(told, { force: true });
    write(dir, "a.txt", "two\n");
    const index = readFileSync(join(dir, ".git/index"));
    // everything that `git log --all`, gitk, push --mirror and gc see
    const own = () => [git("for-each-ref"), git("log", "--all", "--oneline"), git("count-objects", "-v")];
    const refs = own();
    const first = await takeSnapshot(shell, dir, "1");
    expect(existsSync(told)).toBe(false);
    expect(readFileSync(join(dir, ".git/index")).equals(index)).toBe(true);
    expect(own()).toEqual(refs);
    expect(readdirSync(join(dir, ".git")).filter((name) => /lock|agtmux/i.test(name))).toEqual([]);
    // nothing has changed, so it is the same one
    expect(await takeSnapshot(shell, dir, "2")).toEqual(first);
    write(dir, "a.txt", "three\n");
    expect((await takeSnapshot(shell, dir, "3")).tree).not.toBe(first.tree);
    expect(own()).toEqual(refs);
    expect(inStore({ dir, git }, "for-each-ref", "--format=%(refname)")).toBe(
      "refs/agtmux/last\nrefs/agtmux/t1\nrefs/agtmux/t2\nrefs/agtmux/t3\n",
    );
    const left = readdirSync(join(home, "snapshots"), { recursive: true }).map(String);
    expect(left.filter((name) => name.includes("work."))).toEqual([]);
  });

  it("[WK24] git is ended when a snapshot takes too long, and so are the filters that it runs", async () => {
    const { dir, git } = repository();
    const config = join(folder, ".gitconfig");
    writeFileSync(config, `[filter "slow"]\n\tclean = echo $$ >'${folder}/slow.pid' && sleep 600\n`);
    onTestFinished(() => rmSync(config));
    write(dir, ".gitattributes", "*.slow filter=slow\n");
    write(dir, "a.slow", "x\n");
    const refs = git("for-each-ref");
    await expect(takeSnapshot(shell, dir, "1", 2_000)).rejects.toThrow();
    const runs = () => {
      try {
        // nobody may be there to collect the ended process
        const pid = readFileSync(join(folder, "slow.pid"), "utf8").trim();
        return !readFileSync(`/proc/${pid}/stat`, "utf8").includes(") Z ");
      } catch {
        return false;
      }
    };
    await expect.poll(runs, { timeout: 30_000 }).toBe(false);
    expect(git("for-each-ref")).toBe(refs);
  });

  it("[WK22] only a tree that is still as it was shown is undone, and what was undone can be had again", async () => {
    const repo = repository();
    const { commit } = await takeSnapshot(shell, repo.dir, "1");
    write(repo.dir, "a.txt", "two\n");
    const { now, files } = await previewUndo(shell, repo.dir, commit);
    expect(files).toEqual([{ change: "M", name: "a.txt" }]);
    write(repo.dir, "a.txt", "three\n");
    const undo = { commit, now, name: "2", movesHead: false };
    await expect(undoTurn(shell, repo.dir, undo)).rejects.toMatchObject({
      message: expect.stringContaining("have changed since"),
    });
    expect(filesIn(repo.dir)).toEqual({ "a.txt": "three\n" });
    writeFileSync(join(repo.dir, ".git/index.lock"), "");
    const again = await previewUndo(shell, repo.dir, commit);
    await expect(undoTurn(shell, repo.dir, { ...undo, now: again.now })).rejects.toMatchObject({
      message: expect.stringContaining("locked"),
    });
    expect(filesIn(repo.dir)).toEqual({ "a.txt": "three\n" });
    rmSync(join(repo.dir, ".git/index.lock"));
    await undoTurn(shell, repo.dir, { ...undo, now: again.now });
    expect(filesIn(repo.dir)).toEqual({ "a.txt": "one\n" });
    expect(inStore(repo, "cat-file", "blob", "refs/agtmux/u2:work/a.txt")).toBe("three\n");
  });

  it("[WK22] commits of the turn are told; HEAD moves only if that was said, and not after another branch or a rebase", async () => {
    const repo = repository();
    const { commit, head } = await takeSnapshot(shell, repo.dir, "1");
    write(repo.dir, "a.txt", "two\n");
    repo.git("commit", "-q", "-am", "the agent's");
    const preview = await previewUndo(shell, repo.dir, commit);
    expect(preview).toMatchObject({
      has_moved: true,
      is_blocked: false,
      commits: [expect.stringMatching(/^\w+ the agent's$/)],
    });
    await undoTurn(shell, repo.dir, { commit, now: preview.now, name: "2", movesHead: false });
    expect(repo.git("rev-parse", "HEAD").trim()).not.toBe(head);
    expect(filesIn(repo.dir)).toEqual({ "a.txt": "one\n" });
    const { now } = await previewUndo(shell, repo.dir, commit);
    await undoTurn(shell, repo.dir, { commit, now, name: "3", movesHead: true });
    expect(repo.git("rev-parse", "HEAD").trim()).toBe(head);
    expect(repo.git("status", "--porcelain")).toBe("");
    repo.git("checkout", "-q", "-b", "other");
    expect(await previewUndo(shell, repo.dir, commit)).toMatchObject({ is_blocked: true });
    await expect(undoTurn(shell, repo.dir, { commit, now, name: "4", movesHead: false })).rejects.toMatchObject({
      message: expect.stringContaining("another branch"),
    });
  });

  it("[WK21] refuses an undo, and changes nothing, if the user's git has removed what the snapshot needs", async () => {
    const repo = repository();
    write(repo.dir, "a.txt", "staged\n");
    repo.git("add", "a.txt");
    const { commit } = await takeSnapshot(shell, repo.dir, "1");
    write(repo.dir, "a.txt", "two\n");
    repo.git("add", "a.txt");
    repo.git("prune", "--expire=now");
    const { now } = await previewUndo(shell, repo.dir, commit);
    const before = stateOf(repo);
    await expect(undoTurn(shell, repo.dir, { commit, now, name: "2", movesHead: false })).rejects.toMatchObject({
      message: expect.stringContaining("git has removed meanwhile"),
    });
    expect(stateOf(repo)).toEqual(before);
  });

  it("[WK23] what has changed since the turn began, or since the base, includes new files and commits", async () => {
    const { dir, git } = repository();
    git("checkout", "-q", "-b", "work");
    write(dir, "mine.txt", "before the turn\n");
    const { commit } = await takeSnapshot(shell, dir, "1");
    write(dir, "mine.txt", "before the turn\nand in it\n");
    write(dir, "new.txt", "x\n");
    git("add", "new.txt");
    git("commit", "-q", "-m", "the agent's");
    const turn = await diffSince(shell, dir, commit);
    expect(turn).toMatchObject({ files: 2, added: 2, removed: 0, untracked: [], is_cut: false });
    expect(turn.diff).toContain("+and in it");
    expect(turn.diff).not.toContain("+before the turn");
    expect(await diffSince(shell, dir, null)).toMatchObject({ files: 2, added: 3, removed: 0 });
    await expect(diffSince(shell, dir, "0".repeat(40))).rejects.toMatchObject({
      message: expect.stringContaining("no snapshot"),
    });
  });

  it("[WK24] is not taken where the repository's own settings name a filter, nor outside of repositories", async () => {
    const { dir, git } = repository();
    git("config", "filter.x.clean", "touch ran");
    await expect(takeSnapshot(shell, dir, "1")).rejects.toMatchObject({ message: expect.stringContaining("filter") });
    expect(existsSync(join(dir, "ran"))).toBe(false);
    await expect(takeSnapshot(shell, home, "1")).rejects.toMatchObject({
      message: expect.stringContaining("not in a git repository"),
    });
  });
});

function conflict(dir: string, git: (...words: string[]) => string, by: "merge" | "rebase"): void {
  git("checkout", "-q", "-b", "side");
  write(dir, "a.txt", "side\n");
  git("commit", "-q", "-am", "side");
  git("checkout", "-q", "main");
  write(dir, "a.txt", "main\n");
  git("commit", "-q", "-am", "main");
  expect(() => git(by, "side")).toThrow();
}
