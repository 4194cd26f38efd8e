import { spawn } from "node:child_process";

const KEPT_OUTPUT = 262_144;
const FIRST_LINES = 10;
const LAST_LINES = 25;

/** A failed step, with the output of its command. */
export class StepFailed extends Error {
  constructor(title, status, output) {
    super(`${title} failed (${status})`);
    this.name = "StepFailed";
    this.output = output;
  }

  /** npm prints the reason first, apt-get last. */
  excerpt() {
    const lines = this.output.trimEnd().split("\n");
    if (lines.length <= FIRST_LINES + LAST_LINES) return lines.join("\n");
    return [...lines.slice(0, FIRST_LINES), "…", ...lines.slice(-LAST_LINES)].join("\n");
  }
}

/** Runs a command whose output matters only if it fails; prints progress every few seconds. */
export async function runStep(title, [command, ...args], { cwd, env } = {}) {
  const startedAt = Date.now();
  const progress = showProgress(title, startedAt);
  try {
    const { status, output } = await runQuietly(command, args, { cwd, env });
    if (status !== 0) throw new StepFailed(title, status, output);
  } finally {
    progress.stop();
  }
  console.log(`✓ ${title} (${seconds(startedAt)} s)`);
}

/** The status is an exit code, the name of a signal, or why the command did not start. */
export function runQuietly(command, args, { cwd, env } = {}) {
  return new Promise((resolve) => {
    const child = spawn(command, args, { cwd, env, stdio: ["ignore", "pipe", "pipe"] });
    let output = "";
    const keep = (chunk) => {
      output = (output + chunk).slice(-KEPT_OUTPUT);
    };
    child.stdout.setEncoding("utf8").on("data", keep);
    child.stderr.setEncoding("utf8").on("data", keep);
    child.on("error", (error) => resolve({ status: error.message, output }));
    child.on("close", (code, signal) => resolve({ status: code ?? signal, output }));
  });
}

function showProgress(title, startedAt) {
  const onTerminal = process.stdout.isTTY;
  console.log(`… ${title}`);
  const timer = setInterval(
    () => {
      if (onTerminal) process.stdout.write(`\r  ${seconds(startedAt)} s `);
      else console.log(`  still at it after ${seconds(startedAt)} s`);
    },
    onTerminal ? 1_000 : 15_000,
  );
  return {
    stop() {
      clearInterval(timer);
      if (onTerminal) process.stdout.write("\r");
    },
  };
}

function seconds(startedAt) {
  return Math.round((Date.now() - startedAt) / 1000);
}
