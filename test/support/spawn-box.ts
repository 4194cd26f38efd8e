import { execFileSync } from "node:child_process";
import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Disposed, Spawned } from "../../src/core/protocol/actions/spawn.ts";
import { type Sandbox, sandbox, until } from "./sandbox.ts";

/**
 * Records how it was started, then runs each line typed, as agents run tools; runs a prompt given as an argument first.
 */
const AGENT = `#!${process.execPath}
const { spawnSync } = require("node:child_process");
const { writeFileSync } = require("node:fs");
const run = (line) => spawnSync("sh", ["-c", line], { stdio: ["ignore", "inherit", "inherit"] });
const words = process.argv.slice(2);
const own = Object.entries(process.env).filter(([name]) => /^(SCHMUX|AGTMUX)_/.test(name));
const told = { words, env: Object.fromEntries(own), cwd: process.cwd(), pid: process.pid };
const file = process.env.AGTMUX_HOME + "/told-" + process.env.SCHMUX_SESSION_ID;
writeFileSync(file + ".part", JSON.stringify(told));
require("node:fs").renameSync(file + ".part", file);
const prompt = words.map((word) => word.replace(/^--[a-z-]+=/, "")).find((word) => word.startsWith("run: "));
if (prompt !== undefined) run(prompt.slice(5));
console.log("ready " + process.pid);
require("node:readline").createInterface({ input: process.stdin }).on("line", run);
`;

export interface Told {
  words: string[];
  env: Record<string, string>;
  cwd: string;
  pid: number;
}

/** Creates programs named like agents. */
export function agentsIn(
  folder: string,
  names = ["claude", "codex", "gemini", "copilot", "opencode", "my-agent"],
): string {
  mkdirSync(folder, { recursive: true });
  for (const name of names) {
    writeFileSync(join(folder, name), AGENT);
    chmodSync(join(folder, name), 0o755);
  }
  return folder;
}

/** A daemon, a tmux server, fake agents in PATH, and an empty HOME. */
export async function spawnBox(env: NodeJS.ProcessEnv = {}): Promise<Sandbox> {
  const box: Sandbox = sandbox({ SHELL: "/bin/sh", ...env });
  const home = join(box.dir, "user");
  mkdirSync(home);
  box.env.HOME = home;
  box.env.PATH = `${agentsIn(join(box.dir, "agents"))}:${process.env.PATH}`;
  await box.startDaemon();
  return box;
}

/** Creates a git repository with one commit. */
export function repository(path: string, files: Record<string, string> = { "README.md": "# Shop\n" }): string {
  mkdirSync(path, { recursive: true });
  git(path, "init", "-q", "-b", "main");
  for (const [name, text] of Object.entries(files)) writeFileSync(join(path, name), text);
  git(path, "add", ".");
  commit(path, "first");
  return path;
}

export function git(path: string, ...args: string[]): string {
  return execFileSync("git", ["-C", path, ...args], { encoding: "utf8", stdio: "pipe" }).trimEnd();
}

export function commit(path: string, message: string): void {
  git(path, "-c", "user.name=test", "-c", "user.email=test@localhost", "commit", "-q", "-m", message);
}

export function spawnAgent(box: Sandbox, ...args: string[]): Promise<Spawned> {
  return box.json<Spawned>("spawn", "--json", ...args);
}

export function dispose(box: Sandbox, ref: string): Promise<Disposed> {
  return box.json<Disposed>("dispose", ref, "--yes", "--json");
}

/** Waits for the agent to start and returns how it was started. */
export async function toldBy(home: string, { session_id }: Pick<Spawned, "session_id">): Promise<Told> {
  const file = join(home, `told-${session_id}`);
  await until(() => existsSync(file));
  return JSON.parse(readFileSync(file, "utf8")) as Told;
}

/** All paths under a folder, except git's own. */
export function tree(path: string): string[] {
  return readdirSync(path, { recursive: true, withFileTypes: true })
    .map((entry) => join(entry.parentPath, entry.name).slice(path.length + 1))
    .filter((name) => !/(^|\/)\.git($|\/)/.test(name))
    .sort();
}
