import { runQuietly } from "./run-step.mjs";
import { runVitest } from "./run-vitest.mjs";
import { ensureSetup, ROOT, SetupFault } from "./setup.mjs";
import { TEST_TOOLS } from "./setup-plan.mjs";
import { countsLine } from "./test-report.mjs";

const STATIC_CHECKS = [
  { name: "types", command: ["node_modules/.bin/tsc", "-b"] },
  { name: "lint and format", command: ["node_modules/.bin/biome", "check", "."] },
  { name: "dead code", command: ["node_modules/.bin/knip"] },
  { name: "hashes of packages", command: [process.execPath, "scripts/lock-integrity.mjs"] },
  { name: "spec citations", command: [process.execPath, "scripts/spec-citations.mjs"] },
  { name: "structure", command: [process.execPath, "scripts/structure.mjs"] },
  { name: "duplicates", command: [process.execPath, "scripts/duplicates.mjs"] },
  { name: "schemas", command: [process.execPath, "scripts/schemas.mjs", "--check"] },
  { name: "command line docs", command: [process.execPath, "scripts/cli-docs.mjs", "--check"] },
];

const FLAGS = ["--no-setup", "--all"];
const vitestArguments = process.argv.slice(2).filter((argument) => !FLAGS.includes(argument));
const total = { passed: 0, failed: 0, skipped: 0, failures: [] };

try {
  if (!process.argv.includes("--no-setup")) await ensureSetup(["tmux"], TEST_TOOLS);
  const isBuilt = await runCheck({ name: "build", run: buildAll });
  if (vitestArguments.length === 0) await runStaticChecks();
  if (isBuilt && vitestArguments.length > 0) add(runVitest(vitestArguments));
  else if (isBuilt) runAll();
} catch (error) {
  if (!(error instanceof SetupFault)) throw error;
  add({ passed: 0, failed: 1, skipped: 0, failures: [`setup: ${error.message}`] });
  process.exitCode = error.exitCode;
}

if (total.failed > 0) {
  process.exitCode ||= 1;
  console.log(`\nFailed:\n${indented(total.failures)}\n`);
}
console.log(countsLine(total));

function runAll() {
  add(runVitest(["--config", "vitest.unit.config.ts"]));
  if (process.argv.includes("--all")) add(runVitest(["test/", "--maxWorkers=4"]));
  else add(runVitest(["--config", "vitest.e2e.config.ts"]));
  add(runVitest(["--config", "vitest.agents.config.ts"]));
}

async function runStaticChecks() {
  await Promise.all(STATIC_CHECKS.map(({ name, command }) => runCheck({ name, run: () => runCommand(command) })));
}

async function runCheck({ name, run }) {
  const startedAt = Date.now();
  const { isFine, output } = await run();
  console.log(`${isFine ? "✓" : "✗"} ${name} (${((Date.now() - startedAt) / 1000).toFixed(1)} s)`);
  if (!isFine) console.log(`${output.trimEnd()}\n`);
  add({ passed: isFine ? 1 : 0, failed: isFine ? 0 : 1, skipped: 0, failures: isFine ? [] : [name] });
  return isFine;
}

async function buildAll() {
  try {
    const { ensureBuilt } = await import("./build.mjs");
    await ensureBuilt();
    return { isFine: true, output: "" };
  } catch (error) {
    return { isFine: false, output: error.stack };
  }
}

async function runCommand([command, ...args]) {
  const { status, output } = await runQuietly(command, args, { cwd: ROOT });
  return { isFine: status === 0, output };
}

function indented(lines) {
  return lines.map((line) => `  ${line}`).join("\n");
}

function add({ passed, failed, skipped, failures }) {
  total.passed += passed;
  total.failed += failed;
  total.skipped += skipped;
  total.failures.push(...failures);
}
