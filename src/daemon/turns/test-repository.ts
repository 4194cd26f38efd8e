import { execFileSync, spawnSync } from "node:child_process";
import { randomUUID } from "node:crypto";
import {
  cpSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll } from "vitest";

/** There while a file of tests runs that has called `withFolder`. */
export const folder = join(tmpdir(), `agtmux-turn-${randomUUID()}`);

/** Several files of tests may have this module from one process. */
export function withFolder(): void {
  beforeAll(() => mkdirSync(folder, { mode: 0o700 }));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));
}

export const GIT_ENV = {
  PATH: process.env.PATH,
  HOME: folder,
  GIT_CONFIG_NOSYSTEM: "1",
  GIT_AUTHOR_NAME: "x",
  GIT_AUTHOR_EMAIL: "x@x",
  GIT_COMMITTER_NAME: "x",
  GIT_COMMITTER_EMAIL: "x@x",
};
export const home = join(folder, "agtmux home");
/** Runs our scripts as a machine does. */
export const shell = {
  runScript: async (script: string) => {
    const input = `home='${home}'\n${script}`;
    const { status, stdout, stderr } = spawnSync("sh", ["-s"], { input, encoding: "utf8", env: GIT_ENV });
    return { code: status ?? 1, stdout, stderr };
  },
};

let made = 0;
export interface Repository {
  dir: string;
  git(...words: string[]): string;
}

/** A repository with one commit on main; all are copies of the first. */
export function repository(): Repository {
  const template = join(folder, "template");
  const isFirst = !existsSync(template);
  made += 1;
  const dir = isFirst ? template : join(folder, `a repository's ${made}`);
  const git = (...words: string[]) =>
    execFileSync("git", ["-C", dir, ...words], { env: GIT_ENV, encoding: "utf8", stdio: "pipe" });
  if (!isFirst) {
    cpSync(template, dir, { recursive: true });
    return { dir, git };
  }
  mkdirSync(dir);
  git("init", "-q", "--template=", "-b", "main");
  write(dir, "a.txt", "one\n");
  git("add", "-A");
  git("commit", "-q", "-m", "first");
  return repository();
}

/** Git in our own repository, which holds the snapshots of that working tree. */
export function inStore({ dir }: Repository, ...words: string[]): string {
  const top = execFileSync("git", ["hash-object", "--stdin"], { input: dir, encoding: "utf8" });
  const store = join(home, "snapshots", top.slice(0, 16), "git");
  return execFileSync("git", ["--git-dir", store, ...words], { env: GIT_ENV, encoding: "utf8", stdio: "pipe" });
}

/** Each character of the text is a byte. */
export function write(dir: string, name: string, text: string): void {
  mkdirSync(join(dir, name, ".."), { recursive: true });
  writeFileSync(join(dir, name), text, "latin1");
}

/** Each file with its mode and content, without git's own. */
export function filesIn(dir: string, below = ""): Record<string, string> {
  const found: Record<string, string> = {};
  for (const name of readdirSync(join(dir, below)).sort()) {
    const path = join(below, name);
    const stat = lstatSync(join(dir, path));
    if (path === ".git") continue;
    if (stat.isDirectory()) Object.assign(found, filesIn(dir, path));
    else if (stat.isSymbolicLink()) found[path] = `-> ${readlinkSync(join(dir, path))}`;
    else found[path] = `${(stat.mode & 0o100) === 0 ? "" : "x "}${readFileSync(join(dir, path), "latin1")}`;
  }
  return found;
}

/** All that a person would notice: files, index with conflicts and intents, HEAD, branches, status. */
export function stateOf({ dir, git }: Repository) {
  return {
    files: filesIn(dir),
    index: git("ls-files", "-v", "--stage", "-z"),
    status: git("status", "--porcelain=v2", "-z", "--branch"),
    refs: git("for-each-ref", "refs/heads", "refs/tags", "refs/stash"),
  };
}
