import { randomBytes } from "node:crypto";
import { chmodSync, readFileSync, renameSync, writeFileSync } from "node:fs";

/** The secret with which the user's own programs may act over TCP; stored in a file private to the user. */
export class OwnToken {
  private readonly path: string;
  private current: string;
  private readonly onRotated = new Set<() => void>();

  constructor(path: string) {
    this.path = path;
    this.current = read(path) ?? write(path);
  }

  get value(): string {
    return this.current;
  }

  /** Replaces the token; listeners disconnect the clients that used the old one. */
  rotate(): void {
    this.current = write(this.path);
    for (const tell of [...this.onRotated]) tell();
  }

  /** Calls `listener` when the token is replaced; returns how to unsubscribe. */
  onRotate(listener: () => void): () => void {
    this.onRotated.add(listener);
    return () => void this.onRotated.delete(listener);
  }
}

function read(path: string): string | null {
  try {
    const token = readFileSync(path, "utf8").trim();
    chmodSync(path, 0o600);
    return /^[a-f0-9]{48}$/.test(token) ? token : null;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ENOENT") throw error;
    return null;
  }
}

/** Atomic, since the user's programs read the file. */
function write(path: string): string {
  const token = randomBytes(24).toString("hex");
  writeFileSync(`${path}.new`, `${token}\n`, { mode: 0o600 });
  renameSync(`${path}.new`, path);
  return token;
}
