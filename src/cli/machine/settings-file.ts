import { randomBytes } from "node:crypto";
import {
  accessSync,
  closeSync,
  constants,
  existsSync,
  fchmodSync,
  fchownSync,
  fstatSync,
  fsyncSync,
  lstatSync,
  mkdirSync,
  openSync,
  readFileSync,
  readlinkSync,
  renameSync,
  type Stats,
  statSync,
  unlinkSync,
  writeFileSync,
} from "node:fs";
import { dirname, join, resolve } from "node:path";
import { makeDirectory } from "../../core/files/make-directory.ts";
import { Fault } from "../../core/protocol/base/fault.ts";

export interface SettingsFile {
  path: string;
  /** The resolved path: `path` may be a symlink, for example into a dotfiles directory. */
  target: string;
  /** Null if there is no file. */
  text: string | null;
}

const NEW_FILE = 0o644;
const OURS_ALONE = 0o600;
const MAX_LINKS = 40;

export function readSettingsFile(path: string): SettingsFile {
  return attempt(path, "read", () => {
    const target = follow(path);
    const bytes = readBytes(target);
    return { path, target, text: bytes === null ? null : decodeSettings(path, bytes) };
  });
}

/**
 * Writes atomically and keeps mode and owner; throws if the file has changed since it was read. Returns the directories
 * that it had to make. What is ours and not an agent's is private: only its owner can read it, and enter its directory.
 */
export function writeSettingsFile(file: SettingsFile, text: string, { isPrivate = false } = {}): string[] {
  return attempt(file.path, "written", () => {
    const before = existsSync(file.target) ? statSync(file.target) : null;
    if (before !== null) expectWritable(file, before);
    const made: string[] = [];
    const mkdir = (path: string) => {
      mkdirSync(path, isPrivate ? { mode: 0o700 } : {});
      made.push(path);
    };
    makeDirectory(dirname(file.target), { mkdir, exists: existsSync, parentOf: dirname });
    const aside = join(dirname(file.target), `.agtmux-${randomBytes(16).toString("hex")}`);
    try {
      writeDurably(aside, text, before, isPrivate ? OURS_ALONE : NEW_FILE);
      expectUnchanged(file);
      renameSync(aside, file.target);
    } catch (error) {
      unlinkQuietly(aside);
      throw error;
    }
    syncDirectory(dirname(file.target));
    return made;
  });
}

export function deleteSettingsFile(file: SettingsFile): void {
  attempt(file.path, "removed", () => {
    expectWritable(file, statSync(file.target));
    expectUnchanged(file);
    unlinkSync(file.target);
  });
}

/** A dangling symlink still names the place where the file belongs. */
function follow(path: string): string {
  let at = path;
  for (let links = 0; links < MAX_LINKS; links += 1) {
    if (!(lstatSync(at, { throwIfNoEntry: false })?.isSymbolicLink() ?? false)) return at;
    at = resolve(dirname(at), readlinkSync(at));
  }
  throw new Error("it is a link that leads in a circle");
}

function readBytes(target: string): Buffer | null {
  const stats = statSync(target, { throwIfNoEntry: false });
  if (stats === undefined) return null;
  // reading a pipe would never end
  if (!stats.isFile()) throw new Error("it is not a file");
  return readFileSync(target);
}

export function decodeSettings(path: string, bytes: Buffer): string {
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch (cause) {
    throw new Fault("E_SETTINGS_MALFORMED", `${path} is not UTF-8 text`, { path }, cause);
  }
}

/** A rename would also replace a file that its owner has made read-only. */
function expectWritable({ target }: SettingsFile, { mode }: Stats): void {
  if ((mode & 0o200) === 0) throw new Error("it is read-only");
  accessSync(target, constants.W_OK);
}

function expectUnchanged({ path, target, text }: SettingsFile): void {
  const now = readBytes(target);
  if ((now === null ? null : decodeSettings(path, now)) === text) return;
  throw new Fault("E_SETTINGS_CHANGED", `${path} was changed by somebody else meanwhile; nothing was written`, {
    path,
  });
}

function writeDurably(path: string, text: string, like: Stats | null, mode: number): void {
  // at no moment readable by more people than the one before
  const handle = openSync(path, "wx", like === null ? mode : OURS_ALONE);
  try {
    writeFileSync(handle, text);
    if (like !== null) {
      const { uid, gid } = fstatSync(handle);
      if (like.uid !== uid || like.gid !== gid) fchownSync(handle, like.uid, like.gid);
      fchmodSync(handle, like.mode & 0o7777);
    }
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
}

function syncDirectory(path: string): void {
  const handle = openSync(path, "r");
  try {
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
}

function unlinkQuietly(path: string): void {
  try {
    unlinkSync(path);
  } catch {
    // it was never created
  }
}

function attempt<T>(path: string, done: string, work: () => T): T {
  try {
    return work();
  } catch (cause) {
    if (cause instanceof Fault) throw cause;
    const words = `${path} cannot be ${done}: ${(cause as Error).message}`;
    throw new Fault("E_SETTINGS_UNUSABLE", words, { path }, cause);
  }
}
