import {
  accessSync,
  closeSync,
  constants,
  existsSync,
  fchmodSync,
  fchownSync,
  fsyncSync,
  lstatSync,
  mkdirSync,
  openSync,
  readFileSync,
  readlinkSync,
  renameSync,
  rmdirSync,
  type Stats,
  statSync,
  unlinkSync,
  writeFileSync,
} from "node:fs";
import { basename, dirname, join, resolve } from "node:path";
import { makeDirectory } from "../../core/files/make-directory.ts";
import { Fault } from "../../core/protocol/fault.ts";

/** An agent's settings as they were read. */
export interface SettingsFile {
  path: string;
  /** Where it really is: the path may be a link into somebody's dotfiles. */
  target: string;
  /** Null where there is no file. */
  text: string | null;
}

const NEW_FILE = 0o644;
const MAX_LINKS = 40;

export function readSettingsFile(path: string): SettingsFile {
  return attempt(path, "read", () => {
    const target = follow(path);
    const bytes = readBytes(target);
    return { path, target, text: bytes === null ? null : decodeSettings(path, bytes) };
  });
}

/** Whole or not at all, with the mode and the owner that it had; refused where it is no longer what was read. */
export function writeSettingsFile(file: SettingsFile, text: string): void {
  attempt(file.path, "written", () => {
    const before = existsSync(file.target) ? statSync(file.target) : null;
    if (before !== null) expectWritable(file, before);
    makeDirectory(dirname(file.target), { mkdir: mkdirSync, exists: existsSync, parentOf: dirname });
    const aside = join(dirname(file.target), `.${basename(file.target)}.agtmux-${process.pid}`);
    try {
      writeDurably(aside, text, before);
      expectUnchanged(file);
      renameSync(aside, file.target);
    } catch (error) {
      unlinkQuietly(aside);
      throw error;
    }
    syncDirectory(dirname(file.target));
  });
}

/** Removes the file, and the directories up to `top` that nothing else is in. */
export function deleteSettingsFile(file: SettingsFile, top: string): void {
  attempt(file.path, "removed", () => {
    expectWritable(file, statSync(file.target));
    expectUnchanged(file);
    unlinkSync(file.target);
  });
  for (let folder = dirname(file.path); folder.startsWith(top); folder = dirname(folder)) {
    try {
      rmdirSync(folder);
    } catch {
      // somebody else has something in it
      return;
    }
  }
}

/** A link that leads nowhere yet names the place where the file belongs. */
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
  // a pipe would never end
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

/** A rename would replace what its owner has protected. */
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

function writeDurably(path: string, text: string, like: Stats | null): void {
  const handle = openSync(path, "wx", NEW_FILE);
  try {
    writeFileSync(handle, text);
    if (like !== null) {
      const { uid, gid } = statSync(path);
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
    // it was never made
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
