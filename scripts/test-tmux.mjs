// Runs the suites that concern tmux on the versions in use: npm run test:tmux [-- 3.5a 3.8] [--only FILE] [--long]
import { delimiter } from "node:path";
import { ensureBuilt } from "./build.mjs";
import { runVitest } from "./run-vitest.mjs";
import { ensureSetup } from "./setup.mjs";
import { TEST_TOOLS } from "./setup-plan.mjs";
import { countsLine } from "./test-report.mjs";
import { debianMirror, NotToBeHad, tmuxOf, unpackedBefore } from "./tmux-packages.mjs";
import { readTmuxArguments, TMUX_SUITES, versionsTable } from "./tmux-plan.mjs";

const WRONG_USE = 2;
/** Test harnesses use this exit code for "skipped". */
const CANNOT = 77;
const GONE = { suite: "no suite", missing: "no suite has it now, and it was not unpacked before" };

const asked = readTmuxArguments(process.argv.slice(2));
if (asked.fault !== undefined) {
  console.error(`${asked.fault}.\nUsage: npm run test:tmux [-- VERSION… --only FILE --long]`);
  process.exit(WRONG_USE);
}

const builds = await unpackedBuilds();
if (!builds.some(({ bin }) => bin !== undefined)) {
  for (const { suite, version, missing } of builds)
    console.error(`${[suite, version].filter(Boolean).join(" ")}: ${missing}`);
  console.error("No version of tmux can be tried here.");
  process.exit(CANNOT);
}
await ensureSetup(["tmux"], TEST_TOOLS);
await ensureBuilt();

const results = builds.map((build) => (build.bin === undefined ? build : { ...build, ...runOn(build) }));
const total = { passed: 0, failed: 0, skipped: 0 };
for (const { suite, version, failures = [], ...counts } of results) {
  for (const name of Object.keys(total)) total[name] += counts[name] ?? 0;
  for (const failure of failures) console.log(`failed on tmux ${version} (${suite}): ${failure}`);
}
console.log(`\n${versionsTable(results)}\n\n${countsLine(total)}`);
process.exitCode = total.failed > 0 ? 1 : 0;

/** Each version once, with its folder for the PATH, or why it is missing. */
async function unpackedBuilds() {
  let mirror;
  try {
    mirror = await debianMirror();
  } catch (error) {
    return [{ suite: "Debian", version: null, missing: reason(error) }];
  }
  const found = [];
  for (const each of TMUX_SUITES.filter(mayHold)) {
    const build = await tmuxOf(each, mirror).catch((error) => ({ missing: reason(error) }));
    const isSame = found.some(({ version }) => version === build.version && build.bin !== undefined);
    if (!isSame && (build.bin === undefined || isAsked(build.version))) found.push({ ...each, ...build });
  }
  const others = asked.versions.filter((version) => !found.some((build) => build.version === version));
  return [...found, ...others.map((version) => unpackedBefore(version) ?? { ...GONE, version })];
}

/** Whether a suite may have a requested version: a moving suite may have any that the fixed ones lack. */
function mayHold({ version }) {
  if (version !== null) return isAsked(version);
  const isFixed = (each) => TMUX_SUITES.some((suite) => suite.version === each);
  return asked.versions.length === 0 || !asked.versions.every(isFixed);
}

function isAsked(version) {
  return asked.versions.length === 0 || asked.versions.includes(version);
}

function reason(error) {
  if (!(error instanceof NotToBeHad)) throw error;
  return error.message;
}

function runOn({ suite, version, bin }) {
  console.log(`\n── tmux ${version} (${suite}) ──`);
  const env = {
    ...process.env,
    PATH: `${bin}${delimiter}${process.env.PATH}`,
    AGTMUX_TEST_TMUX: version,
    ...(asked.isLong ? { AGTMUX_TEST_LONG: "1" } : {}),
  };
  return runVitest(["--config", "vitest.tmux.config.ts", ...asked.files], env);
}
