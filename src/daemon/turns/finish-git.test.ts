import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { undoWords } from "../../core/actions/finish-steps.ts";
import { asFault } from "../../core/protocol/base/fault.ts";
import { doFinish, type Finishing, planFinish, undoFinish } from "./finish-git.ts";
import { filesIn, folder, type Repository, repository, shell, stateOf, withFolder, write } from "./test-repository.ts";

const COMMIT: Finishing = { how: "commit", onto: "", push: false, block: null };
const MERGE: Finishing = { ...COMMIT, how: "merge" };
const REBASE: Finishing = { ...COMMIT, how: "rebase" };
const SQUASH: Finishing = { ...COMMIT, how: "squash" };

let serial = 0;
async function finished({ dir }: Repository, finishing: Finishing, message = "The work\n\nIn words.") {
  const { confirm } = await planFinish(shell, dir, finishing);
  serial += 1;
  return doFinish(shell, dir, finishing, { confirm, message, name: `${serial}` });
}

async function refusal(doing: Promise<unknown>) {
  const { code, message, details } = await doing.then(
    () => {
      throw new Error("it was done");
    },
    (error: unknown) => asFault(error),
  );
  return { code, message, files: details?.files };
}

/** A repository with a worktree for the branch `work`, as `spawn --worktree` makes one. */
function withWorktree(): { main: Repository; work: Repository } {
  const main = repository();
  const dir = `${main.dir} work`;
  main.git("worktree", "add", "-q", "-b", "work", dir);
  return { main, work: { dir, git: (...words) => main.git("-C", dir, ...words) } };
}

/** The same repository's state, and that of the working tree of its base. */
const both = ({ main, work }: ReturnType<typeof withWorktree>) => [stateOf(main), stateOf(work)];

function hook({ git, dir }: Repository, name: string, text: string): void {
  const path = join(dir, git("rev-parse", "--git-path", `hooks/${name}`).trim());
  mkdirSync(join(path, ".."), { recursive: true });
  writeFileSync(path, `#!/bin/sh\n${text}\n`);
  chmodSync(path, 0o755);
}

withFolder();

describe("a plan of finishing", () => {
  it("[WK40] names files, base and remote, and changes nothing", async () => {
    const repo = repository();
    hook(repo, "post-index-change", `touch '${repo.dir}/.git/noticed'`);
    write(repo.dir, "a.txt", "two\n");
    write(repo.dir, "new file", "new\n");
    const before = stateOf(repo);
    expect(await planFinish(shell, repo.dir, COMMIT)).toMatchObject({
      ...{ top: repo.dir, branch: "main", base: "main", base_at: repo.dir, remote: null },
      ...{ confirm: expect.any(String), ahead: 0, is_foreseen: false },
      files: [
        { change: "M", name: "a.txt" },
        { change: "A", name: "new file" },
      ],
    });
    expect(stateOf(repo)).toEqual(before);
    expect(existsSync(join(repo.dir, ".git/noticed"))).toBe(false);
  });

  it("[WK43] is refused on a detached head, during a rebase, without a base and for the base itself", async () => {
    const repo = repository();
    expect(await refusal(planFinish(shell, repo.dir, MERGE))).toMatchObject({
      code: "E_WORKSPACE",
      message: "main is the base itself: there is nothing to bring into it",
    });
    expect(await refusal(planFinish(shell, repo.dir, { ...MERGE, onto: "nowhere" }))).toMatchObject({
      message: "there is no branch nowhere here",
    });
    expect(await refusal(planFinish(shell, repo.dir, { ...COMMIT, push: true }))).toMatchObject({
      message: "no remote is known to push to",
    });
    repo.git("checkout", "-q", "-b", "side");
    write(repo.dir, "a.txt", "side\n");
    repo.git("commit", "-qam", "side");
    repo.git("checkout", "-q", "main");
    write(repo.dir, "a.txt", "main\n");
    repo.git("commit", "-qam", "main");
    expect(() => repo.git("rebase", "side")).toThrow();
    expect(await refusal(planFinish(shell, repo.dir, COMMIT))).toMatchObject({
      message: expect.stringContaining("HEAD is detached"),
    });
    repo.git("rebase", "--abort");
    expect(() => repo.git("merge", "side")).toThrow();
    expect(await refusal(planFinish(shell, repo.dir, COMMIT))).toMatchObject({
      message: expect.stringContaining("another operation is in progress there (MERGE_HEAD)"),
    });
  });

  it("[SC29] is refused where the path has a line break, whose next line would be told as the base", async () => {
    const main = repository();
    const dir = `${main.dir} odd\nbase harmless`;
    main.git("worktree", "add", "-q", "-b", "odd", dir);
    write(dir, "a.txt", "two\n");
    for (const finishing of [COMMIT, MERGE])
      expect(await refusal(planFinish(shell, dir, finishing))).toMatchObject({
        code: "E_WORKSPACE",
        message: "the path of that working tree has a line break",
      });
  });

  it.each([
    ["remote.pushDefault", "origin\nuser@elsewhere:x"],
    ["branch.main.merge", "refs/heads/next\nremote harmless"],
  ])("[SC29] is refused where %s has a line break, which would tell another remote", async (key, value) => {
    const repo = repository();
    repo.git("config", "branch.main.remote", ".");
    repo.git("remote", "add", "elsewhere", "user@elsewhere:x");
    repo.git("config", key, value);
    write(repo.dir, "a.txt", "two\n");
    expect(await refusal(planFinish(shell, repo.dir, { ...COMMIT, push: true }))).toMatchObject({
      code: "E_WORKSPACE",
      message: "a branch or a remote in the settings of that repository has a line break",
    });
  });

  it("[SC29] names no working tree of another repository as that of the base, whatever a worktree is called", async () => {
    const [main, other] = [repository(), repository()];
    main.git("checkout", "-q", "-b", "side");
    main.git("worktree", "add", "-q", "-b", "odd", `${other.dir}\nbranch refs/heads/main`);
    write(main.dir, "a.txt", "two\n");
    expect(await planFinish(shell, main.dir, MERGE)).toMatchObject({ base: "main", base_at: null });
  });
});

