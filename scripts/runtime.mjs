// scripts/run starts this on the machine's own Node, which may be as old as 18, before anything is installed: use only
// Node's builtins here.

import { spawnSync } from "node:child_process";
import { readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { runQuietly, StepFailed } from "./run-step.mjs";
import { runtimePackage, runtimePlan } from "./runtime-plan.mjs";
import { NPM_CI, parseIfPresent, ROOT, SetupFault, thisMachine } from "./setup.mjs";
import { isNodeTooOld, NODE_UNFIT, OLDEST_NODE } from "./setup-plan.mjs";

const RUNTIME = join(ROOT, "runtime");
const OLDEST = OLDEST_NODE.join(".");
const REMEDY = `install Node ${OLDEST} or newer on this machine (https://nodejs.org)`;

try {
  await ensureRuntime();
} catch (error) {
  if (!(error instanceof SetupFault)) throw error;
  console.error(error.message);
  process.exitCode = error.exitCode;
}

/** Installs the Node that agtmux runs on into runtime/ if the machine's own is too old. */
async function ensureRuntime() {
  const machine = thisMachine();
  const lock = JSON.parse(readFileSync(join(RUNTIME, "package-lock.json"), "utf8"));
  const installedLock = parseIfPresent(join(RUNTIME, "node_modules", ".package-lock.json"));
  const plan = runtimePlan({ version: process.version, machine, lock, installedLock });
  if (plan === "nothing") return;
  const own = `this machine's Node is ${process.versions.node} and agtmux needs ${OLDEST} or newer`;
  if (plan === "impossible") {
    const kind = `${machine.platform} ${machine.arch}${machine.libc === "musl" ? " with musl" : ""}`;
    throw new SetupFault(`Cannot go on: ${own}, and npm has none for ${kind}. Please ${REMEDY}.`, NODE_UNFIT);
  }
  const { path, version } = runtimePackage(lock, machine);
  const reason = isNodeTooOld(process.version) ? own : "agtmux has a Node of its own here, which is out of date";
  console.log(`· ${reason}: installing Node ${version} for agtmux alone, in runtime/`);
  await install(version);
  tryOut(join(RUNTIME, path, "bin", "node"), version);
}

async function install(version) {
  const [npm, ...args] = NPM_CI;
  const { status, output } = await runQuietly(npm, args, { cwd: RUNTIME });
  if (status === 0) return;
  const failed = new StepFailed(`Installing Node ${version}`, status, output);
  throw new SetupFault(
    `${failed.message}. What npm said:\n\n${failed.excerpt()}\n\nMake sure that npm reaches its registry, or ${REMEDY}. Then run this again.`,
    NODE_UNFIT,
  );
}

/** Removes a Node that does not run here, so that it is never picked. */
function tryOut(node, version) {
  const { stdout, stderr, error } = spawnSync(node, ["--version"], { encoding: "utf8" });
  if (stdout?.trim() === `v${version}`) return;
  rmSync(join(RUNTIME, "node_modules"), { recursive: true, force: true });
  // npm skips an optional package that it cannot download
  const why =
    error?.code === "ENOENT"
      ? "npm did not get the package that runtime/package-lock.json names"
      : `it does not run on this machine: ${error?.message ?? stderr.trim()}`;
  throw new SetupFault(
    `Node ${version} could not be installed, because ${why}. Please ${REMEDY}, and run this again.`,
    NODE_UNFIT,
  );
}
