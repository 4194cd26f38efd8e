import { type ChildProcessWithoutNullStreams, spawn } from "node:child_process";
import { withStreams } from "./local-executor.ts";
import { tmuxEnvironment } from "./tmux-command.ts";

const FAREWELL_MS = 500;
const LAST_WORDS_MS = 200;
const MOST_WORDS = 8_000;

/**
 * `ssh -N` would outlive us, since nothing tells it that we are gone: a reader of our pipe ends it when our end
 * closes, however that comes about. Twice, since ssh may go to sleep on the first. The outer shell ends when ssh does.
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

/** The ssh process that holds a connection, for as long as we live and no longer. */
export class SshMaster {
  /** Resolves with what ssh said, when it has ended. */
  readonly ended: Promise<string>;
  private readonly child: ChildProcessWithoutNullStreams;
  private sshPid: number | null = null;

  constructor(args: readonly string[]) {
    // a session of its own: no terminal to prompt on, and no Ctrl-C that was meant for the daemon
    const options = { env: sshEnvironment(), stdio: "pipe", detached: true } as const;
    this.child = withStreams(spawn("sh", ["-c", LIFELINE, "sh", ...args], options));
    this.child.stdin.on("error", () => {});
    this.child.stdout.on("data", (chunk: Buffer) => {
      this.sshPid ??= Number(chunk);
    });
    let said = "";
    this.child.stderr.on("data", (chunk: Buffer) => {
      said = (said + chunk).slice(-MOST_WORDS);
    });
    this.ended = new Promise((resolve) => {
      this.child.once("error", (error) => resolve(error.message));
      this.child.once("exit", (code) => {
        // a ProxyCommand that hangs would still hold stderr
        const timer = setTimeout(() => resolve(said), LAST_WORDS_MS);
        this.child.once("close", () => {
          clearTimeout(timer);
          resolve(said);
        });
        // somebody killed the shell, and ssh has lost its lifeline
        if (code === null) this.killSsh();
      });
    });
  }

  async end(): Promise<void> {
    this.child.stdin.end();
    // it may be busy saying goodbye to a host that no longer listens
    const timer = setTimeout(() => this.killSsh(), FAREWELL_MS);
    await this.ended;
    clearTimeout(timer);
  }

  private killSsh(): void {
    try {
      if (this.sshPid !== null) process.kill(this.sshPid, "SIGKILL");
    } catch {
      // it has ended meanwhile
    }
  }
}

/** The user's own, except for what would make ssh or tmux think that somebody sits here. */
export function sshEnvironment(): NodeJS.ProcessEnv {
  return { ...tmuxEnvironment(), SSH_ASKPASS_REQUIRE: "never" };
}