describe("finishing", () => {
  it("[WK40, WK42] commits everything with the user's hooks, and taking it back is the identity", async () => {
    const repo = repository();
    hook(repo, "commit-msg", 'echo "Signed: hook" >>"$1"');
    write(repo.dir, "staged.txt", "staged\n");
    repo.git("add", "staged.txt");
    write(repo.dir, "staged.txt", "staged and more\n");
    write(repo.dir, "a.txt", "two\n");
    write(repo.dir, "new file", "new\n");
    const before = stateOf(repo);
    const { done, failed, ...record } = await finished(repo, COMMIT);
    expect([done.map(({ name }) => name), failed]).toEqual([["commit"], null]);
    expect(repo.git("log", "-1", "--format=%B")).toBe("The work\n\nIn words.\nSigned: hook\n\n");
    expect(repo.git("status", "--porcelain")).toBe("");
    await undoFinish(shell, repo.dir, record);
    expect(stateOf(repo)).toEqual(before);
  });

  it("[WK42] makes the first commit of a repository, and takes it back", async () => {
    const repo = repository();
    repo.git("update-ref", "-d", "HEAD");
    const before = stateOf(repo);
    const { done: _, failed: __, ...record } = await finished(repo, COMMIT);
    expect(repo.git("log", "--format=%s")).toBe("The work\n");
    await undoFinish(shell, repo.dir, record);
    expect(stateOf(repo)).toEqual(before);
  });

  it("[WK43] leaves everything as it was if a hook refuses", async () => {
    const repo = repository();
    hook(repo, "pre-commit", "echo not today >&2; exit 1");
    write(repo.dir, "a.txt", "two\n");
    write(repo.dir, "new", "new\n");
    const before = stateOf(repo);
    expect(await refusal(finished(repo, COMMIT))).toMatchObject({
      message: "git refused, and nothing was changed: not today",
    });
    expect(stateOf(repo)).toEqual(before);
  });

  it("[WK43] refuses if a file has changed since the plan", async () => {
    const repo = repository();
    write(repo.dir, "a.txt", "two\n");
    const { confirm } = await planFinish(shell, repo.dir, COMMIT);
    write(repo.dir, "a.txt", "three\n");
    const before = stateOf(repo);
    expect(await refusal(doFinish(shell, repo.dir, COMMIT, { confirm, message: "x", name: "x" }))).toMatchObject({
      message: expect.stringContaining("have changed since: look again"),
    });
    expect(stateOf(repo)).toEqual(before);
  });

  it("[WK40] does not commit our own instructions, and leaves them in the file", async () => {
    const { main, work } = withWorktree();
    write(work.dir, "AGENTS.md", "theirs\n");
    write(work.dir, "a.txt", "two\n");
    work.git("add", "AGENTS.md");
    work.git("commit", "-qm", "agents");
    write(work.dir, "AGENTS.md", "theirs\nours\n");
    const block = { file: join(work.dir, "AGENTS.md"), without: "theirs\n" };
    expect((await planFinish(shell, work.dir, { ...MERGE, block })).files).toEqual([{ change: "M", name: "a.txt" }]);
    expect(await refusal(planFinish(shell, work.dir, { ...REBASE, block }))).toMatchObject({
      message: expect.stringContaining("AGENTS.md has instructions of agtmux in it"),
    });
    await finished(work, { ...MERGE, block });
    expect(main.git("show", "main:AGENTS.md")).toBe("theirs\n");
    expect(work.git("status", "--porcelain")).toBe(" M AGENTS.md\n");
    expect(readFileSync(join(work.dir, "AGENTS.md"), "utf8")).toBe("theirs\nours\n");
  });

  for (const finishing of [MERGE, REBASE, SQUASH])
    it(`[WK40, WK42] brings a worktree's branch into main by ${finishing.how}, and takes it back`, async () => {
      const pair = withWorktree();
      const { main, work } = pair;
      write(main.dir, "b.txt", "of main\n");
      main.git("add", "b.txt");
      main.git("commit", "-qm", "meanwhile");
      write(main.dir, "mine.txt", "not committed\n");
      write(main.dir, "a.txt", "one\n");
      write(work.dir, "c.txt", "of the work\n");
      const before = both(pair);
      const { done, failed, ...record } = await finished(work, finishing);
      expect(failed).toBeNull();
      const joined = finishing.how === "squash" ? "squash" : "commit";
      expect(done.map(({ name }) => name)).toEqual(
        finishing.how === "merge" ? ["commit", "merge"] : [joined, "rebase", "merge"],
      );
      expect(Object.keys(filesIn(main.dir)).sort()).toEqual(["a.txt", "b.txt", "c.txt", "mine.txt"]);
      expect(main.git("rev-list", "--count", "--merges", "main").trim()).toBe(finishing.how === "merge" ? "1" : "0");
      await undoFinish(shell, work.dir, record);
      expect(both(pair)).toEqual(before);
    });

  it("[WK40, WK42] merges into a base that is checked out nowhere, without a trace of the place where it did", async () => {
    const repo = repository();
    repo.git("checkout", "-q", "-b", "work");
    repo.git("branch", "-q", "other", "main");
    const other = repo.git("commit-tree", "main^{tree}", "-p", "main", "-m", "meanwhile").trim();
    repo.git("update-ref", "refs/heads/main", other);
    write(repo.dir, "c.txt", "of the work\n");
    const before = stateOf(repo);
    const { done: _, failed: __, ...record } = await finished(repo, MERGE);
    expect(repo.git("show", "main:c.txt")).toBe("of the work\n");
    expect(repo.git("log", "-1", "--format=%s", "main")).toBe("Merge branch 'work' into main\n");
    expect(repo.git("worktree", "list", "--porcelain").match(/^worktree /gm)).toHaveLength(1);
    await undoFinish(shell, repo.dir, record);
    expect(stateOf(repo)).toEqual(before);
    // a base that is behind only goes forward
    await finished(repo, { ...MERGE, onto: "other" });
    expect(repo.git("rev-parse", "other")).toBe(repo.git("rev-parse", "work"));
  });

  for (const finishing of [MERGE, REBASE, SQUASH])
    it(`[WK43] names the files that conflict (${finishing.how}), foreseen or not, and leaves everything as it was`, async () => {
      const pair = withWorktree();
      const { main, work } = pair;
      write(main.dir, "a.txt", "main\n");
      main.git("commit", "-qam", "main");
      write(work.dir, "a.txt", "work\n");
      write(work.dir, "new.txt", "new\n");
      const before = both(pair);
      const conflict = {
        code: "E_WORKSPACE",
        files: ["a.txt"],
        message: "these files conflict with the base, and nothing was changed: a.txt",
      };
      expect(await refusal(planFinish(shell, work.dir, finishing))).toEqual(conflict);
      // git would run this driver, so it is not asked beforehand
      main.git("config", "merge.own.driver", "false");
      expect((await planFinish(shell, work.dir, finishing)).is_foreseen).toBe(false);
      expect(await refusal(finished(work, finishing))).toEqual(conflict);
      expect(both(pair)).toEqual(before);
    });

  it("[WK43] does not touch changes that a person has where the base is checked out", async () => {
    const pair = withWorktree();
    const { main, work } = pair;
    write(main.dir, "a.txt", "of a person\n");
    write(main.dir, "untracked.txt", "of a person\n");
    write(work.dir, "a.txt", "work\n");
    const before = both(pair);
    expect(await refusal(planFinish(shell, work.dir, MERGE))).toMatchObject({
      message: `main is checked out in ${main.dir}, where these files have changes: a.txt`,
    });
    main.git("checkout", "-q", "--", "a.txt");
    write(work.dir, "untracked.txt", "work\n");
    const clean = both(pair);
    for (const finishing of [MERGE, REBASE, SQUASH])
      expect(await refusal(finished(work, finishing))).toMatchObject({
        message: expect.stringContaining("untracked.txt"),
      });
    expect(both(pair)).toEqual(clean);
    expect(before).not.toEqual(clean);
  });

  it.each([
    ["a base that stands still", false],
    ["a base that has gone on", true],
  ])("[WK40, WK41, WK42] squashes commits and changes into one, onto %s, and takes it back", async (_name, goesOn) => {
    const pair = withWorktree();
    const { main, work } = pair;
    for (const [name, subject] of [
      ["one.txt", "One"],
      ["two.txt", "Two $(touch x)"],
    ] as const) {
      write(work.dir, name, "1\n");
      work.git("add", name);
      work.git("commit", "-qm", subject);
    }
    if (goesOn) main.git("commit", "-q", "--allow-empty", "-m", "meanwhile");
    write(work.dir, "one.txt", "2\n");
    work.git("add", "one.txt");
    write(work.dir, "new.txt", "new\n");
    hook(main, "commit-msg", 'echo "Signed: hook" >>"$1"');
    const before = both(pair);
    expect(await planFinish(shell, work.dir, SQUASH)).toMatchObject({
      ...{ ahead: 2, is_behind: goesOn, is_foreseen: true },
      subjects: ["One", "Two $(touch x)"],
      last_message: "Two $(touch x)",
    });
    const { done, failed, ...record } = await finished(work, SQUASH);
    expect(failed).toBeNull();
    expect(done.map(({ name }) => name)).toEqual(goesOn ? ["squash", "rebase", "merge"] : ["squash", "merge"]);
    expect(main.git("log", "--format=%s", "main")).toBe(goesOn ? "The work\nmeanwhile\nfirst\n" : "The work\nfirst\n");
    expect(main.git("log", "-1", "--format=%B")).toContain("Signed: hook");
    expect(main.git("rev-parse", "work")).toBe(main.git("rev-parse", "main"));
    expect(filesIn(main.dir)).toEqual({ "a.txt": "one\n", "new.txt": "new\n", "one.txt": "2\n", "two.txt": "1\n" });
    expect([main, work].map(({ git }) => git("status", "--porcelain"))).toEqual(["", ""]);
    expect(undoWords(record)).toMatch(
      /^main goes back to \w{12}, work to \w{12}, and its commits and changes are as they were$/,
    );
    await undoFinish(shell, work.dir, record);
    expect(both(pair)).toEqual(before);
    // a hook that refuses comes after the branch has moved
    hook(main, "pre-commit", "exit 1");
    expect(await refusal(finished(work, SQUASH))).toMatchObject({
      message: expect.stringContaining("nothing was changed"),
    });
    expect(both(pair)).toEqual(before);
  });

  it("[WK40] squashes beside our own instructions, and refuses commits that change nothing or have no base in common", async () => {
    const { main, work } = withWorktree();
    write(work.dir, "a.txt", "two\n");
    write(work.dir, "AGENTS.md", "theirs\n");
    work.git("add", "-A");
    work.git("commit", "-qm", "there");
    write(work.dir, "AGENTS.md", "theirs\nours\n");
    const block = { file: join(work.dir, "AGENTS.md"), without: "theirs\n" };
    await finished(work, { ...SQUASH, block });
    expect(main.git("show", "main:AGENTS.md")).toBe("theirs\n");
    expect(readFileSync(join(work.dir, "AGENTS.md"), "utf8")).toBe("theirs\nours\n");
    work.git("checkout", "-q", "AGENTS.md");
    write(work.dir, "b.txt", "b\n");
    work.git("add", "b.txt");
    work.git("commit", "-qm", "and");
    work.git("revert", "--no-edit", "HEAD");
    expect(await refusal(planFinish(shell, work.dir, SQUASH))).toMatchObject({
      message: "the commits of work change nothing together: there is nothing to bring into main",
    });
    work.git("checkout", "-q", "--orphan", "apart");
    work.git("commit", "-qm", "apart");
    expect(await refusal(planFinish(shell, work.dir, SQUASH))).toMatchObject({
      message: "apart and main have no commit in common",
    });
  });

  it("[WK40, WK42, WK43] finishes renames, a submodule, pointers of LFS, line ends that git changes and odd names, and names a conflict in one", async () => {
    const pair = withWorktree();
    const { main, work } = pair;
    const inner = repository();
    write(work.dir, ".gitattributes", "*.txt text eol=crlf\n*.bin filter=lfs diff=lfs merge=lfs -text\n");
    write(work.dir, "big.bin", "version https://git-lfs.github.com/spec/v1\noid sha256:1\nsize 9\n");
    write(work.dir, "new\nline b.txt", "one\n");
    work.git("-c", "protocol.file.allow=always", "submodule", "add", "-q", inner.dir, "sub");
    work.git("mv", "a.txt", "re named.txt");
    const before = both(pair);
    const { done: _, failed, ...record } = await finished(work, SQUASH);
    expect(failed).toBeNull();
    expect(main.git("ls-tree", "-r", "--name-only", "-z", "main").split("\0").sort()).toEqual(
      ["", ".gitattributes", ".gitmodules", "big.bin", "new\nline b.txt", "re named.txt", "sub"].sort(),
    );
    await undoFinish(shell, work.dir, record);
    expect(both(pair)[1]).toEqual(before[1]);
    write(main.dir, "new\nline b.txt", "other\n");
    main.git("add", "-A");
    main.git("commit", "-qm", "other");
    expect(await refusal(planFinish(shell, work.dir, MERGE))).toMatchObject({ files: ['"new\\nline b.txt"'] });
  });

  it("[WK42] is not taken back after somebody has gone on", async () => {
    const { work, main } = withWorktree();
    write(work.dir, "c.txt", "work\n");
    const { done: _, failed: __, ...record } = await finished(work, MERGE);
    main.git("commit", "-q", "--allow-empty", "-m", "on");
    expect(await refusal(undoFinish(shell, work.dir, record))).toMatchObject({
      message: expect.stringContaining("has moved since"),
    });
  });
});

