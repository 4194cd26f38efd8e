import { lstatSync, statSync } from "node:fs";
import { resolve } from "node:path";
import { makePrivateDirectory } from "../common/private-directory.ts";
import { fileFault } from "./file-fault.ts";

const ROOT_UID = 0;
const OTHERS_WRITE = 0o002;
const STICKY = 0o1000;

/** The directory for signal files, in which no other user can replace what we write. */
export function signalDirectory(): string {
  const path = resolve(process.env.SQUAD_SIGNAL_DIR || "/tmp");
  const us = process.getuid?.();
  try {
    makePrivateDirectory(path);
    const directory = statSync(path);
    if (!directory.isDirectory()) throw new Error("is not a directory");
    // of a symlink both owners count: its own and that of the directory it leads to
    const owner = [lstatSync(path).uid, directory.uid].find((uid) => uid !== ROOT_UID && uid !== us);
    if (owner !== undefined) throw new Error(`belongs to another user (uid ${owner})`);
    if (directory.mode & OTHERS_WRITE && !(directory.mode & STICKY))
      throw new Error("can be written by everybody and has no sticky bit");
  } catch (cause) {
    throw fileFault(path, cause);
  }
  return path;
}
