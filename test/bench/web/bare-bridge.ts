import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import type { Sandbox } from "../../support/sandbox.ts";

/**
 * One process between a WebSocket and `tmux attach` on a terminal of its own: types what the page sends and sends what
 * is printed, byte for byte and at once. Nothing is guarded, numbered or counted.
 */
const BRIDGE = `
import base64, fcntl, hashlib, os, pty, select, socket, struct, sys, termios, threading
END = "\\r\\n\\r\\n"

def meet(page):
    head = b""
    while END.encode() not in head:
        more = page.recv(65536)
        if not more:
            return
        head += more
    lines = head.decode().split("\\r\\n")
    keys = [line.split(": ")[1] for line in lines if line.lower().startswith("sec-websocket-key")]
    if keys:
        bridge(page, keys[0])
    else:
        # a browser lets no page from elsewhere talk to this machine
        page.sendall(("HTTP/1.1 200 OK\\r\\nContent-Type: text/html\\r\\nContent-Length: 15\\r\\nConnection: close" + END + "<!doctype html>").encode())
        page.close()

def bridge(page, key):
    page.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
    accept = base64.b64encode(hashlib.sha1((key + "258EAFA5-E914-47DA-95CA-C5AB0DC85B11").encode()).digest()).decode()
    page.sendall(("HTTP/1.1 101 Switching Protocols\\r\\nUpgrade: websocket\\r\\nConnection: Upgrade\\r\\nSec-WebSocket-Accept: " + accept + END).encode())
    pid, terminal = pty.fork()
    if pid == 0:
        os.execvp(sys.argv[1], sys.argv[1:])
    fcntl.ioctl(terminal, termios.TIOCSWINSZ, struct.pack("HHHH", 40, 120, 0, 0))
    while True:
        ready, _, _ = select.select([page, terminal], [], [])
        if terminal in ready:
            data = os.read(terminal, 65536)
            size = bytes([len(data)]) if len(data) < 126 else b"\\x7e" + struct.pack(">H", len(data))
            page.sendall(b"\\x82" + size + data)
        if page in ready:
            frames = page.recv(65536)
            if frames[:1] != b"\\x82":
                os._exit(0)
            # what a terminal says is short: two bytes of head, four of mask, and itself
            while len(frames) >= 6:
                end = 6 + (frames[1] & 0x7F)
                os.write(terminal, bytes(byte ^ frames[2 + at % 4] for at, byte in enumerate(frames[6:end])))
                frames = frames[end:]

listener = socket.create_server(("127.0.0.1", 0))
print(listener.getsockname()[1], flush=True)
while True:
    # browsers open more connections than they use
    threading.Thread(target=meet, args=(listener.accept()[0],), daemon=True).start()
`;

/** The floor of a terminal in a browser: a WebSocket with a bare `tmux attach` behind it, for one page. */
export class BareBridge {
  private readonly child: ChildProcess;
  /** Serves both an empty page and its WebSocket. */
  readonly url: Promise<string>;

  constructor(box: Sandbox, session: string) {
    const tmux = ["tmux", "-L", box.socketName, "-f", "/dev/null", "attach-session", "-t", session];
    const child = spawn("python3", ["-c", BRIDGE, ...tmux], {
      env: { ...box.env, TERM: "xterm-256color" },
      stdio: ["ignore", "pipe", "inherit"],
    });
    this.child = child;
    this.url = once(createInterface(child.stdout), "line").then(([port]) => `http://127.0.0.1:${port}/`);
  }

  async close(): Promise<void> {
    if (this.child.exitCode !== null || this.child.signalCode !== null) return;
    const ended = once(this.child, "exit");
    this.child.kill();
    await ended;
  }
}
