import { constants, mkdirSync, openSync, readdirSync, readFileSync, unlinkSync, watch } from "node:fs";
import { Socket } from "node:net";
import { join } from "node:path";
import { WebSocketServer } from "ws";

/**
 * The floor for all lag: a process that reads a FIFO, a file and a spool and forwards the content unchanged over
 * WebSocket. Nothing is decoded, bound, stored or resolved. It prints its port.
 *
 *   bare-daemon <FIFO> <directory of files> <directory of a spool>
 */
const [fifo = "", files = "", spool = ""] = process.argv.slice(2);
for (const directory of [files, spool]) mkdirSync(directory, { recursive: true });

const server = new WebSocketServer({ host: "127.0.0.1", port: 0, perMessageDeflate: false });
const tell = (message: string) => {
  for (const client of server.clients) client.send(message);
};

const pipe = new Socket({
  fd: openSync(fifo, constants.O_RDWR | constants.O_NONBLOCK),
  readable: true,
  writable: false,
});
let line = "";
pipe.on("data", (chunk) => {
  line = (line + chunk.toString("latin1")).slice(-1_000);
  const end = line.lastIndexOf("]>--");
  if (end < 0) return;
  tell(line.slice(line.lastIndexOf("--<[", end), end));
  line = line.slice(end + 4);
});

watch(files, (_event, name) => {
  const text = name === null ? "" : read(join(files, name));
  if (text !== "") tell(text);
});

watch(spool, () => {
  for (const name of readdirSync(spool)) {
    const text = read(join(spool, name));
    if (text !== "") tell(text);
    unlinkSync(join(spool, name));
  }
});

server.on("listening", () => {
  const address = server.address();
  if (typeof address === "object" && address !== null) process.stdout.write(`${address.port}\n`);
});
// ends with its parent
process.stdin.on("end", () => process.exit(0)).resume();

function read(path: string): string {
  try {
    return readFileSync(path, "utf8");
  } catch {
    return "";
  }
}
