import { randomBytes } from "node:crypto";
import { mkdtempSync, readdirSync, rmSync, statSync } from "node:fs";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { makePrivateDirectory } from "../../base/private-directory.ts";

/** Longest socket path in bytes: 107 on Linux, 103 on macOS. */
const LONGEST = 103;
/** While ssh creates its socket, the name is longer by a dot and 16 characters. */
const MAKING = 17;
const OURS = /^[0-9a-f]{8}(\.\w{16})?$/;

/** A path for ssh's control socket, and a function that cleans up after it. */
export async function freeControlPath(directory: string): Promise<{ controlPath: string; release(): void }> {
  const name = randomBytes(4).toString("hex");
  const wanted = join(directory, name);
  // ssh would expand a variable
  if (Buffer.byteLength(wanted) + MAKING > LONGEST || wanted.includes("$")) {
    const shorter = mkdtempSync(join(tmpdir(), "agtmux-ssh-"));
    return { controlPath: join(shorter, name), release: () => removeQuietly(shorter) };
  }
  makePrivateDirectory(directory);
  await removeStaleSockets(directory);
  return { controlPath: wanted, release: () => removeQuietly(wanted) };
}

/** May fail, such as on a read-only disk; the connection has ended all the same. */
function removeQuietly(path: string): void {
  try {
    rmSync(path, { recursive: true, force: true });
  } catch {
    // the next connection removes stale sockets
  }
}

/** Removes sockets that a killed daemon or ssh has left, on which nothing listens. */
async function removeStaleSockets(directory: string): Promise<void> {
  const sockets = readdirSync(directory).filter((name) => OURS.test(name) && isSocket(join(directory, name)));
  await Promise.all(sockets.map((name) => removeIfDead(join(directory, name))));
}

function removeIfDead(path: string): Promise<void> {
  return new Promise((resolve) => {
    const socket = connect(path);
    socket.once("connect", () => {
      socket.destroy();
      resolve();
    });
    socket.once("error", (error: NodeJS.ErrnoException) => {
      if (error.code === "ECONNREFUSED") rmSync(path, { force: true });
      resolve();
    });
  });
}

function isSocket(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isSocket() === true;
}
