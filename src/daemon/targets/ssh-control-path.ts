import { randomBytes } from "node:crypto";
import { mkdtempSync, readdirSync, rmSync, statSync } from "node:fs";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { makePrivateDirectory } from "../private-directory.ts";

/** Bytes of a socket's path: Linux takes 107, macOS 103. */
const LONGEST = 103;
/** While ssh makes its socket the name is longer by a dot and 16 characters. */
const MAKING = 17;
const OURS = /^[0-9a-f]{8}(\.\w{16})?$/;

/** A path for ssh's control socket, and how to leave nothing of it behind. */
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

/** Where it cannot be removed, such as on a disk that has become read-only, the connection has ended all the same. */
function removeQuietly(path: string): void {
  try {
    rmSync(path, { recursive: true, force: true });
  } catch {
    // the next connection removes what nobody listens to
  }
}

/** What a daemon or an ssh that was killed has left: nobody listens there. */
async function removeStaleSockets(directory: string): Promise<void> {
  const sockets = readdirSync(directory).filter((name) => OURS.test(name) && isSocket(join(directory, name)));
  await Promise.all(sockets.map((name) => removeIfDeaf(join(directory, name))));
}

function removeIfDeaf(path: string): Promise<void> {
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
