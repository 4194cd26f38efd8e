import { spawnSync } from "node:child_process";
import { chmodSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { homedir } from "node:os";
import { join } from "node:path";
import type { Agent } from "./agent.ts";

/** Outside of the repository: agents are large and change only with their version. */
export const CACHE = process.env.AGTMUX_AGENTS_CACHE ?? join(homedir(), ".cache", "agtmux", "agents");

export class NotInstalled extends Error {}

/** Puts an agent into the cache unless it is there, whole; returns its folder. */
export function install(agent: Agent): string {
  const folder = join(CACHE, `${agent.name}@${agent.version}`);
  if (existsSync(folder)) return folder;
  const aside = `${folder}.part`;
  rmSync(aside, { recursive: true, force: true });
  if (agent.unpacked === undefined) npmInstall(aside, `${agent.package}@${agent.version}`);
  else unpack(aside, agent, agent.unpacked);
  if (agent.companion !== undefined) installCompanion(companionFolder(aside), agent.companion, agent.version);
  renameSync(aside, folder);
  return folder;
}

export function companionFolder(installed: string): string {
  return join(installed, "companion");
}

export function programOf(agent: Agent, installed: string): string {
  return join(installed, "node_modules", ".bin", agent.program ?? agent.name);
}

/** Puts its package beside what it needs, and a program of its name that runs it. */
function unpack(folder: string, { name, package: own, version }: Agent, how: NonNullable<Agent["unpacked"]>): void {
  for (const needed of [how.node, ...how.needs]) npmInstall(folder, needed);
  const modules = join(folder, "node_modules");
  const to = join(modules, own);
  mkdirSync(to, { recursive: true });
  const packed = spawnSync("npm", ["pack", "--silent", `${own}@${version}`], { cwd: folder, encoding: "utf8" });
  const archive = join(folder, packed.stdout.trim());
  const { status } = spawnSync("tar", ["-xzf", archive, "-C", to, "--strip-components=1"]);
  if (packed.status !== 0 || status !== 0) throw new NotInstalled(`npm cannot fetch ${own}: ${packed.stderr.trim()}`);
  rmSync(archive);
  const program = join(modules, ".bin", name);
  writeFileSync(program, `#!/bin/sh\nexec "\${0%/*}/node" "\${0%/*}/../${own}/${how.entry}" "$@"\n`);
  chmodSync(program, 0o755);
}

function installCompanion(
  folder: string,
  { package: name, standIn }: NonNullable<Agent["companion"]>,
  version: string,
) {
  npmInstall(folder, `${name}@${standIn ?? version}`);
  if (standIn === undefined) return;
  const entry = `node_modules/${name}`;
  rewrite(join(folder, "package.json"), (own) => ({ ...own, dependencies: { ...own.dependencies, [name]: version } }));
  rewrite(join(folder, entry, "package.json"), (own) => ({ ...own, version }));
  for (const lock of ["package-lock.json", "node_modules/.package-lock.json"])
    rewrite(join(folder, lock), (own) => {
      const { "": root, [entry]: installed } = own.packages;
      const asked = root && { "": { ...root, dependencies: { ...root.dependencies, [name]: version } } };
      return { ...own, packages: { ...own.packages, ...asked, [entry]: { ...installed, version } } };
    });
}

// biome-ignore lint/suspicious/noExplicitAny: npm's own files, of which a few fields are changed
function rewrite(path: string, change: (own: any) => object): void {
  writeFileSync(path, JSON.stringify(change(JSON.parse(readFileSync(path, "utf8"))), null, 2));
}

function npmInstall(folder: string, what: string): void {
  mkdirSync(folder, { recursive: true });
  const flags = [
    "--no-audit",
    "--no-fund",
    "--save-exact",
    "--loglevel=error",
    "--fetch-retries=1",
    "--fetch-timeout=60000",
  ];
  const { status, stderr } = spawnSync("npm", ["install", "--prefix", folder, ...flags, what], { encoding: "utf8" });
  if (status !== 0) throw new NotInstalled(`npm cannot install ${what}: ${stderr.trim()}`);
}
