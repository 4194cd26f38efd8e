import { type ChildProcessWithoutNullStreams, spawn } from "node:child_process";
import { withStreams } from "../executor/local-executor.ts";
import { tmuxEnvironment } from "../executor/tmux-command.ts";

const FAREWELL_MS = 500;
const LAST_WORDS_MS = 200;
const MAX_WORDS = 8_000;

/**
 * `ssh -N` would outlive us, since it does not notice that we are gone. A background reader of our pipe kills it when
 * our end closes for any reason; twice, since ssh may go to sleep on the first signal. The outer shell exits when ssh
 * does.
 */
const LIFELINE = `exec 3<&0
ssh "$@" </dev/null 3<&- &
ssh=$!
echo "$ssh"
exec >/dev/null 2>&1
{ read -r _ <&3; kill "$ssh" && sleep 0 && kill "$ssh"; } &
lifeline=$!
wait "$ssh"
kill "$lifeline"`;

/** The ssh process that holds a connection; it never outlives us. */
export class SshMaster {
  /** Resolves with ssh's standard error when it has ended. */
  readonly ended: Promise<string>;
  private readonly child: ChildProcessWithoutNullStreams;
  private sshPid: number | null = null;

  constructor(args: readonly string[]) {
    // its own session: no terminal to prompt on, and no Ctrl-C that was meant for the daemon
    const options = { env: sshEnvironment(), stdio: "pipe", detached: true } as const;
    this.child = withStreams(spawn("sh", ["-c", LIFELINE, "sh", ...args], options));
    this.child.stdin.on("error", () => {});
    this.child.stdout.on("data", (chunk: Buffer) => {
      this.sshPid ??= Number(chunk);
    });
    let said = "";
    this.child.stderr.on("data", (chunk: Buffer) => {
      said = (said + chunk).slice(-MAX_WORDS);
    });
    this.ended = new Promise((resolve) => {
      this.child.once("error", (error) => resolve(error.message));
      this.child.once("exit", (code) => {
        // a hanging ProxyCommand would still hold stderr
        const timer = setTimeout(() => resolve(said), LAST_WORDS_MS);
        this.child.once("close", () => {
          clearTimeout(timer);
          resolve(said);
        });
        // the shell was killed, so nothing else would end ssh
        if (code === null) this.killSsh();
      });
    });
  }

  async end(): Promise<void> {
    this.child.stdin.end();
    // it may be stuck closing the connection to a host that no longer responds
    const timer = setTimeout(() => this.killSsh(), FAREWELL_MS);
    await this.ended;
    clearTimeout(timer);
  }

  private killSsh(): void {
    try {
      if (this.sshPid !== null) process.kill(this.sshPid, "SIGKILL");
    } catch {
      // it has already ended
    }
  }
}

/** The user's environment, without what would make ssh or tmux assume a terminal. */
export function sshEnvironment(): NodeJS.ProcessEnv {
  return { ...tmuxEnvironment(), SSH_ASKPASS_REQUIRE: "never" };
}
