import { mkdirSync, readFileSync, renameSync, rmSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { readChanges } from "../../core/doing/read-changes.ts";
import type { DiffSince } from "../../core/protocol/actions/changes.ts";
import { SAFE_GIT } from "../../core/provision/safe-git.ts";
import { shellQuote } from "../../core/provision/shell-words.ts";
import { parseDiff } from "../../core/review/parse-diff.ts";
import { type Repository, repository, shell, withFolder, write } from "../turns/test-repository.ts";
import { takeSnapshot } from "../turns/turn-git.ts";
import { diffOf } from "./diff.ts";

withFolder();

const gitChanges = SAFE_GIT + readFileSync("src/remote/git-changes.sh", "utf8");
const LONG = Array.from({ length: 40 }, (_, n) => `line ${n + 1}\n`).join("");
const POINTER = (size: number) =>
  `version https://git-lfs.github.com/spec/v1\noid sha256:${"a".repeat(64)}\nsize ${size}\n`;

interface Odd {
  prepare(repo: Repository): unknown;
  /** Work of an agent. */
  change(repo: Repository): unknown;
  /** Files by name, how they changed, lines added and removed. */
  since: Partial<Record<"commit" | "turn", string[]>>;
  /** The counts in rows: files, lines added and removed, new names. */
  counted: number[];
}

const ODD: Record<string, Odd> = {
  "renamed files": {
    prepare: ({ dir, git }) => committed(dir, git, { "old name.txt": LONG }),
    change: ({ dir, git }) => {
      mkdirSync(join(dir, "b"));
      renameSync(join(dir, "old name.txt"), join(dir, "b", "new.txt"));
      write(dir, "b/new.txt", LONG.replace("line 20", "twenty"));
      git("add", "-A");
    },
    since: { commit: ["b/new.txt renamed +1 -1"], turn: ["b/new.txt renamed +1 -1"] },
    // rows count both names, as no contents are compared for them
    counted: [2, 40, 40, 0],
  },
  "names with spaces, quotes, newlines and signs of pathspecs": {
    prepare: ({ dir, git }) => committed(dir, git, { 'it\'s "a"\nname ü': "one\n", ":(top)x": "one\n" }),
    change: ({ dir }) => {
      write(dir, 'it\'s "a"\nname ü', "two\n");
      write(dir, ":(top)x", "two\n");
    },
    since: {
      commit: [":(top)x changed +1 -1", 'it\'s "a"\nname ü changed +1 -1'],
      turn: [":(top)x changed +1 -1", 'it\'s "a"\nname ü changed +1 -1'],
    },
    counted: [2, 2, 2, 0],
  },
  "line ends that git converts": {
    prepare: ({ dir, git }) => {
      git("config", "core.autocrlf", "true");
      committed(dir, git, { ".gitattributes": "*.txt text eol=crlf\n", "c.txt": "one\r\ntwo\r\n" });
    },
    change: ({ dir }) => write(dir, "c.txt", "one\r\n2\r\n"),
    since: { commit: ["c.txt changed +1 -1"], turn: ["c.txt changed +1 -1"] },
    counted: [1, 1, 1, 0],
  },
  "pointers of LFS": {
    prepare: ({ dir, git }) =>
      committed(dir, git, { ".gitattributes": "*.bin filter=lfs diff=lfs merge=lfs -text\n", "x.bin": POINTER(1) }),
    change: ({ dir }) => write(dir, "x.bin", POINTER(22)),
    since: { commit: ["x.bin changed +1 -1"], turn: ["x.bin changed +1 -1"] },
    counted: [1, 1, 1, 0],
  },
  "a submodule": {
    prepare: ({ dir, git }) => {
      const other = repository();
      git("-c", "protocol.file.allow=always", "submodule", "--quiet", "add", other.dir, "sub");
      git("commit", "-q", "-m", "sub");
      write(dir, "a.txt", "two\n");
      git("commit", "-q", "-am", "two");
    },
    change: ({ dir }) => {
      const sub = repositoryAt(join(dir, "sub"));
      write(dir, "sub/inside.txt", "x\n");
      sub("add", "-A");
      sub("commit", "-q", "-m", "inside");
    },
    since: { commit: ["sub changed +1 -1"], turn: ["sub changed +1 -1"] },
    // their contents are not looked at
    counted: [0, 0, 0, 0],
  },
  "a detached head": {
    prepare: ({ git }) => git("checkout", "-q", "--detach"),
    change: ({ dir }) => write(dir, "a.txt", "two\n"),
    since: { commit: ["a.txt changed +1 -1"], turn: ["a.txt changed +1 -1"] },
    counted: [1, 1, 1, 0],
  },
  "no commit yet": {
    prepare: ({ git }) => git("update-ref", "-d", "HEAD"),
    change: ({ dir }) => write(dir, "a.txt", "one\ntwo\n"),
    since: { commit: ["a.txt added +2 -0"], turn: ["a.txt changed +1 -0"] },
    counted: [1, 2, 0, 0],
  },
  "a rebase with conflicts in progress": {
    prepare: ({ dir, git }) => {
      git("checkout", "-q", "-b", "side");
      committed(dir, git, { "a.txt": "side\n" });
      git("checkout", "-q", "main");
      committed(dir, git, { "a.txt": "main\n" });
      expect(() => git("rebase", "side")).toThrow();
    },
    change: ({ dir }) => write(dir, "a.txt", "both\n"),
    since: { commit: ["a.txt changed +1 -1"], turn: ["a.txt changed +1 -5"] },
    counted: [1, 1, 1, 0],
  },
  "settings of git's that change what a diff looks like": {
    prepare: ({ dir, git }) => {
      for (const name of ["noprefix", "mnemonicPrefix", "relative", "suppressBlankEmpty"])
        git("config", `diff.${name}`, "true");
      git("config", "diff.renames", "false");
      committed(dir, git, { "sub/x.txt": "one\n\ntwo\n" });
    },
    change: ({ dir }) => {
      write(dir, "a.txt", "two\n");
      write(dir, "sub/x.txt", "one\n\n2\n");
    },
    since: {
      commit: ["a.txt changed +1 -1", "sub/x.txt changed +1 -1"],
      turn: ["a.txt changed +1 -1", "sub/x.txt changed +1 -1"],
    },
    counted: [2, 2, 2, 0],
  },
};

describe("changes in odd repositories", () => {
  it.each(Object.entries(ODD))("[WK23, WK30, WK34, RS27] %s", async (_, { prepare, change, since, counted }) => {
    const repo = repository();
    prepare(repo);
    const { commit } = await takeSnapshot(shell, repo.dir, "t1");
    change(repo);
    const read = async (point: DiffSince, wanted: { context?: number; only?: string[] } = {}) => {
      const record = { began_at: 1, directory: repo.dir, commit, late: false, why: null };
      const found = await diffOf(
        { doing: null, cwd: repo.dir, runtime_id: "r1" },
        shell,
        { since: point, context: 3, pictures: false, only: [], ...wanted },
        { recall: () => JSON.stringify(record) },
      );
      return { ...found, parsed: parseDiff(found.diff) };
    };
    for (const point of ["commit", "turn"] as const) {
      const { parsed, files, added, removed } = await read(point);
      expect([point, parsed.map(({ name, change, ...n }) => `${name} ${change} +${n.added} -${n.removed}`)]).toEqual([
        point,
        since[point],
      ]);
      const sum = (side: "added" | "removed") => parsed.reduce((all, file) => all + file[side], 0);
      expect([files, added, removed]).toEqual([parsed.length, sum("added"), sum("removed")]);
      // each file by itself, with all of its lines
      for (const { name, old_name, added: more } of parsed) {
        const alone = await read(point, { context: 1_000_000, only: old_name === null ? [name] : [old_name, name] });
        expect(alone.parsed.map((file) => [file.name, file.added, file.hunks.length])).toEqual([[name, more, 1]]);
      }
    }
    const { stdout } = await shell.runScript(`set -- ${shellQuote(repo.dir)}\n${gitChanges}`);
    const told = readChanges(stdout);
    expect([told?.files, told?.added, told?.removed, told?.untracked]).toEqual(counted);
  });

  it("[WK23, WK30] a file of which git tells only that it is there is no part of another", async () => {
    const repo = repository();
    write(repo.dir, "gone\nfile", "x\n");
    committed(repo.dir, repo.git, {});
    rmSync(join(repo.dir, "gone\nfile"));
    write(repo.dir, "new\nfile", "x\n");
    const { diff, untracked } = await diffOf(
      { doing: null, cwd: repo.dir, runtime_id: null },
      shell,
      { since: "commit", context: 3, pictures: false, only: [] },
      { recall: () => null },
    );
    expect([parseDiff(diff).map(({ name, change }) => [name, change]), untracked]).toEqual([
      [
        ["gone\nfile", "removed"],
        ["new\nfile", "added"],
      ],
      ['"new\\nfile"'],
    ]);
  });
});

function committed(dir: string, git: Repository["git"], files: Readonly<Record<string, string>>): void {
  for (const [name, text] of Object.entries(files)) write(dir, name, text);
  git("add", "-A");
  git("commit", "-q", "-m", "more");
}

function repositoryAt(dir: string): Repository["git"] {
  const { git } = repository();
  return (...words) => git("-C", dir, ...words);
}
