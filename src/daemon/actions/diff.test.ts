import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it, onTestFinished } from "vitest";
import { newFilesLeftOut } from "../../core/review/new-files-left-out.ts";
import { parseDiff } from "../../core/review/parse-diff.ts";
import { diffOf } from "./diff.ts";

const runScript = async (script: string) => ({
  ...{ code: 0, stderr: "" },
  stdout: execFileSync("sh", ["-s"], { input: script, encoding: "utf8" }),
});

/** A repository of its own, and its diff since the last commit. */
function repository() {
  const dir = realpathSync(mkdtempSync(join(tmpdir(), "agtmux-diff-")));
  onTestFinished(() => rmSync(dir, { recursive: true }));
  const git = (...words: string[]) =>
    execFileSync("git", ["-c", "user.name=x", "-c", "user.email=x@x", ...words], { cwd: dir });
  git("init", "-q");
  const diff = (wanted: { context?: number; pictures?: boolean; only?: string[] }, cwd = dir) =>
    diffOf(
      { doing: null, cwd, runtime_id: null },
      { runScript },
      { since: "commit", context: 3, pictures: false, only: [], ...wanted },
      { recall: () => null },
    );
  return { dir, git, diff };
}

it("[GD40] tells new files of the whole repository by their paths in it, as the diff does, wherever the agent works", async () => {
  const { dir, diff } = repository();
  mkdirSync(join(dir, "src"));
  for (const name of ["beside", "src/below"]) writeFileSync(join(dir, name), "x");
  const { untracked } = await diff({}, join(dir, "src"));
  expect(untracked).toEqual(["beside", "src/below"]);
});

it("[GD40, WK30] shows untracked files as additions, odd names and links too, and touches neither index nor filters", async () => {
  const { dir, git, diff } = repository();
  writeFileSync(join(dir, "known"), "1\n");
  writeFileSync(join(dir, ".gitattributes"), "*.txt filter=loud\n");
  git("add", "-A");
  git("commit", "-q", "-m", "first");
  git("config", "filter.loud.clean", `touch '${join(dir, ".git", "ran")}'; cat`);
  mkdirSync(join(dir, "sub"));
  writeFileSync(join(dir, "known"), "2\n");
  writeFileSync(join(dir, "sub", "plain.txt"), "one\ntwo");
  writeFileSync(join(dir, 'odd "ü"\nname'), "odd\n");
  writeFileSync(join(dir, "-"), "dash\n");
  writeFileSync(join(dir, "--help"), "help\n");
  writeFileSync(join(dir, "empty"), "");
  writeFileSync(join(dir, "blob"), "\0\0");
  writeFileSync(join(dir, "large"), "x\n".repeat(200_000));
  symlinkSync("/etc/passwd", join(dir, "link"));
  symlinkSync("/", join(dir, "folder-link"));
  const before = git("status", "--porcelain", "-z").toString();
  const found = await diff({}, join(dir, "sub"));
  const shown = parseDiff(found.diff).map(({ name, change, is_binary, hunks }) =>
    [name, change, is_binary ? "binary" : hunks.flatMap(({ lines }) => lines.map(({ text }) => text)).join("|")].join(
      " ",
    ),
  );
  expect(shown).toEqual([
    ...["known changed 1|2", "--help added help", "blob added binary", "empty added ", "link added /etc/passwd"],
    ...['odd "ü"\nname added odd', "sub/plain.txt added one|two"],
  ]);
  expect(newFilesLeftOut(found)).toEqual([
    { name: "-", why: "git takes this name for its standard input" },
    { name: "folder-link", why: "more than 256 KB, or a link to a folder" },
    { name: "large", why: "more than 256 KB, or a link to a folder" },
  ]);
  expect([git("status", "--porcelain", "-z").toString(), existsSync(join(dir, ".git", "ran"))]).toEqual([
    before,
    false,
  ]);
  // one file by itself may be larger
  const alone = parseDiff((await diff({ only: ["large"] })).diff);
  expect(alone.map(({ name, added }) => [name, added])).toEqual([["large", 200_000]]);
});

it("[GD40, WK23] a large new file that git knows does not push the others out of the diff", async () => {
  const { dir, git, diff } = repository();
  writeFileSync(join(dir, "z"), "1\n");
  git("add", "-A");
  git("commit", "-q", "-m", "first");
  writeFileSync(join(dir, "a large one"), "x\n".repeat(200_000));
  git("add", "-A");
  writeFileSync(join(dir, "z"), "2\n");
  const { diff: text, is_cut } = await diff({});
  expect([is_cut, parseDiff(text).map(({ name, is_binary }) => [name, is_binary])]).toEqual([
    false,
    [
      ["z", false],
      ["a large one", true],
    ],
  ]);
});

it("[WK34] shows as many unchanged lines around changes as are asked for", async () => {
  const { dir, git, diff } = repository();
  const lines = (change: string) => [..."abcdefgh", change, ..."ijklmnop"].join("\n");
  writeFileSync(join(dir, "x"), lines("old"));
  git("add", "-A");
  git("commit", "-q", "-m", "first");
  writeFileSync(join(dir, "x"), lines("new"));
  const around = async (context: number) => (await diff({ context })).diff.match(/^ [a-p]$/gm)?.length ?? 0;
  expect([await around(0), await around(3), await around(100)]).toEqual([0, 6, 16]);
});

it("[WK34] brings pictures as they were and as they are; not those that are large, linked or no pictures", async () => {
  const { dir, git, diff } = repository();
  const write = (name: string, text: string) => writeFileSync(join(dir, name), `\0${text}`);
  const encoded = (text: string) => Buffer.from(`\0${text}`).toString("base64");
  mkdirSync(join(dir, "a b"));
  for (const name of ["a b/it's.png", "gone.jpg", "large.png", "data.bin", "linked.gif"]) write(name, `old ${name}`);
  git("add", "-A");
  git("commit", "-q", "-m", "first");
  write("a b/it's.png", "now");
  write("new.webp", "new");
  write("data.bin", "now");
  write("large.png", "x".repeat(600_000));
  rmSync(join(dir, "gone.jpg"));
  rmSync(join(dir, "linked.gif"));
  symlinkSync("data.bin", join(dir, "linked.gif"));
  git("add", "-A");
  expect((await diff({})).pictures).toEqual([]);
  const { pictures } = await diff({ pictures: true }, join(dir, "a b"));
  expect(pictures).toEqual([
    { name: "a b/it's.png", type: "image/png", before: encoded("old a b/it's.png"), after: encoded("now") },
    { name: "gone.jpg", type: "image/jpeg", before: encoded("old gone.jpg"), after: null },
    { name: "large.png", type: "image/png", before: encoded("old large.png"), after: null },
    { name: "linked.gif", type: "image/gif", before: encoded("old linked.gif"), after: null },
    { name: "new.webp", type: "image/webp", before: null, after: encoded("new") },
  ]);
});
