import {
  chmodSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { describe, expect, it, onTestFinished } from "vitest";
import { filesIn, folder, home, type Repository, repository, shell, stateOf, write } from "./test-repository.ts";
import { diffSince, previewUndo, takeSnapshot, undoTurn } from "./turn-git.ts";

async function undone(repo: Repository, change: () => void, { movesHead = false } = {}) {
  const { commit } = await takeSnapshot(shell, repo.dir, "1");
  const before = stateOf(repo);
  change();
  const { now } = await previewUndo(shell, repo.dir, commit);
  await undoTurn(shell, repo.dir, { commit, now, name: "2", movesHead });
  return { before, after: stateOf(repo) };
}

describe("snapshots of a turn", () => {
  it("[WK20] snapshot and undo are the identity on files and index, whatever is staged, changed, new, removed or renamed", async () => {
    const name = fc.constantFrom(
      "a.txt",
      "b b.txt",
      "new\nline.txt",
      "d/e.txt",
      "-x",
      "ü.txt",
      "x.sh",
      ".hidden",
      "d/'q\".txt",
    );
    const step = fc.oneof(
      fc.tuple(fc.constant("write" as const), name, fc.constantFrom("1\n", "2\r\n", "", "\0bin")),
      fc.tuple(fc.constant("remove" as const), name, fc.constant("")),
      fc.tuple(fc.constantFrom("stage" as const, "chmod" as const, "link" as const), name, fc.constant("")),
      fc.tuple(
        fc.constantFrom("stage all" as const, "commit" as const, "unstage" as const),
        fc.constant(""),
        fc.constant(""),
      ),
    );
    const steps = fc.array(step, { minLength: 1, maxLength: 6 });
    const play = ({ dir, git }: Repository, moves: [string, string, string][], commits: boolean) => {
      for (const [does, path, text] of moves) {
        const full = join(dir, path);
        const stat = path === "" ? undefined : lstatSync(full, { throwIfNoEntry: false });
        const isThere = stat?.isFile() === true;
        // a link may lead nowhere, or to itself
        if (does === "write" && (isThere || stat === undefined)) write(dir, path, text);
        if (does === "remove" || does === "link") rmSync(full, { force: true });
        if (does === "link") mkdirSync(join(full, ".."), { recursive: true });
        if (does === "link") symlinkSync("a.txt", full);
        if (does === "chmod" && isThere) chmodSync(full, 0o755);
        if (does === "stage" && isThere) git("add", "--", path);
        if (does === "stage all") git("add", "-A");
        if (does === "unstage") git("reset", "-q");
        if (does === "commit" && commits) git("commit", "-q", "--allow-empty", "-m", "more");
      }
    };
    await fc.assert(
      fc.asyncProperty(steps, steps, async (first, second) => {
        const repo = repository();
        play(repo, first, true);
        const { before, after } = await undone(repo, () => play(repo, second, false));
        expect(after).toEqual(before);
      }),
      { numRuns: 5, endOnFailure: true },
    );
  }, 120_000);

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
  ])(
    "[WK20] %s",
    async (_name, prepare) => {
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
    },
    60_000,
  );

  it("[WK21] touches no hook, monitor, lock, index or ref of the user's, and is in its own refs and folder only", async () => {
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
    const own = () =>
      git("for-each-ref", "--format=%(refname)")
        .split("\n")
        .filter((ref) => !ref.startsWith("refs/agtmux/"));
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
    const left = readdirSync(join(home, "snapshots"), { recursive: true }).map(String);
    const notes = left.filter((name) => name.endsWith("/of")).map((name) => join(home, "snapshots", name));
    expect(notes.map((note) => readFileSync(note, "utf8"))).toContain(join(dir, ".git"));
    expect(left.filter((name) => name.includes("work."))).toEqual([]);
  }, 60_000);

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
    const kept = repo
      .git("for-each-ref", "--format=%(refname)", "refs/agtmux")
      .split("\n")
      .find((ref) => ref.endsWith("/u2"));
    expect(repo.git("cat-file", "blob", `${kept}:work/a.txt`)).toBe("three\n");
  }, 60_000);

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
  }, 60_000);

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
  }, 60_000);

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
