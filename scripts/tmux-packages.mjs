import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readdirSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { runQuietly } from "./run-step.mjs";
import { findOnPath, ROOT } from "./setup.mjs";
import { MIRROR_FORMAT, mirrorIn, tmuxWrapper, upstreamVersion } from "./tmux-plan.mjs";

const CACHE = join(ROOT, ".build", "tmux");
const KEYRING = "/usr/share/keyrings/debian-archive-keyring.gpg";

/** A tmux version is not available, with the reason. */
export class NotToBeHad extends Error {}

/** The mirror of this machine's own apt; fails if the machine is not Debian. */
export async function debianMirror() {
  const missing = ["apt-get", "apt-cache", "dpkg"].filter((tool) => findOnPath(tool) === null);
  if (missing.length > 0)
    throw new NotToBeHad(`${missing.join(", ")}: not installed; the versions are Debian's packages`);
  if (!existsSync(KEYRING)) throw new NotToBeHad(`${KEYRING} is missing; install debian-archive-keyring`);
  const mirror = mirrorIn(await told("apt-get", ["indextargets", "--format", MIRROR_FORMAT, "Created-By: Packages"]));
  if (mirror === null) throw new NotToBeHad("apt's sources on this machine name no mirror of Debian");
  return mirror;
}

/** Unpacks the tmux of a suite; returns its version and the folder for the PATH. Downloads nothing if it exists. */
export async function tmuxOf({ suite, version }, mirror) {
  if (version !== null && isUnpacked(version)) return { version, bin: writeWrapper(version) };
  const apt = new SuiteApt(suite, mirror);
  const held = await apt.tmuxVersion();
  if (version !== null && held !== version) throw new NotToBeHad(`${suite} no longer has it (it has ${held})`);
  if (!isUnpacked(held)) await apt.unpack(versionFolder(held));
  return { version: held, bin: writeWrapper(held) };
}

/** A version that a suite had earlier; null if it was never unpacked here. */
export function unpackedBefore(version) {
  return isUnpacked(version) ? { suite: "unpacked before", version, bin: writeWrapper(version) } : null;
}

/** apt with separate state: the machine's sources, lists and packages are neither used nor changed. */
class SuiteApt {
  constructor(suite, mirror) {
    this.suite = suite;
    this.folder = join(CACHE, "suites", suite);
    mkdirSync(join(this.folder, "lists", "partial"), { recursive: true });
    mkdirSync(join(this.folder, "archives", "partial"), { recursive: true });
    writeFileSync(join(this.folder, "sources.list"), `deb [signed-by=${KEYRING}] ${mirror} ${suite} main\n`);
    // an empty status file, so that apt lists every package that tmux needs
    writeFileSync(join(this.folder, "status"), "");
    const own = {
      "Dir::Etc::sourcelist": join(this.folder, "sources.list"),
      "Dir::Etc::sourceparts": "/dev/null",
      "Dir::Etc::preferences": "/dev/null",
      "Dir::Etc::preferencesparts": "/dev/null",
      "Dir::State": this.folder,
      "Dir::State::lists": join(this.folder, "lists"),
      "Dir::State::status": join(this.folder, "status"),
      "Dir::Cache": this.folder,
      "Dir::Cache::archives": join(this.folder, "archives"),
      "APT::Keep-Downloaded-Packages": "true",
      // apt's own user may not be able to enter the folder
      "APT::Sandbox::User": "root",
    };
    this.options = Object.entries(own).flatMap(([name, value]) => ["-o", `${name}=${value}`]);
  }

  async tmuxVersion() {
    // otherwise apt only warns about an unsigned or stale index
    await told("apt-get", [...this.options, "-o", "APT::Update::Error-Mode=any", "-q", "update"]);
    const shown = await told("apt-cache", [...this.options, "show", "--no-all-versions", "tmux"]);
    const version = /^Version: (.*)$/m.exec(shown)?.[1];
    if (version === undefined) throw new NotToBeHad(`${this.suite} has no tmux`);
    return upstreamVersion(version);
  }

  async unpack(folder) {
    const install = ["-q", "-y", "--download-only", "--no-install-recommends", "install", "tmux"];
    rmSync(join(this.folder, "archives"), { recursive: true });
    mkdirSync(join(this.folder, "archives", "partial"), { recursive: true });
    await told("apt-get", [...this.options, ...install]);
    const next = `${folder}.next`;
    rmSync(next, { recursive: true, force: true });
    mkdirSync(next, { recursive: true });
    const packages = readdirSync(join(this.folder, "archives")).filter((name) => name.endsWith(".deb"));
    for (const name of packages) await told("dpkg", ["-x", join(this.folder, "archives", name), next]);
    rmSync(folder, { recursive: true, force: true });
    renameSync(next, folder);
  }
}

function versionFolder(version) {
  return join(CACHE, version);
}

function isUnpacked(version) {
  return existsSync(join(versionFolder(version), "usr", "bin", "tmux"));
}

/** Written each time, because the repository may have moved. */
function writeWrapper(version) {
  const root = versionFolder(version);
  const libraries = libraryFolders(root);
  // not the symlink in lib64, which in bookworm leads out of this folder
  const loader = libraries.flatMap((folder) => readdirSync(folder).map((name) => join(folder, name))).find(isLoader);
  if (loader === undefined) throw new NotToBeHad(`the packages of ${version} have no loader`);
  const bin = join(root, "agtmux-bin");
  mkdirSync(bin, { recursive: true });
  const text = tmuxWrapper({ loader, libraries, binary: join(root, "usr", "bin", "tmux") });
  writeFileSync(join(bin, "tmux"), text, { mode: 0o755 });
  const { stdout } = spawnSync(join(bin, "tmux"), ["-V"], { encoding: "utf8" });
  if (stdout.trim() !== `tmux ${version}`) throw new NotToBeHad(`the one unpacked says ${stdout.trim() || "nothing"}`);
  return bin;
}

/** lib/x86_64-linux-gnu and the like, if the packages have them. */
function libraryFolders(root) {
  return ["lib", join("usr", "lib")]
    .map((folder) => join(root, folder))
    .filter(existsSync)
    .flatMap((folder) => readdirSync(folder).map((name) => join(folder, name)))
    .filter((folder) => /-linux-gnu[^/]*$/.test(folder));
}

function isLoader(path) {
  return /^ld-linux.*\.so\.\d+$/.test(basename(path));
}

/** Returns a command's output; throws with its errors if it failed. */
async function told(command, args) {
  const { status, output } = await runQuietly(command, args, { env: { ...process.env, LC_ALL: "C" } });
  if (status === 0) return output;
  const why = output.split("\n").filter((line) => /^[EW]: /.test(line));
  throw new NotToBeHad(`${command} ended with ${status}: ${(why.length > 0 ? why : [output.trim()]).join("; ")}`);
}
