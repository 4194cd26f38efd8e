// Only Node's builtins here: this runs before anything is installed.

import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { accessSync, constants, existsSync, readFileSync, writeFileSync } from "node:fs";
import { delimiter, dirname, join } from "node:path";
import { createInterface } from "node:readline/promises";
import { fileURLToPath } from "node:url";
import { runStep, StepFailed } from "./run-step.mjs";
import {
  binaryOf,
  installPlan,
  isNodeTooOld,
  isPackaged,
  isTmuxTooOld,
  OLDEST_NODE,
  OLDEST_TMUX,
  PACKAGE_MANAGERS,
  packagesPlan,
  startsService,
} from "./setup-plan.mjs";

export const ROOT = dirname(dirname(fileURLToPath(import.meta.url)));
const LOCK = join(ROOT, "package-lock.json");
const STAMP = join(ROOT, "node_modules", ".agtmux-setup");
/** Where a person's PATH may not lead, but sshd and ip are. */
const SYSTEM_DIRECTORIES = ["/usr/local/sbin", "/usr/sbin", "/sbin"];
const NATIVE_PACKAGE = "better-sqlite3";
const NATIVE_BUILD_TOOLS = ["python3", "make", "g++"];

/** Setup cannot go on, and a person has to do something. Exit codes 20 and 21 are those of E_TMUX_MISSING and E_TMUX_TOO_OLD. */
export class SetupFault extends Error {
  constructor(message, exitCode = 1) {
    super(message);
    this.name = "SetupFault";
    this.exitCode = exitCode;
  }
}

/**
 * Node, the named system tools and the npm packages: there, or installed now, or a SetupFault that says what to do.
 * Without the wished-for tools setup goes on, and says what is missing.
 */
export async function ensureSetup(tools, wishes = []) {
  ensureNode();
  await ensureSystem(tools, wishes);
  await ensurePackages();
}

function ensureNode() {
  if (!isNodeTooOld(process.version)) return;
  throw new SetupFault(
    `agtmux needs Node ${OLDEST_NODE.join(".")} or newer; this is ${process.version} (${process.execPath}). Install a newer one from https://nodejs.org and run this again.`,
  );
}

async function ensurePackages() {
  const lockText = readFileSync(LOCK, "utf8");
  // a native package built for another Node or machine does not load, so these are part of the stamp
  const wantedStamp = `${hash(lockText)} ${process.platform} ${process.arch} abi${process.versions.modules}`;
  const plan = packagesPlan({
    stamp: readIfPresent(STAMP),
    wantedStamp,
    lock: JSON.parse(lockText),
    installedLock: parseIfPresent(join(ROOT, "node_modules", ".package-lock.json")),
  });
  if (plan === "nothing") return;
  if (plan === "install") await installPackages();
  if (!nativePackageLoads()) await rebuildNativePackage();
  writeFileSync(STAMP, wantedStamp);
}

async function ensureSystem(tools, wishes) {
  const missing = tools.filter(isMissing);
  if (missing.length > 0) await installTools(missing);
  if (tools.includes("tmux")) refuseOldTmux();
  await tryToInstall(wishes.filter(isMissing));
}

async function tryToInstall(wishes) {
  const manager = packageManager();
  const nowhere = wishes.filter((tool) => !isPackaged(tool, manager));
  if (nowhere.length > 0) console.log(`· not to be had here: ${nowhere.join(", ")}. The tests that need them say so.`);
  const missing = wishes.filter((tool) => isPackaged(tool, manager));
  // apart: a service may want a yes that the others do not need
  for (const tools of [missing.filter((tool) => !startsService(tool)), missing.filter(startsService)]) {
    if (tools.length > 0) await installOrTell(tools);
  }
}

async function installOrTell(tools) {
  try {
    await installTools(tools);
  } catch (error) {
    if (!(error instanceof SetupFault)) throw error;
    console.log(`· ${error.message}\n  Until then the tests that need ${tools.join(", ")} fail.\n`);
  }
}

function isMissing(tool) {
  return !findOnPath(binaryOf(tool), [...searchPath(), ...SYSTEM_DIRECTORIES]);
}

/** The full path of a program, or null. */
export function findOnPath(program, directories = searchPath()) {
  for (const directory of directories) {
    const candidate = join(directory, program);
    try {
      accessSync(candidate, constants.X_OK);
      return candidate;
    } catch {
      // not in this directory
    }
  }
  return null;
}

function searchPath() {
  return (process.env.PATH ?? "").split(delimiter);
}

async function installPackages() {
  try {
    // NODE_ENV=production would leave out what the build needs
    await runStep("installing the npm packages", ["npm", "ci", "--include=dev", "--no-audit", "--no-fund"], {
      cwd: ROOT,
      slowHint: `${NATIVE_PACKAGE} compiles from source where no prebuilt one can be fetched: that takes about two minutes.`,
    });
  } catch (error) {
    throw explainNpmFailure(error);
  }
}

