import { mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";

/** Runs each line typed, as agents run tools; the first may be an argument. Ctrl-D ends it. */
const CONVERSATION = `
const { spawnSync } = require("node:child_process");
const run = (line) => spawnSync("sh", ["-c", line], { stdio: ["ignore", "inherit", "inherit"] });
const [first] = process.argv.slice(2);
if (first !== undefined) run(first);
console.log("ready " + process.pid);
require("node:readline").createInterface({ input: process.stdin }).on("line", run);
`;

/** Starts the binary beside it and exits with it, as npm package shims do. */
const SHIM = `
const { spawn } = require("node:child_process");
const { join } = require("node:path");
const binary = join(__dirname, "..", "..", "codex-linux-x64", "bin", "codex");
spawn(binary, [join(__dirname, "conversation.js"), ...process.argv.slice(2)], { stdio: "inherit" })
  .on("exit", (code) => process.exit(code ?? 1));
`;

/** Runs under another name for a while, as npx does while it fetches a package. */
const LAUNCHER = `
process.title = "npm exec @openai/codex";
const { spawn } = require("node:child_process");
setTimeout(() => spawn(process.execPath, [process.argv[2]], { stdio: "inherit" }).on("exit", () => process.exit(0)), 1_000);
`;

export interface FakeAgents {
  /** A binary. */
  claude: string;
  /** A node script that starts a binary. */
  codex: string;
  /** Starts codex a second later. */
  npx: string;
  /** A node script. */
  gemini: string;
}

/** Programs in a directory whose processes look like those of agents, by the commands that start them. */
export function fakeAgents(dir: string): FakeAgents {
  const write = (path: string, text: string) => {
    mkdirSync(dirname(join(dir, path)), { recursive: true });
    writeFileSync(join(dir, path), text);
    return join(dir, path);
  };
  const conversation = write("conversation.js", CONVERSATION);
  const shim = write("node_modules/@openai/codex/bin/codex.js", SHIM);
  write("node_modules/@openai/codex/bin/conversation.js", CONVERSATION);
  const gemini = write("node_modules/@google/gemini-cli/bundle/gemini.js", CONVERSATION);
  const launcher = write("launcher.js", LAUNCHER);
  const binaries = [join(dir, "bin", "claude"), join(dir, "node_modules/@openai/codex-linux-x64/bin/codex")] as const;
  for (const binary of binaries) {
    mkdirSync(dirname(binary), { recursive: true });
    symlinkSync(process.execPath, binary);
  }
  return {
    claude: `${binaries[0]} ${conversation}`,
    codex: `${process.execPath} ${shim}`,
    gemini: `${process.execPath} ${gemini}`,
    npx: `${process.execPath} ${launcher} ${shim}`,
  };
}
