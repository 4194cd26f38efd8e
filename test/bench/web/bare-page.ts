import { WebglAddon } from "@xterm/addon-webgl";
import { Terminal } from "@xterm/xterm";

/** The page of the floor: xterm.js with a WebSocket and nothing else, as large as our own page's terminal. */
function openBareTerminal(fontSize: number): Promise<void> {
  const host = document.createElement("div");
  host.className = "pane-terminal";
  document.body.append(host);
  const terminal = new Terminal({ cols: 120, rows: 40, fontSize });
  terminal.open(host);
  try {
    terminal.loadAddon(new WebglAddon());
  } catch {
    // no WebGL: uses the DOM renderer, as our own page would
  }
  const socket = new WebSocket(location.href.replace(/^http/, "ws"));
  socket.binaryType = "arraybuffer";
  socket.onmessage = ({ data }: MessageEvent<ArrayBuffer>) => terminal.write(new Uint8Array(data));
  const encoder = new TextEncoder();
  terminal.onData((data) => socket.send(encoder.encode(data)));
  terminal.focus();
  Object.assign(host, { terminal });
  return new Promise((resolve) => {
    const parsed = terminal.onWriteParsed(() => {
      parsed.dispose();
      resolve();
    });
  });
}

Object.assign(globalThis, { openBareTerminal });
