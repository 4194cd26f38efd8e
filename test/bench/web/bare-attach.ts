import { type ChildProcessByStdio, spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface, type Interface } from "node:readline";
import type { Readable, Writable } from "node:stream";
import type { Sandbox } from "../../support/sandbox.ts";

/**
 * Attaches on a terminal of its own, as a user's terminal would, with no relay in between. Types each letter from its
 * input, waits until it is printed, and reports the microseconds that took.
 */
const ATTACH = `
import fcntl, os, pty, struct, sys, termios, time
pid, terminal = pty.fork()
if pid == 0:
    os.execvp(sys.argv[1], sys.argv[1:])
fcntl.ioctl(terminal, termios.TIOCSWINSZ, struct.pack("HHHH", 40, 120, 0, 0))
seen = b""
while b"ready" not in seen:
    seen += os.read(terminal, 65536)
print("ready", flush=True)
for line in sys.stdin:
    letter = line.strip().encode()
    began = time.perf_counter()
    os.write(terminal, letter)
    while letter not in os.read(terminal, 65536):
        pass
    print(round((time.perf_counter() - began) * 1e6), flush=True)
`;

/** The floor of typing: a bare `tmux attach`. The session's program has printed "ready" and echoes its input. */
export class BareAttach {
  private readonly child: ChildProcessByStdio<Writable, Readable, null>;
  private readonly lines: Interface;

  constructor(box: Sandbox, session: string) {
    const tmux = ["tmux", "-L", box.socketName, "-f", "/dev/null", "attach-session", "-t", session];
    this.child = spawn("python3", ["-c", ATTACH, ...tmux], {
      env: { ...box.env, TERM: "xterm-256color" },
      stdio: ["pipe", "pipe", "inherit"],
    });
    this.lines = createInterface(this.child.stdout);
  }

  async open(): Promise<void> {
    await once(this.lines, "line");
  }

  /** Milliseconds until the letter was printed. */
  async press(letter: string): Promise<number> {
    const told = once(this.lines, "line");
    this.child.stdin.write(`${letter}\n`);
    const [microseconds] = await told;
    return Number(microseconds) / 1000;
  }

  async close(): Promise<void> {
    if (this.child.exitCode !== null) return;
    const ended = once(this.child, "exit");
    this.child.stdin.end();
    await ended;
  }
}