describe("pushing", () => {
  function withRemote() {
    const pair = withWorktree();
    const bare = `${pair.main.dir}.git`;
    pair.main.git("init", "-q", "--bare", "-b", "main", bare);
    pair.main.git("remote", "add", "origin", bare);
    pair.main.git("push", "-q", "origin", "main");
    return { ...pair, remote: (...words: string[]) => pair.main.git("-C", bare, ...words) };
  }

  it("[WK44] pushes the branch, or the base that it came into", async () => {
    const { work, remote, main } = withRemote();
    write(work.dir, "c.txt", "work\n");
    expect(await finished(work, { ...COMMIT, push: true })).toMatchObject({
      done: [{ name: "commit" }, { name: "push", what: "work" }],
      failed: null,
    });
    expect(remote("show", "work:c.txt")).toBe("work\n");
    expect(await finished(work, { ...MERGE, push: true })).toMatchObject({
      done: [{ name: "merge" }, { name: "push", what: "main" }],
    });
    expect(remote("rev-parse", "main")).toBe(main.git("rev-parse", "work"));
    // a new upstream would be another base
    expect(main.git("config", "--get-regexp", "^branch\\.|^remote\\.origin\\.url").split("\n")).toHaveLength(2);
  });

  it("[WK44] says so if a push fails, keeps the steps before it, and never forces", async () => {
    const { work, remote } = withRemote();
    remote("update-ref", "refs/heads/work", remote("commit-tree", "main^{tree}", "-m", "other").trim());
    const before = remote("rev-parse", "work");
    const found = stateOf(work);
    write(work.dir, "c.txt", "work\n");
    const { done, failed, ...record } = await finished(work, { ...COMMIT, push: true });
    expect(done.map(({ name }) => name)).toEqual(["commit"]);
    expect(failed).toEqual({ name: "push", said: expect.stringContaining("rejected") });
    expect(remote("rev-parse", "work")).toBe(before);
    await undoFinish(shell, work.dir, record);
    expect(stateOf(work).refs).toBe(found.refs);
  });

  /** Flags of the real programs with which they ask nothing, from their own documentation; others are refused, as they do. */
  const TOOLS = {
    gh: { words: "pr create", flags: "--head= --base= --title= --body= --draft --fill", site: "github.com" },
    glab: {
      words: "mr create",
      flags: "--source-branch= --target-branch= --title= --description= --yes --draft --fill --push",
      site: "gitlab.com",
    },
  };
  function standIn(tool: keyof typeof TOOLS, told: string): string {
    const { words, flags, site } = TOOLS[tool];
    const known = flags.split(" ").map((flag) => (flag.endsWith("=") ? `${flag}*` : flag));
    return `#!/bin/sh
[ "$1 $2" = "${words}" ] || { echo "unknown command $1 $2" >&2; exit 1; }
shift 2
for word; do
  case $word in ${known.join(" | ")}) ;; *) echo "unknown flag: $word" >&2; exit 1 ;; esac
done
printf '%s\\n' "$@" >'${told}'
echo https://${site}/pr/7
`;
  }

  for (const [tool, said] of [
    ["gh", "--head=work\n--base=main\n--title=--title is 'odd' $(touch x)\n--body=\nBody\n"],
    [
      "glab",
      "--yes\n--source-branch=work\n--target-branch=main\n--title=--title is 'odd' $(touch x)\n--description=\nBody\n",
    ],
  ] as const)
    it(`[WK44] opens a pull request by ${tool} with title, body, branch and base`, async () => {
      const { work, main } = withRemote();
      const bin = join(folder, `bin with ${tool}`);
      mkdirSync(bin);
      const told = join(folder, `told ${tool}`);
      // both are there; the address of the remote decides
      for (const each of ["gh", "glab"] as const) {
        writeFileSync(join(bin, each), standIn(each, told));
        chmodSync(join(bin, each), 0o755);
      }
      if (tool === "glab") {
        main.git("config", "remote.origin.pushurl", main.git("config", "remote.origin.url").trim());
        main.git("config", "remote.origin.url", "git@gitlab.example.org:me/shop.git");
      }
      const withTools = { runScript: (script: string) => shell.runScript(`PATH='${bin}':$PATH\n${script}`) };
      write(work.dir, "c.txt", "work\n");
      const request: Finishing = { ...COMMIT, how: "pull_request" };
      const plan = await planFinish(withTools, work.dir, request);
      expect(plan.tool).toBe(tool);
      const message = "--title is 'odd' $(touch x)\n\nBody";
      const asked = { confirm: plan.confirm, message, name: "pr" };
      expect(await doFinish(withTools, work.dir, request, asked)).toMatchObject({
        done: [
          { name: "commit" },
          { name: "push" },
          { name: "pull_request", what: `https://${TOOLS[tool].site}/pr/7` },
        ],
        failed: null,
      });
      expect(readFileSync(told, "utf8")).toBe(said);
      expect(existsSync(join(work.dir, "x"))).toBe(false);
    });
});
