// Use only Node's builtins here: this runs before anything is installed.

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
  NODE_UNFIT,
  OLDEST_NODE,
  OLDEST_TMUX,
  PACKAGE_MANAGERS,
  packagesPlan,
  startsService,
} from "./setup-plan.mjs";

export const ROOT = dirname(dirname(fileURLToPath(import.meta.url)));
const LOCK = join(ROOT, "package-lock.json");
const STAMP = join(ROOT, "node_modules", ".agtmux-setup");
/** Directories of sshd and ip that may be missing in a user's PATH. */
const SYSTEM_DIRECTORIES = ["/usr/local/sbin", "/usr/sbin", "/sbin"];
/** No package compiles or runs scripts. Overrides npm settings of the user that could omit packages or hide errors. */
export const NPM_CI = [
  ...["npm", "ci", "--ignore-scripts", "--include=dev", "--include=optional"],
  ...["--loglevel=notice", "--no-audit", "--no-fund"],
];

/** Setup needs a person's help. Exit codes 20, 21, 26: those of E_TMUX_MISSING, E_TMUX_TOO_OLD and E_NODE_UNFIT. */
export class SetupFault extends Error {
  constructor(message, exitCode = 1) {
    super(message);
    this.name = "SetupFault";
    this.exitCode = exitCode;
  }
}

/**
 * Makes sure that Node, the named system tools and the npm packages are installed, or throws a SetupFault that says
 * what to do. Missing optional tools (`wishes`) are only reported.
 */
export async function ensureSetup(tools, wishes = []) {
  ensureNode();
  await ensureSystem(tools, wishes);
  await ensurePackages();
}

function ensureNode() {
  if (!isNodeTooOld(process.version)) return;
  throw new SetupFault(
    `agtmux needs Node ${OLDEST_NODE.join(".")} or newer, and this is ${process.version} (${process.execPath}). Run this through npm (npm start, npm test, npm run …), which finds or installs the right one.`,
    NODE_UNFIT,
  );
}

async function ensurePackages() {
  const lockText = readFileSync(LOCK, "utf8");
  const lock = JSON.parse(lockText);
  const machine = thisMachine();
  // some packages contain a binary for one kind of machine
  const wantedStamp = [hash(lockText), ...Object.values(machine)].join(" ");
  const planNow = () => {
    const installedLock = parseIfPresent(join(ROOT, "node_modules", ".package-lock.json"));
    return packagesPlan({ stamp: readIfPresent(STAMP), wantedStamp, lock, installedLock, machine });
  };
  const plan = planNow();
  if (plan === "nothing") return;
  if (plan === "install") {
    await installPackages();
    // npm 9 silently omits binaries that this machine needs
    if (planNow() === "install")
      throw new SetupFault(
        "npm did not install all packages. Install a newer npm (npm install -g npm), and run this again.",
      );
  }
  writeFileSync(STAMP, wantedStamp);
}

/** Platform, processor and C library: a package's binary runs only where these are the same. */
export function thisMachine() {
  const { platform, arch } = process;
  if (platform !== "linux") return { platform, arch };
  return { platform, arch, libc: process.report.getReport().header.glibcVersionRuntime ? "glibc" : "musl" };
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
  // separately: installing a service may need a confirmation that the others do not
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

/** Returns the full path of a program, or null. */
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
    await runStep("installing the npm packages", NPM_CI, { cwd: ROOT });
  } catch (error) {
    if (!(error instanceof StepFailed)) throw error;
    throw new SetupFault(`${error.message}. What npm said:\n\n${error.excerpt()}`);
  }
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

export function parseIfPresent(path) {
  const text = readIfPresent(path);
  return text === null ? null : JSON.parse(text);
}

function hash(text) {
  return createHash("sha256").update(text).digest("hex");
}
