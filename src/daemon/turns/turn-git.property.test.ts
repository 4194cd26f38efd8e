import { chmodSync, lstatSync, mkdirSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { expect, it } from "vitest";
import { folder, type Repository, repository, withFolder, write } from "./test-repository.ts";
import { undone } from "./test-undo.ts";

withFolder();

/** `npm run fuzz:undo` asks for more. */
const CASES = Math.max(6, Number(process.env.FUZZ_CASES ?? 0) / 200);

const NAMES = [
  "a.txt",
  "b b.txt",
  "new\nline.txt",
  "d/e.txt",
  "-x",
  "\u00fc.txt",
  "x.u16",
  ".hidden",
  "d/'q\".txt",
  "an ignored.log",
];
const TEXTS = ["1\n", "2\r\n", "1\n2\r\n", "", "\0bin\r\n", "$Id: old $\n", "\xff\xfeh\0i\0", "\xff\xfeh", "lower\r\n"];
const ATTRIBUTES = [
  "*.txt text eol=crlf",
  "*.txt text eol=lf",
  "* text=auto",
  "* -text",
  "*.txt ident",
  "*.u16 text working-tree-encoding=UTF-16",
  "*.txt filter=upper",
  "d/* binary",
];
const SETTINGS = ["core.autocrlf true", "core.autocrlf input", "core.splitIndex true", "core.eol crlf"];

type Move = readonly [does: string, name: string, text: string];
const name = fc.constantFrom(...NAMES);
const move: fc.Arbitrary<Move> = fc.oneof(
  { weight: 4, arbitrary: fc.tuple(fc.constant("write"), name, fc.constantFrom(...TEXTS)) },
  fc.tuple(fc.constant("attributes"), fc.constant(".gitattributes"), fc.constantFrom(...ATTRIBUTES)),
  {
    weight: 4,
    arbitrary: fc.tuple(
      fc.constantFrom("remove", "stage", "intend", "chmod", "link", "assume", "skip"),
      name,
      fc.constant(""),
    ),
  },
  fc.tuple(fc.constantFrom("stage all", "commit", "unstage"), fc.constant(""), fc.constant("")),
);
const moves = fc.array(move, { minLength: 1, maxLength: 8 });

function play({ dir, git }: Repository, todo: readonly Move[]): void {
  // git refuses some of it, as an encoding that a file does not have
  const tryGit = (...words: string[]) => {
    try {
      git(...words);
    } catch (error) {
      // it ran and said no; anything else is a fault of this test
      expect((error as { status?: unknown }).status).toEqual(expect.any(Number));
    }
  };
  for (const [does, path, text] of todo) {
    const full = join(dir, path);
    const stat = path === "" ? undefined : lstatSync(full, { throwIfNoEntry: false });
    const isThere = stat?.isFile() === true;
    // a link may lead nowhere, or to itself
    if ((does === "write" || does === "attributes") && (isThere || stat === undefined)) write(dir, path, text);
    if (does === "remove" || does === "link") rmSync(full, { force: true });
    if (does === "link") mkdirSync(join(full, ".."), { recursive: true });
    if (does === "link") symlinkSync("a.txt", full);
    if (does === "chmod" && isThere) chmodSync(full, 0o755);
    if (does === "stage" && isThere) tryGit("add", "-f", "--", path);
    if (does === "intend" && isThere) tryGit("add", "-N", "--", path);
    if (does === "assume") tryGit("update-index", "--assume-unchanged", "--", path);
    if (does === "skip") tryGit("update-index", "--skip-worktree", "--", path);
    if (does === "stage all") tryGit("add", "-A");
    if (does === "unstage") tryGit("reset", "-q");
    if (does === "commit") tryGit("commit", "-q", "--allow-empty", "-m", "more");
  }
}

/** Git stores nothing at all while a file does not have the encoding that is set for it: that is refused, with its words. */
async function undoneUnlessRefused(...[repo, change]: Parameters<typeof undone>): ReturnType<typeof undone> {
  try {
    return await undone(repo, change);
  } catch (error) {
    expect(String(error)).toContain("UTF-16");
    return fc.pre(false) as never;
  }
}

it("[WK20] snapshot and undo are the identity on files, bytes and index, whatever the turn does and git makes of it", async () => {
  // of the user's own settings; what it does cannot be undone
  writeFileSync(join(folder, ".gitconfig"), `[filter "upper"]\n\tclean = tr a-z A-Z\n`);
  const isCommit = ([does]: Move) => does === "commit";
  await fc.assert(
    fc.asyncProperty(moves, moves, fc.subarray(SETTINGS), async (first, second, settings) => {
      const repo = repository();
      for (const setting of settings) repo.git("config", ...setting.split(" "));
      write(repo.dir, ".gitignore", "*.log\n");
      play(repo, first);
      const { before, after } = await undoneUnlessRefused(repo, () =>
        play(
          repo,
          second.filter((each) => !isCommit(each)),
        ),
      );
      // ignored files are left alone, unless git knows them
      for (const { files, index } of [before, after])
        if (!index.includes("an ignored.log")) delete files["an ignored.log"];
      expect(after).toEqual(before);
      rmSync(repo.dir, { recursive: true });
    }),
    { numRuns: CASES, endOnFailure: true },
  );
}, 3_600_000);