async function rebuildNativePackage() {
  try {
    await runStep(
      `building ${NATIVE_PACKAGE} for Node ${process.versions.node}`,
      ["npm", "rebuild", NATIVE_PACKAGE, "--ignore-scripts=false"],
      { cwd: ROOT, slowHint: "Compiling from source takes about two minutes." },
    );
  } catch (error) {
    throw explainNpmFailure(error);
  }
  if (!nativePackageLoads()) {
    throw new SetupFault(
      `${NATIVE_PACKAGE} is installed but does not load:\n${loadNativePackage().stderr.trim()}${missingBuildTools()}`,
    );
  }
}

function nativePackageLoads() {
  return loadNativePackage().status === 0;
}

function loadNativePackage() {
  // opening a database is what loads the binary; requiring the package alone does not
  const script = `new (require(${JSON.stringify(NATIVE_PACKAGE)}))(":memory:").close()`;
  return spawnSync(process.execPath, ["-e", script], { cwd: ROOT, encoding: "utf8" });
}

function explainNpmFailure(error) {
  if (!(error instanceof StepFailed)) return error;
  return new SetupFault(`${error.message}. What npm said:\n\n${error.excerpt()}\n${missingBuildTools()}`);
}

function missingBuildTools() {
  const missing = NATIVE_BUILD_TOOLS.filter((tool) => !findOnPath(tool));
  if (missing.length === 0) return "";
  return `\nMissing here, and needed where ${NATIVE_PACKAGE} has to compile: ${missing.join(", ")}. On Debian or Ubuntu: apt-get install -y ${missing.join(" ")}; on macOS: xcode-select --install`;
}

async function installTools(tools) {
  const plan = installPlan(tools, {
    manager: packageManager(),
    isRoot: process.getuid?.() === 0,
    hasSudo: findOnPath("sudo") !== null,
    hasTerminal: Boolean(process.stdin.isTTY && process.stdout.isTTY),
    hasServices: existsSync("/run/systemd/system"),
  });
  const names = tools.join(", ");
  const exitCode = tools.includes("tmux") ? 20 : 1;
  const missing = `${tools.length === 1 ? `${names} is` : `${names} are`} not installed${tools.includes("tmux") ? ", and agtmux works through it" : ""}.`;
  if (plan.command === null) throw new SetupFault(`${missing} Install ${names} and run this again.`, exitCode);
  const shown = plan.command.join(" ");
  const fault = new SetupFault(`${missing} Install with\n\n    ${shown}\n\nand run this again.`, exitCode);
  if (plan.how === "tell") throw fault;
  if (plan.how === "ask") {
    if (!(await agrees(`${missing}\nInstall with \`${shown}\`? [Y/n] `))) throw fault;
    spawnSync(plan.command[0], plan.command.slice(1), { stdio: "inherit" });
  } else {
    await installUnattended(names, plan.command, fault);
  }
  if (tools.some(isMissing)) throw fault;
}

function packageManager() {
  return PACKAGE_MANAGERS.find((manager) => findOnPath(manager)) ?? null;
}

async function installUnattended(names, command, fault) {
  const env = { ...process.env, DEBIAN_FRONTEND: "noninteractive" };
  try {
    await runStep("refreshing the list of system packages", ["apt-get", "update"], { env });
    await runStep(`installing ${names}`, [...command, "--no-install-recommends"], { env });
  } catch (error) {
    if (!(error instanceof StepFailed)) throw error;
    throw new SetupFault(`${error.message}:\n\n${error.excerpt()}\n\n${fault.message}`, fault.exitCode);
  }
}

function refuseOldTmux() {
  const version = spawnSync("tmux", ["-V"], { encoding: "utf8" }).stdout.trim();
  if (!isTmuxTooOld(version)) return;
  throw new SetupFault(
    `${version} is too old: agtmux needs tmux ${OLDEST_TMUX.join(".")} or newer. Upgrade tmux and run this again.`,
    21,
  );
}

async function agrees(question) {
  const terminal = createInterface({ input: process.stdin, output: process.stdout });
  const answer = await terminal.question(question);
  terminal.close();
  return /^(y|yes|)$/i.test(answer.trim());
}

function readIfPresent(path) {
  try {
    return readFileSync(path, "utf8");
  } catch (error) {
    if (error.code === "ENOENT") return null;
    throw error;
  }
}

function parseIfPresent(path) {
  const text = readIfPresent(path);
  return text === null ? null : JSON.parse(text);
}

function hash(text) {
  return createHash("sha256").update(text).digest("hex");
}
