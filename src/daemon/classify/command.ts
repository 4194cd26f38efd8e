import { spawn } from "node:child_process";
import type { Question } from "../../core/classify/prompt.ts";
import { redactText } from "../../core/redact/redact-text.ts";
import { withStreams } from "../targets/local-executor.ts";
import { type Provider, ProviderFailure } from "./provider.ts";

const MOST_BYTES = 256 * 1024;
const COMPLAINT_LENGTH = 200;
/** What would make it, or a hook of it, take itself for an agent in somebody's pane, or for a part of this daemon. */
const NOT_ITS_OWN = /^(TMUX|TMUX_PANE|AGTMUX_.*|SCHMUX_.*|SQUAD_.*|CLAUDECODE|CLAUDE_CODE_ENTRYPOINT)$/;

export interface CommandOptions {
  argv: readonly string[];
  /** Where it runs: a place of ours, never a workspace, whose instructions it would follow. */
  directory: string;
  environment: NodeJS.ProcessEnv;
}

/** A command that answers once: the question on its standard input, the verdict somewhere in what it prints. */
export class CommandProvider implements Provider {
  readonly name = "command";
  private readonly options: CommandOptions;

  constructor(options: CommandOptions) {
    this.options = options;
  }

  classify(question: Question, signal: AbortSignal): Promise<string> {
    const { argv, directory, environment } = this.options;
    const [program = "", ...args] = argv;
    // a group of its own, so that nothing it starts outlives the timeout
    const options = { cwd: directory, env: environmentFor(environment), stdio: "pipe", detached: true } as const;
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
        if (length > MOST_BYTES) fail(`printed more than ${MOST_BYTES} bytes`);
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

/** The user's own, since the command needs its PATH and its login, without what names a pane. */
function environmentFor(environment: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  return Object.fromEntries(Object.entries(environment).filter(([name]) => !NOT_ITS_OWN.test(name)));
}

function endGroup(pid: number | undefined): void {
  if (pid === undefined) return;
  try {
    process.kill(-pid, "SIGKILL");
  } catch {
    // it has ended by itself
  }
}
