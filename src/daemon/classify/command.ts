import { spawn } from "node:child_process";
import { lstatSync, mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Question } from "../../core/classify/prompt.ts";
import { redactText } from "../../core/redact/redact.ts";
import { withStreams } from "../targets/executor/local-executor.ts";
import { type Provider, ProviderFailure } from "./provider.ts";

const MAX_BYTES = 256 * 1024;
const COMPLAINT_LENGTH = 200;
/** Variables with which the command is found, logs in and reaches the network; nothing about panes, no other programs' keys. */
const PASSED_VARIABLES =
  /^(PATH|HOME|USER|LOGNAME|SHELL|TMPDIR|TZ|LANG|LANGUAGE|LC_\w+|XDG_\w+|(HTTPS?|ALL|NO)_PROXY|SSL_CERT_(FILE|DIR)|NODE_EXTRA_CA_CERTS)$/i;

export interface CommandOptions {
  argv: readonly string[];
  environment: NodeJS.ProcessEnv;
  /** Name of the environment variable with its key, if configured. */
  keyVariable: string | null;
}

/** Runs a command once per question: question on stdin, verdict anywhere in its output. */
export class CommandProvider implements Provider {
  readonly name = "command";
  private readonly options: CommandOptions;
  /** An empty directory of ours, with no workspace instructions and none of our files in or above it. */
  private place: string | null = null;
  private running = 0;

  constructor(options: CommandOptions) {
    this.options = options;
  }

  async classify(question: Question, signal: AbortSignal): Promise<string> {
    // one directory for all calls: some commands keep a record for each directory they ran in
    const place = makePlace(this.place);
    this.place = place;
    this.running += 1;
    try {
      return await this.run(question, place, signal);
    } finally {
      this.running -= 1;
      if (this.running === 0) rmSync(place, { recursive: true, force: true, maxRetries: 3 });
    }
  }

  private run(question: Question, cwd: string, signal: AbortSignal): Promise<string> {
    const { argv } = this.options;
    const [program = "", ...args] = argv;
    // own process group, so that none of its children outlives the timeout
    const options = { cwd, env: environmentFor(this.options), stdio: "pipe", detached: true } as const;
    const child = withStreams(spawn(program, args, options));
    const end = () => endGroup(child.pid);
    return new Promise<string>((resolve, reject) => {
      const fail = (why: string, isPassing = false) => {
        end();
        reject(new ProviderFailure(`${program} ${why}`, { isPassing }));
      };
      const onAbort = () => {
        end();
        reject(signal.reason as Error);
      };
      if (signal.aborted) return onAbort();
      signal.addEventListener("abort", onAbort, { once: true });
      const said: Buffer[] = [];
      let length = 0;
      let complaint = "";
      child.stdout.on("data", (chunk: Buffer) => {
        length += chunk.length;
        if (length > MAX_BYTES) fail(`printed more than ${MAX_BYTES} bytes`);
        else said.push(chunk);
      });
      child.stderr.on("data", (chunk: Buffer) => {
        complaint = (complaint + chunk.toString()).slice(-COMPLAINT_LENGTH);
      });
      child.stdin.on("error", () => {});
      child.stdin.end(promptText(question));
      child.once("error", (error) => fail(`cannot be run: ${(error as NodeJS.ErrnoException).code ?? error.message}`));
      child.once("close", (code, killedBy) => {
        signal.removeEventListener("abort", onAbort);
        if (code === 0) return resolve(Buffer.concat(said).toString("utf8"));
        const words = redactText(complaint).replaceAll(/\s+/g, " ").trim();
        fail(`ended ${killedBy === null ? `with ${code}` : `by ${killedBy}`}${words === "" ? "" : `: ${words}`}`, true);
      });
    });
  }
}

function promptText({ system, user, schema }: Question): string {
  const form = `Answer with one JSON object and nothing else, no tools. Its JSON Schema: ${JSON.stringify(schema)}`;
  return `${system}\n\n${user}\n\n${form}\n`;
}

/** Reuses the previous path, unless another user has taken it meanwhile. */
function makePlace(before: string | null): string {
  try {
    if (before !== null) mkdirSync(before, { mode: 0o700 });
  } catch {
    before = isOurs(before) ? before : null;
  }
  return before ?? mkdtempSync(join(tmpdir(), "agtmux-classifier-"));
}

function isOurs(path: string | null): boolean {
  const found = path === null ? undefined : lstatSync(path, { throwIfNoEntry: false });
  return found?.isDirectory() === true && found.uid === process.getuid?.();
}

function environmentFor({ environment, keyVariable }: CommandOptions): NodeJS.ProcessEnv {
  const kept = Object.entries(environment).filter(([name]) => PASSED_VARIABLES.test(name) || name === keyVariable);
  return Object.fromEntries(kept);
}

function endGroup(pid: number | undefined): void {
  if (pid === undefined) return;
  try {
    process.kill(-pid, "SIGKILL");
  } catch {
    // it has already exited
  }
}
