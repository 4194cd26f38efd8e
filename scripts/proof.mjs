// Runs the suites twice in a row and writes docs/proof.md: npm run proof [-- SUITE… --times 2]
import { execFileSync, spawn } from "node:child_process";
import { createWriteStream, existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { loadavg } from "node:os";
import { join } from "node:path";
import { countsIn, proofPage, readProofArguments, withRun } from "./proof-plan.mjs";
import { ROOT } from "./setup.mjs";

const WRONG_USE = 2;
/** Suites end with it where the machine cannot run them. */
const CANNOT = 77;
const KEPT = join(ROOT, "docs", "proof.json");

const asked = readProofArguments(process.argv.slice(2));
if (asked.fault !== undefined) {
  console.error(`${asked.fault}.\nUsage: npm run proof [-- SUITE… --times N]`);
  process.exit(WRONG_USE);
}
const commit = execFileSync("git", ["rev-parse", "--short=8", "HEAD"], { cwd: ROOT, encoding: "utf8" }).trim();
mkdirSync(join(ROOT, ".build", "proof"), { recursive: true });
for (const suite of asked.suites) {
  for (let time = 1; time <= asked.times; time += 1) {
    const run = await runSuite(suite, join(ROOT, ".build", "proof", `${suite.name}-${time}.txt`));
    if (run === null) break;
    keep(suite.name, run);
    if (!run.isFine) process.exitCode = 1;
  }
}

/** Another proof may have written its own meanwhile. */
function keep(name, run) {
  const all = existsSync(KEPT) ? JSON.parse(readFileSync(KEPT, "utf8")) : {};
  all[name] = withRun(all[name] ?? [], run, asked.times);
  writeFileSync(KEPT, `${JSON.stringify(all, null, 2)}\n`);
  writeFileSync(join(ROOT, "docs", "proof.md"), proofPage(all));
}

/** Null if this machine cannot run the suite. */
async function runSuite({ name, command, env, minutes: usual }, log) {
  const load = loadavg()[0].toFixed(1);
  const startedAt = Date.now();
  console.log(`${name}: npm ${command.join(" ")} (some ${usual} minutes); what it says is in ${log}`);
  const code = await new Promise((resolve, reject) => {
    const child = spawn("npm", command, {
      cwd: ROOT,
      env: { ...process.env, ...env },
      stdio: ["ignore", "pipe", "pipe"],
    });
    const file = createWriteStream(log);
    child.stdout.pipe(file, { end: false });
    child.stderr.pipe(file, { end: false });
    child.on("error", reject);
    child.on("close", (status) => file.end(() => resolve(status)));
  });
  if (code === CANNOT) {
    console.log(`${name}: cannot be run here`);
    return null;
  }
  const minutes = Math.max(1, Math.round((Date.now() - startedAt) / 60_000));
  const run = { commit, minutes, load, isFine: code === 0, counts: countsIn(readFileSync(log, "utf8")) };
  console.log(`${name}: ${run.isFine ? "fine" : "failed"} after ${minutes} min: ${run.counts}`);
  return run;
}
