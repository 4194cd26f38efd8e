import { spawnSync } from "node:child_process";
import { realpathSync } from "node:fs";
import { join } from "node:path";
import { ensureSetup, findOnPath, ROOT, SetupFault } from "./setup.mjs";
import { commandName, daemonPlan, pathWithout, welcome } from "./start-plan.mjs";

const AGTMUX = join(ROOT, "bin", "agtmux");
// programs started by the daemon inherit its PATH, but our own Node is for agtmux alone
const env = { ...process.env, PATH: pathWithout(process.env.PATH, join(ROOT, "runtime")) };

try {
  await ensureSetup(["tmux"]);
  // after setup, because a build needs the packages
  const { builtStamp, ensureBuilt } = await import("./build.mjs");
  await ensureBuilt();
  printWelcome(runDaemon(builtStamp()));
} catch (error) {
  if (!(error instanceof SetupFault)) throw error;
  console.error(error.message);
  process.exitCode = error.exitCode;
}

function runDaemon(build) {
  const status = daemonStatus();
  const plan = daemonPlan(status, build);
  if (plan === "keep") return status;
  if (plan === "restart") console.log("… restarting the daemon, which runs another build");
  const { status: exitCode, stdout } = askDaemon(plan);
  if (exitCode !== 0) throw new SetupFault(`The daemon did not ${plan}.`, exitCode ?? 1);
  return parsed(stdout);
}

function daemonStatus() {
  return parsed(askDaemon("status").stdout);
}

function askDaemon(verb) {
  const stdio = ["inherit", "pipe", verb === "status" ? "ignore" : "inherit"];
  return spawnSync(AGTMUX, ["daemon", verb, "--json"], { env, stdio, encoding: "utf8" });
}

function parsed(stdout) {
  try {
    return JSON.parse(stdout);
  } catch {
    return null;
  }
}

function printWelcome(status) {
  const onPath = findOnPath("agtmux");
  const agtmux = commandName({ onPath: onPath && realpathSync(onPath), own: realpathSync(AGTMUX) });
  console.log(welcome(status, agtmux));
}
